import { join, raw, type Sql, sql } from './db.ts'

/**
 * The columns of a table that a record is written to: one list, complete by `satisfies Columns<Record>`, from which the
 * statements are made, in its order.
 */
export type Columns<T> = Readonly<Record<keyof T, true | string>>
/** With their types as PostgreSQL spells them, where rows are sent as JSON. */
export type TypedColumns<T> = Readonly<Record<keyof T, string>>

/** Names from our own lists, never from a request: they become SQL as they are. */
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

/** `jsonb_build_object('a', a, 'b', b)`: to the microsecond, which a record of JavaScript would lose. */
export const jsonOf = (columns: object): Sql =>
  sql`jsonb_build_object(${each(columns, name => `'${name}', ${name}`)})`

type RecordFor<C extends object> = Readonly<Record<keyof C, unknown>>

/** `$1, $2`: the values of the record, in the order of `columnsOf`. */
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
