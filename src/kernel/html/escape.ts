/**
 * Converters write these characters in place of Markdown's own, so that what they made is not confused with a text that looks
 * like Markdown ("16. rue de la Gare", "3*4*5 m"). Unicode keeps them out of texts; icon fonts use its private letters.
 */
export const BULLET = '\ufdd1'
export const AFTER_NUMBER = '\ufdd2'
export const HEADING = '\ufdd3'
export const QUOTE = '\ufdd4'
/** Around struck-through words. */
export const STRUCK = '\ufdd6'
/** Before, between and behind the cells of a table. */
export const CELL = '\ufdd7'
/** A bar within a cell. */
export const BAR = '\ufdd8'

const MARKDOWN: Readonly<Record<string, string>> = {
  [BULLET]: '-',
  [AFTER_NUMBER]: '.',
  [HEADING]: '#',
  [QUOTE]: '>',
  [STRUCK]: '~~',
  [CELL]: '|',
  [BAR]: '\\|',
}

/** Escapes what Markdown would take for markup by accident, and writes the converter's own marks. */
export const escapeText = (text: string): string =>
  withMarks(
    escapeLineStarts(
      text
        .split(/(\n(?:[^\S\n]*\n)+)/)
        .map(escapeSigns)
        .join(''),
    ),
  )

/** Writes the converter's own marks in the signs of Markdown. */
export const withMarks = (text: string): string =>
  text.replaceAll(/[\ufdd1-\ufdd8]/g, mark => MARKDOWN[mark] ?? '')

////////////////////////////////////////////////////////////////////////////// within a line

/** An address, where a backslash would be a part of it, or a run of signs. */
const SIGNS = /(\]\(https?:[^()\s]*\)|(?:https?:\/\/|www\.)[^\s<]*)|\ufdd6|\\+|`+|\*+|_+|~+/gi

/** A sign stays as it is unless it begins and ends something in its paragraph: front ends may show the backslash. */
function escapeSigns(paragraph: string): string {
  const opens = new Map<string, number>()
  const closes = new Map<string, number>()
  const may = (sign: string, at: number, [open, close]: readonly [boolean, boolean]) => {
    if (open && !opens.has(sign)) opens.set(sign, at)
    if (close) closes.set(sign, at)
  }
  for (const { 0: run, 1: address, index } of paragraph.matchAll(SIGNS)) {
    if (address) {
      for (const sign of '*_~`') if (address.includes(sign)) may(sign, index, [true, true])
      continue
    }
    const sign = run === STRUCK ? '~' : run.charAt(0)
    may(sign, index, sidesOf(paragraph, index, run))
  }
  const isPair = (sign: string) => (opens.get(sign) ?? Number.POSITIVE_INFINITY) < (closes.get(sign) ?? -1)
  return paragraph.replaceAll(SIGNS, (run: string, address: string | undefined, at: number) => {
    if (address || run === STRUCK) return run
    const sign = run.charAt(0)
    const isEscaped =
      sign === '\\'
        ? isEscape(paragraph, at, run)
        : isFence(run) || (isPair(sign) && sidesOf(paragraph, at, run).includes(true))
    return isEscaped ? run.replaceAll(sign, `\\${sign}`) : run
  })
}

/** Whether a run of signs may begin and end something, by the letters beside it. */
function sidesOf(text: string, at: number, run: string): [boolean, boolean] {
  if (run.startsWith('`')) return [true, true]
  const before = text.charAt(at - 1) || '\n'
  const after = text.charAt(at + run.length) || '\n'
  if (run.startsWith('_') && [before, after].every(letter => /[\p{L}\p{N}]/u.test(letter)))
    return [false, false]
  return [/\S/.test(after), /\S/.test(before)]
}

const isFence = (run: string): boolean => run.length > 2 && /^[~`]/.test(run)

/** A backslash escapes punctuation, and breaks a line at its end. */
const isEscape = (text: string, at: number, run: string): boolean =>
  run.length > 1 || /[!-/:-@[-`{-~\n\ufdd1-\ufdd8]/.test(text.charAt(at + 1))

////////////////////////////////////////////////////////////////////////////// at the start of a line

/** Matches the markers that the converter wrote at the start of a line, and the text after them. */
const LINE = /^((?:[^\S\n]*(?:\ufdd1|\d+\ufdd2|\ufdd3+|\ufdd4)(?=\s))*[^\S\n]*)(.*)$/
const NUMBER = /^(\d{1,9})([.)])(?=\s|$)/
/** Read as a list, of which one line alone is none. */
const ITEM = /^[+*](?=\s|$)/
/** Read as a heading, a quotation, or an item without words. */
const START = /^(?:#(?=\s)|#+\s*$|>|-\s*$)/
/** Makes a heading or a table of the line above, or a rule. */
const UNDERLINE = /^(?:=+|(?:\*\s*)+|(?:_\s*)+|(?=[^-]*-)[-|:\s]+)$/
/** Read as a checkbox. */
const CHECKBOX = /^\[[ x]\](?=\s)/i

/** Numbers, `+` and `*` are kept when the line before or after continues them, because then the author typed a list. */
function escapeLineStarts(text: string): string {
  const lines = text.split('\n').map(line => LINE.exec(line)?.slice(1) ?? ['', line])
  const neighbours = (at: number) => [lines[at - 1]?.[1] ?? '', lines[at + 1]?.[1] ?? '']
  const escaped = lines.map(([markers = '', words = ''], at) => {
    // Signs behind a heading would close it.
    if (markers.includes(HEADING)) return `${markers}${words.replace(/(?<=\s)#+$/, '\\$&')}`
    if (lines[at - 1]?.join('').trim() && UNDERLINE.test(words.trimEnd()))
      return `${markers}${/^[*_]/.test(words) ? words.replaceAll(/[*_]/g, '\\$&') : `\\${words}`}`
    const number = NUMBER.exec(words)
    if (number && !neighbours(at).some(other => isNextTo(number[1], NUMBER.exec(other)?.[1])))
      return `${markers}${number[1]}\\${words.slice(number[1]?.length)}`
    const isAlone = ITEM.test(words) && !neighbours(at).some(other => other.startsWith(words.slice(0, 2)))
    const isBox = markers.includes(BULLET) && CHECKBOX.test(words)
    return `${markers}${isAlone || isBox || START.test(words) ? '\\' : ''}${words}`
  })
  return escaped.join('\n')
}

const isNextTo = (one: string | undefined, other: string | undefined): boolean =>
  other !== undefined && Math.abs(Number(one) - Number(other)) === 1
