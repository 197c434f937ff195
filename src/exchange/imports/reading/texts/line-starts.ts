/**
 * Converters write these characters in place of Markdown's own, so that a list or heading of the page is not confused with a
 * text that begins like one ("16. rue de la Gare", "+ d'infos").
 */
export const BULLET = '\ue001'
export const AFTER_NUMBER = '\ue002'
export const HEADING = '\ue003'
export const QUOTE = '\ue004'

const MARKDOWN: Readonly<Record<string, string>> = {
  [BULLET]: '-',
  [AFTER_NUMBER]: '.',
  [HEADING]: '#',
  [QUOTE]: '>',
}

/** Matches the markers that the converter wrote at the start of a line, and the text after them. */
const LINE = /^((?:[^\S\n]*(?:\ue001|\d+\ue002|\ue003+|\ue004)(?=\s))*[^\S\n]*)(.*)$/
const NUMBER = /^(\d{1,9})([.)])(?=\s)/
const PLUS = /^\+(?=\s)/

/**
 * Escapes text that Markdown would read as a heading or list by accident. Numbers and `+` are kept when the line before or
 * after continues them, because then the author typed a list.
 */
export function escapeLineStarts(text: string): string {
  const lines = text.split('\n').map(line => LINE.exec(line)?.slice(1) ?? ['', line])
  const neighbours = (at: number) => [lines[at - 1]?.[1] ?? '', lines[at + 1]?.[1] ?? '']
  const escaped = lines.map(([markers = '', words = ''], at) => {
    const number = NUMBER.exec(words)
    if (number && !neighbours(at).some(other => isNextTo(number[1], NUMBER.exec(other)?.[1])))
      return `${markers}${number[1]}\\${words.slice(number[1]?.length)}`
    const isAlone = PLUS.test(words) && !neighbours(at).some(other => PLUS.test(other))
    return `${markers}${isAlone || /^#(?=\s)/.test(words) ? '\\' : ''}${words}`
  })
  return escaped.join('\n').replaceAll(/[\ue001-\ue004]/g, marker => MARKDOWN[marker] ?? '')
}

const isNextTo = (one: string | undefined, other: string | undefined): boolean =>
  other !== undefined && Math.abs(Number(one) - Number(other)) === 1
