import pg from 'pg'

/** Converts PostgreSQL values to JavaScript, the same for requests and jobs. */

/** `2026-11-20 09:14:19.123456+00` → `2026-11-20T09:14:19.123Z`: 40 µs per page instead of 92 with Date. */
export function timestampFromText(text: string): string {
  const day = text.slice(0, 10)
  if (text.charCodeAt(19) !== DOT) return `${day}T${text.slice(11, 19)}.000Z`
  if (text.length >= WITH_MILLISECONDS) return `${day}T${text.slice(11, 23)}Z`
  return `${day}T${text.slice(11, text.indexOf('+', 20)).padEnd(12, '0')}Z`
}
const DOT = 46
const WITH_MILLISECONDS = '2026-11-20 09:14:19.123+00'.length

/**
 * Parses `{a,"b, c",NULL}`. The driver's parser works character by character and takes a tenth of the time of a page of long
 * texts; it is used only for escapes and several dimensions.
 */
export function textsFromText(text: string): (string | null)[] {
  if (text === '{}') return []
  if (text.includes('\\') || text.lastIndexOf('{') !== 0) return readArray(text)
  const end = text.length - 1
  if (!text.includes('"')) return text.slice(1, end).split(',').map(orNull)
  const texts: (string | null)[] = []
  for (let at = 1; at < end; ) {
    const isQuoted = text.charCodeAt(at) === QUOTE
    const to = isQuoted ? text.indexOf('"', at + 1) : text.indexOf(',', at)
    const last = to === -1 ? end : to
    texts.push(isQuoted ? text.slice(at + 1, last) : orNull(text.slice(at, last)))
    at = last + (isQuoted ? 2 : 1)
  }
  return texts
}
const QUOTE = 34
const orNull = (word: string) => (word === 'NULL' ? null : word)

const [TEXTS, VARCHARS, UUIDS, DATES] = [1009, 1015, 2951, 1182]
const readArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXTS as number)

const PARSERS: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: text => text,
  [pg.types.builtins.TIMESTAMPTZ]: timestampFromText,
  [UUIDS]: textsFromText,
  [TEXTS]: textsFromText,
  [VARCHARS]: textsFromText,
  [DATES]: textsFromText,
}

export const TYPE_PARSERS = {
  getTypeParser(oid: number, format?: unknown) {
    const own = format === 'binary' ? undefined : PARSERS[oid]
    return own ?? pg.types.getTypeParser(oid, format as 'text')
  },
}
