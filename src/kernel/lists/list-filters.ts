import { about, Day, named, Word } from '../../../shared/shapes.ts'
import { type Sql, sql } from '../db/db.ts'

/** Filters that several lists share. */

/** Whether a list leaves deleted records out, includes them, or shows nothing else. */
export const Deleted = named(
  'Deleted',
  Word(['without', 'false', 'with', 'true', 'only'], {
    without: 'leaves deleted records out (the default)',
    false: 'the same as `without`',
    with: 'includes deleted records',
    true: 'the same as `with`',
    only: 'lists deleted records only',
  }),
)
/** The day range of a list, read by `onDays`. */
export const From = about('First day of the range, in Paris time', Day)
export const To = about('Last day of the range, included, in Paris time', Day)
export const Order = (orders: string) => `Sort order; \`${orders}\` by default`

const WANTED = { without: false, false: false, only: true, with: undefined, true: undefined } as const

/** True: deleted records only; false: without them; undefined: both. */
export const deletedWanted = (deleted: keyof typeof WANTED = 'without'): boolean | undefined =>
  WANTED[deleted]

/** No condition for an absent filter. */
export const equal = (column: Sql, value: string | number | boolean | undefined): Sql[] =>
  value === undefined ? [] : [sql`${column} = ${value}`]

/** Days in Paris time, both included. */
export const onDays = (column: Sql, from: string | undefined, to: string | undefined): Sql[] => [
  ...(from === undefined ? [] : [sql`${column} >= ${from}::timestamp at time zone 'Europe/Paris'`]),
  ...(to === undefined
    ? []
    : [sql`${column} < (${to}::timestamp + interval '1 day') at time zone 'Europe/Paris'`]),
]

/** How many words become conditions that use the index. */
const INDEXED_WORDS = 3

/**
 * Every word of `key` (made by `words_key`) must begin a word in the column. The three longest use the index; the others
 * are one array filter, so that the number of words does not create more prepared statements. A search without a word
 * (`👍`) finds nothing.
 */
export function everyWord(column: Sql, key: string): Sql[] {
  const words = [...new Set(key.split(' ').filter(word => word !== ''))]
  const patterns = words.sort((one, other) => other.length - one.length).map(word => `% ${word}%`)
  if (patterns.length === 0) return [sql`false`]
  const others = patterns.slice(INDEXED_WORDS)
  return [
    ...patterns.slice(0, INDEXED_WORDS).map(pattern => sql`${column} like ${pattern}`),
    ...(others.length > 0 ? [sql`${column} like all(${others}::text[])`] : []),
  ]
}
