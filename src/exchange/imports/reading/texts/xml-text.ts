import { explain } from '../../explanations.ts'
import { Unreadable } from '../item.ts'

/** Checks on XML as text, before any parser reads it. */

const CDATA = '<![CDATA['

/**
 * A text of the same length with blanks in place of CDATA and comments: a tag found in it is markup. A section that never
 * ends is not blanked, unless `mending`: then it ends with its item.
 */
export function markupOnly(text: string, mending = false): string {
  const out: string[] = []
  let from = 0
  let at = -1
  // An end that was not found is not searched for again, or a document of openings would cost the square of their number.
  let comments = true
  let sections = true
  for (;;) {
    at = text.indexOf('<!', Math.max(from, at + 1))
    if (at < 0) break
    const isData = sections && text.startsWith(CDATA, at)
    if (!isData && !(comments && text.startsWith('--', at + 2))) continue
    const end = isData ? endOfData(text, at, mending) : endOf(text, '-->', at + 4)
    if (end < 0 && !mending) {
      // Not closed: it is left as it is, and so is the text after it.
      if (isData) sections = false
      else comments = false
      continue
    }
    const until = end < 0 ? text.length : end
    out.push(text.slice(from, at), ' '.repeat(until - at))
    from = until
    at = until - 1
  }
  out.push(text.slice(from))
  return out.join('')
}

const endOf = (text: string, what: string, from: number): number => {
  const at = text.indexOf(what, from)
  return at < 0 ? -1 : at + what.length
}

function endOfData(text: string, at: number, mending: boolean): number {
  const end = endOf(text, ']]>', at)
  if (!mending) return end
  const next = text.indexOf(CDATA, at + CDATA.length)
  if (end >= 0 && (next < 0 || end <= next)) return end
  const item = /<\/(?:item|entry)\s*>/gi
  item.lastIndex = at
  return item.exec(text)?.index ?? text.length
}

/**
 * A document type can define entities, which fetch files or grow without end: refused. One inside a text (HTML) is
 * ignored.
 */
export function refuseDoctype(text: string): void {
  if (!/<!\s*(?:doctype|entity)/i.test(text)) return
  if (/<!\s*(?:doctype|entity)/i.test(markupOnly(text))) throw new Unreadable(explain('doctype'))
}

/**
 * Limit of `<` without a `>`. A few are normal in quoted attributes and texts; for each, a parser scans the whole rest.
 */
const MOST_UNCLOSED = 100

/** Whether too many tags are never closed; such a document is refused before it is parsed. */
export function neverCloses(text: string): boolean {
  let unclosed = 0
  for (const _ of markupOnly(text).matchAll(/<(?=[^<>]*(?:<|$))/g))
    if (++unclosed > MOST_UNCLOSED) return true
  return false
}
