import { httpUrl, inBrackets } from '../../../../kernel/html/links.ts'
import { tidy } from '../../../../kernel/texts/plain-text.ts'
import { normalized, shortenedAtWord } from '../../../../kernel/texts/texts.ts'

/**
 * Markdown without anything active, in any renderer: no `<` opens a tag, links lead to http(s) only, no image is loaded by
 * the reader. Every body passes through here, also one converted from HTML, so that a fault of the converter does no harm.
 */
export function harmless(markdown: string): string {
  const text = tidy(markdown)
  const out: string[] = []
  let from = 0
  let at = 0
  const put = (instead: string, next: number) => {
    out.push(text.slice(from, at), instead)
    from = at = next
  }
  while (at < text.length) {
    const character = text[at]
    const following = text[at + 1] ?? ''
    if (character === '<' && OPENS.test(following)) {
      // After another `<` the bare address would be in angle brackets again.
      const auto = text[at - 1] === '<' ? undefined : autolink(text, at)
      if (auto) put(auto.url, auto.end)
      else put('&lt;', at + 1)
    } else if (character === '!') {
      // Removes all `!` of a sequence: if one remained before a bracket, it would make a picture. Inside a link, escaping
      // is not enough: some renderers remove backslashes before they parse.
      const end = runEnd(text, at)
      if (text[end] === '[') put(text.slice(at, end).replaceAll('!', ''), end)
      else at = end
    } else if (character === ']' && following === ':') {
      // The definition of a reference: without definitions, reference links have no target.
      put('] ', at + 1)
    } else if (character === ']' && following === '(') {
      const target = targetOf(text, at + 2)
      if (target) put(`](${target.url})`, target.end)
      else put('] (', at + 2)
    } else at++
  }
  out.push(text.slice(from))
  // A removed character may have stood between a letter and its accent: normalised again.
  return normalized(out.join(''))
}

function runEnd(text: string, at: number): number {
  let end = at + 1
  while (text[end] === '!' || text[end] === '\\') end++
  return end
}

const OPENS = /[a-z/!?]/i
const LONGEST_TARGET = 2100

/** `<https://…>` as the bare address, which renderers link by themselves: nothing in it may look like Markdown. */
function autolink(text: string, at: number): { url: string; end: number } | undefined {
  const found = /^<(https?:[^\s<>]{1,2000})>/i.exec(text.slice(at, at + 2020))
  const url = found && linkable(found[1] ?? '')
  return url ? { url: inBrackets(url), end: at + found[0].length } : undefined
}

/** An IPv6 host needs its brackets: such an address stays text. */
function linkable(address: string): string | null {
  const url = httpUrl(address)
  return url && !/^https?:\/\/\[/.test(url) ? url : null
}

/** The target of a link, up to the closing bracket; undefined when it is no web address. */
function targetOf(text: string, from: number): { url: string; end: number } | undefined {
  const rest = text.slice(from, from + LONGEST_TARGET)
  const start = /^\s*/.exec(rest)?.[0].length ?? 0
  const length = rest[start] === '<' ? rest.indexOf('>', start) + 1 - start : bareLength(rest, start)
  if (length <= 0) return undefined
  const target = rest.slice(start, start + length).replaceAll(/^<|>$/g, '')
  const after = /^\s*(?:"[^"]*"|'[^']*'|\([^()]*\))?\s*\)/.exec(rest.slice(start + length))
  const url = after && linkable(target.replaceAll('&amp;', '&').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'))
  return url ? { url: inBrackets(url), end: from + start + length + after[0].length } : undefined
}

/** Up to white space, or to the closing bracket that has no opening one inside. */
function bareLength(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? ''
    if (/\s/.test(character)) return at - start
    if (character === ']' && text[at + 1] === '(') return 0
    if (character === '\\') at++
    else if (character === '(') depth++
    else if (character === ')' && --depth < 0) return at - start
  }
  return 0
}

const LONGEST_BODY = 20_000

/** A body: harmless, without superfluous white space, cut at a word and never within a link. */
export function bodyFrom(markdown: string): string {
  // Escaping only makes a text longer, so text far beyond the end need not be escaped.
  const text = harmless(markdown.slice(0, LONGEST_BODY * 4))
    .split('\n')
    // Not by a pattern: a line of blanks would cost the square of its length.
    .map(line => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  const short = shortenedAtWord(text, LONGEST_BODY)
  if (short === text) return text
  const open = short.lastIndexOf('[')
  const within = open > short.length - 4500 && /^\[[^\]]*(?:\]\([^)]*)?…$/.test(short.slice(open))
  return within ? `${short.slice(0, open).trimEnd()}…` : short
}
