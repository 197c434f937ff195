import { join, raw, type Sql, sql } from './db.ts'

/** The columns that a record is written to: one list, complete by `satisfies Columns<Record>`, for all its statements. */
export type Columns<T> = Readonly<Record<keyof T, true | string>>
/** With PostgreSQL type names, for rows that are sent as JSON. */
export type TypedColumns<T> = Readonly<Record<keyof T, string>>

/** Inserts names into SQL unescaped: only from our own lists, never from a request. */
const each = (columns: object, write: (name: string) => string): Sql =>
  raw(Object.keys(columns).map(write).join(', '))

/** `a, b`, or `p.a, p.b`. */
export const columnsOf = (columns: object, table?: string): Sql =>
  each(columns, name => (table === undefined ? name : `${table}.${name}`))

/** `a text, b uuid`, for `jsonb_to_recordset` and temporary tables. */
export const typed = (columns: Readonly<Record<string, string>>): Sql =>
  each(columns, name => `${name} ${columns[name]}`)

/** `a = r.a, b = r.b`. */
export const assignedFrom = (columns: object, table: string): Sql =>
  each(columns, name => `${name} = ${table}.${name}`)

/** `jsonb_build_object('a', a, 'b', b)`: keeps microseconds, which JavaScript dates lose. */
export const jsonOf = (columns: object): Sql =>
  sql`jsonb_build_object(${each(columns, name => `'${name}', ${name}`)})`

type RecordFor<C extends object> = Readonly<Record<keyof C, unknown>>

/** `$1, $2`: the record's values in the order of `columnsOf`. */
export const valuesOf = <C extends object>(columns: C, record: RecordFor<C>): Sql =>
  join(
    namesOf(columns).map(name => sql`${record[name]}`),
    ', ',
  )

/** `a = $1, b = $2`. */
export const assigned = <C extends object>(columns: C, record: RecordFor<C>): Sql =>
  join(
    namesOf(columns).map(name => sql`${raw(name)} = ${record[name]}`),
    ', ',
  )

const namesOf = <C extends object>(columns: C) => Object.keys(columns) as (keyof C & string)[]
