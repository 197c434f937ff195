import { Unreadable } from '../item.ts'

/** What is looked for in XML before any parser sees it. */

const CDATA = '<![CDATA['

/**
 * The same text, as long, with blanks where CDATA and comments stand: what is found in it by name is markup. A section
 * that never ends hides nothing, unless `mending`: then it ends with its item.
 */
export function markupOnly(text: string, mending = false): string {
  const out: string[] = []
  let from = 0
  let at = -1
  // What was once looked for in vain is not looked for again, or a document of beginnings would cost their square.
  let comments = true
  let sections = true
  for (;;) {
    at = text.indexOf('<!', Math.max(from, at + 1))
    if (at < 0) break
    const isData = sections && text.startsWith(CDATA, at)
    if (!isData && !(comments && text.startsWith('--', at + 2))) continue
    const end = isData ? endOfData(text, at, mending) : endOf(text, '-->', at + 4)
    if (end < 0 && !mending) {
      // Unclosed: it stays in sight, and so does what is behind it.
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

/** A document type brings entities along, which fetch files or grow without end. HTML in a text is none of ours. */
export function refuseDoctype(text: string): void {
  if (!/<!\s*(?:doctype|entity)/i.test(text)) return
  if (/<!\s*(?:doctype|entity)/i.test(markupOnly(text)))
    throw new Unreadable('doctype', 'The document declares a document type or entities, which are not read.')
}

/** A quoted attribute or a sign in a text may hold some. Each one that no `>` ends costs a parser all that follows. */
const MOST_UNCLOSED = 100

/** Whether tags are begun again and again and never ended: no parser is given such a text. */
export function neverCloses(text: string): boolean {
  let unclosed = 0
  for (const _ of markupOnly(text).matchAll(/<(?=[^<>]*(?:<|$))/g))
    if (++unclosed > MOST_UNCLOSED) return true
  return false
}
