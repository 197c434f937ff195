import { isDay } from '../../../kernel/routes/check.ts'
import { firstLetters, folded, normalized } from '../../../kernel/texts/texts.ts'
import { mended } from './mojibake.ts'

/** Values as the register's forms spell them: CSV, GeoJSON, the tabular API, and old exports. */

/** Nearly every text: words of ASCII and of the accented letters of French, which stay as they are. */
const WORDS = /^[\x21-\x7e\xc0-\xff]+( [\x21-\x7e\xc0-\xff]+)*$/

/** One line of text, repaired; null when it is empty. */
export function textIn(value: unknown, most: number): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return null
  // Only so much of a long text is processed as can remain after white space and marks are removed.
  const begin = value.slice(0, most * 8)
  const text = WORDS.test(begin) ? begin : oneLine(begin)
  return text === '' ? null : firstLetters(text, most).trimEnd()
}

const oneLine = (text: string) =>
  // C1 control characters may be letters of another code page: repaired before they are removed.
  normalized(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
    mended(text.toWellFormed()).replace(/[\s\u0000-\u001f\u007f-\u009f\ufffd]+/g, ' '),
  ).trim()

/** Remembers results: a few spellings make up nearly all values. */
function remembered<Value>(work: (text: string) => Value, most: number): (text: string) => Value {
  const known = new Map<string, Value>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= most || text.length > 200) return work(text)
    const kept = copyOf(text)
    const value = work(kept)
    known.set(kept, value)
    return value
  }
}

/** A substring keeps its whole text in memory: keys are copied, or they would hold the file. */
const copyOf = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')

/** Without case and accents, for comparing. */
export const plain = remembered(text => folded(text), 1_000)

/** The register's usual spelling of one of its terms, else null. */
export function oneOf<Word extends string>(value: unknown, words: ReadonlyMap<string, Word>): Word | null {
  const text = textIn(value, 100)
  return text === null ? null : (words.get(plain(text)) ?? null)
}

export const valuesByWord = <const Word extends string>(
  ...words: readonly Word[]
): ReadonlyMap<string, Word> => new Map(words.map(word => [plain(word), word]))

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['t', 'true', '1', 'oui', 'o', 'vrai', 'yes', 'y'].map(word => [word, true] as const),
  ...['f', 'false', '0', 'non', 'n', 'faux', 'no'].map(word => [word, false] as const),
])

export function booleanIn(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 't') return true
  if (value === 'f') return false
  const text = textIn(value, 10)
  return text === null ? null : (BOOLEANS.get(plain(text)) ?? null)
}

/** Dates that the register writes for "unknown". */
const NO_DATES = new Set(['0001-01-01', '2000-01-01', '1900-01-01', '1970-01-01'])

/** `2025-11-22`, `2025/11/22`, `22/11/2025`, with or without a time behind. */
export function dayIn(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return /^\d/.test(text.charAt(10)) ? null : dayOf(text.slice(0, 10)) || null
}

/** Empty when there is none. */
const dayOf = remembered(text => {
  const french = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  const day = french ? `${french[3]}-${french[2]}-${french[1]}` : text.replaceAll('/', '-')
  return isDay(day) && !NO_DATES.has(day) ? day : ''
}, 10_000)

/**
 * `2022/11/08 09:43:09.179`, by the clock of Paris where no zone is named; as PostgreSQL reads it. A day alone is its
 * beginning.
 */
export function momentIn(value: unknown): string | null {
  const day = dayIn(value)
  if (day === null) return null
  const time =
    /[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6})\d*)?)?\s*(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/.exec(
      String(value).trim(),
    )
  if (!time) return `${day} Europe/Paris`
  const [, hour, minute, second = '00', fraction = '0', zone = ' Europe/Paris'] = time
  return `${day} ${hour}:${minute}:${second}.${fraction}${zone}`
}

const MOST_ITEMS = 20

/** Reads arrays of some words: `{lundi,"heures ouvrables"}`, `["lundi", null]`, `lundi, mardi`; in the register's own
 * spelling where it is one. */
export function listsOf(words: ReadonlyMap<string, string>): (value: unknown) => readonly string[] {
  const read = remembered(text => listOf(itemsIn(text.trim()), words), 1_000)
  return value => (typeof value === 'string' ? read(value) : Array.isArray(value) ? listOf(value, words) : [])
}

function listOf(items: readonly unknown[], words: ReadonlyMap<string, string>): readonly string[] {
  const texts = items.slice(0, MOST_ITEMS * 5).flatMap(item => textIn(item, 100) ?? [])
  return [...new Set(texts.map(text => words.get(plain(text)) ?? text))].slice(0, MOST_ITEMS)
}

function itemsIn(text: string): readonly unknown[] {
  if (text.startsWith('{') && text.endsWith('}')) return arrayItems(text.slice(1, -1))
  if (text.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(text)
      if (Array.isArray(parsed)) return parsed
    } catch {}
  }
  return text.split(/[,;|]/)
}

/** PostgreSQL's text form of an array, without its braces. */
function arrayItems(text: string): string[] {
  const items: string[] = []
  for (const [, quoted, bare = ''] of text.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,"][^,]*))\s*(?:,|$)/g)) {
    if (quoted !== undefined) items.push(quoted.replace(/\\(.)/g, '$1'))
    else if (!/^null$/i.test(bare.trim())) items.push(bare)
  }
  return items
}
