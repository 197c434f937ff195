import { type Sql, sql } from '../db/db.ts'
import { OneOf } from '../routes/shapes.ts'

/** Filters that several lists have in common. */

/** Deleted records: left out, included, or alone. */
export const Deleted = OneOf('without', 'false', 'with', 'true', 'only')

const WANTED = { without: false, false: false, only: true, with: undefined, true: undefined } as const

/** Whether deleted records are listed; undefined for both kinds. */
export const deletedWanted = (deleted: keyof typeof WANTED = 'without'): boolean | undefined =>
  WANTED[deleted]

/** Days of Paris, both included. */
export const onDays = (column: Sql, from: string | undefined, to: string | undefined): Sql[] => [
  ...(from === undefined ? [] : [sql`${column} >= ${from}::timestamp at time zone 'Europe/Paris'`]),
  ...(to === undefined
    ? []
    : [sql`${column} < (${to}::timestamp + interval '1 day') at time zone 'Europe/Paris'`]),
]

/** How many words become conditions that an index can answer. */
const INDEXED_WORDS = 3

/**
 * Every word of `key` (made by `words_key`) must begin a word in the column. The longest ones find the rows, the others only
 * narrow them: so the number of words does not make different statements.
 */
export function everyWord(column: Sql, key: string): Sql[] {
  const words = [...new Set(key.split(' ').filter(word => word !== ''))]
  const patterns = words.sort((one, other) => other.length - one.length).map(word => `% ${word}%`)
  const others = patterns.slice(INDEXED_WORDS)
  return [
    ...patterns.slice(0, INDEXED_WORDS).map(pattern => sql`${column} like ${pattern}`),
    ...(others.length > 0 ? [sql`${column} like all(${others}::text[])`] : []),
  ]
}
