import { type Sql, sql } from './db.ts'
import { OneOf } from './shapes.ts'

/** Filters that lists of the back-office have in common. */

/** Leave deleted ones out, list them too, or list nothing else. */
export const Deleted = OneOf('without', 'false', 'with', 'true', 'only')

const WANTED = { without: false, false: false, only: true, with: undefined, true: undefined } as const

/** Whether deleted ones are meant; undefined when both are. */
export const deletedWanted = (deleted: keyof typeof WANTED = 'without'): boolean | undefined =>
  WANTED[deleted]

/** Days of Paris, both included. */
export const onDays = (column: Sql, from: string | undefined, to: string | undefined): Sql[] => [
  ...(from === undefined ? [] : [sql`${column} >= ${from}::timestamp at time zone 'Europe/Paris'`]),
  ...(to === undefined
    ? []
    : [sql`${column} < (${to}::timestamp + interval '1 day') at time zone 'Europe/Paris'`]),
]
