import { type Db, join, raw, type Sql, sql, type Tx, where } from '../db/db.ts'
import type { Secrets } from '../settings/secrets.ts'

/** A person whose data is exported or erased, with or without an account. */
export interface DataSubject {
  readonly userId: string | undefined
  /** In lower case: the given address, and those of the account. */
  readonly addresses: readonly string[]
  /** Telephone numbers as digits (`0612345678`); every spelling of them is found. */
  readonly telephones: readonly string[]
}

/**
 * The personal data of one resource. src/office/personal-data/resources.ts lists all resources. Sealed columns are found and read
 * with the secrets.
 */
export interface PersonalData {
  /** By name in the exported file; empty lists are included. */
  export(
    db: Db,
    subject: DataSubject,
    secrets: Secrets,
  ): Promise<Readonly<Record<string, readonly unknown[]>>>
  /** Removes what identifies the person and keeps the rest. Returns the number of changed rows by kind. */
  erase(tx: Tx, subject: DataSubject, secrets: Secrets): Promise<Readonly<Record<string, number>>>
  /** Texts of colleagues that may name the person beside others: exported, and left without the person's contacts. */
  readonly naming?: readonly Naming[]
}

interface Naming {
  readonly table: string
  /** By default `id`. */
  readonly key?: string
  /** `name`: unique in its table. `jsonb` is not exported, since it may hold data of others. */
  readonly columns: Readonly<Record<string, 'text' | 'name' | 'jsonb'>>
  /** Keeps the statement to the rows of an index. */
  readonly among?: Sql
}

/** A telephone number normalised for comparison: digits only, French ones with a leading 0. */
export const telephoneOf = (text: string): string =>
  text.replaceAll(/\D/g, '').replace(/^(?:00)?33(?=\d{9}$)/, '0')

/** `telephoneOf` in SQL. */
export const telephoneIn = (column: Sql): Sql =>
  sql`regexp_replace(regexp_replace(${column}, '\\D', '', 'g'), '^(00)?33(?=\\d{9}$)', '0')`

/** SQL conditions: the whole column is one of the person's addresses or telephone numbers. */
export const isAddressOf = ({ addresses }: DataSubject, column: Sql): Sql =>
  sql`lower(${column}) = any(${[...addresses]})`
export const isTelephoneOf = ({ telephones }: DataSubject, column: Sql): Sql =>
  sql`${telephoneIn(column)} = any(${[...telephones]})`

/** A regular expression for the person's addresses and telephone numbers in a text, for PostgreSQL. */
export const contactsOf = ({ addresses, telephones }: DataSubject): string =>
  [
    ...addresses.map(address => `(?<![[:alnum:]._%+-])${literally(address)}(?![[:alnum:]-]|\\.[[:alnum:]])`),
    ...telephones.map(digits => `(?<!\\d)${spoken(digits)}(?!\\d)`),
  ].join('|') || NOTHING
/** Matches no text. An empty expression would match every one. */
const NOTHING = '(?!)'

const literally = (text: string) => text.replaceAll(/[^a-z0-9]/gi, '\\$&')
const GAP = '[ .\\-/()\u00a0\u202f]*'

function spoken(digits: string): string {
  const french = /^0\d{9}$/.test(digits)
  const rest = [...(french ? digits.slice(1) : digits)].join(GAP)
  return french ? `(?:\\+33|0033|0)${GAP}(?:\\(0\\)${GAP})?${rest}` : rest
}

/** The column's text with the person's contacts replaced by `(effacé)`. */
export const withoutContacts = (subject: DataSubject, column: Sql): Sql =>
  sql`regexp_replace(${column}, ${contactsOf(subject)}, '(effacé)', 'gi')`

/** `a = …, b = …`: the columns without the person's contacts, for an update. No text gets longer than its column takes. */
export const columnsWithoutContacts = (subject: DataSubject, columns: readonly string[]): Sql =>
  join(
    columns.map(name => sql`${raw(name)} = ${shortWithout(subject, raw(name))}`),
    ', ',
  )
const shortWithout = (subject: DataSubject, column: Sql): Sql =>
  sql`left(${withoutContacts(subject, column)}, length(${column}))`

/** Whether one of the person's contacts stands in one of the columns. */
export const holdContacts = (subject: DataSubject, columns: readonly string[]): Sql =>
  sql`concat_ws(' ', ${raw(columns.join(', '))}) ~* ${contactsOf(subject)}`

////////////////////////////////////////////////////////////////////////////// texts of colleagues

const rowsNaming = (subject: DataSubject, { columns, among }: Naming): Sql =>
  where([...(among ? [among] : []), holdContacts(subject, Object.keys(columns))])

export function findNaming(db: Db, subject: DataSubject, naming: Naming): Promise<readonly unknown[]> {
  const { table, key = 'id', columns } = naming
  const shown = Object.keys(columns).filter(name => columns[name] !== 'jsonb')
  return db.all(sql`
    select ${table}::text as kind, ${raw([key, ...shown].join(', '))} from ${raw(table)}
    ${rowsNaming(subject, naming)} order by 2`)
}

export function eraseNaming(tx: Tx, subject: DataSubject, naming: Naming): Promise<number> {
  const changes = Object.entries(naming.columns).map(([name, kind]) => {
    const column = raw(name)
    if (kind === 'text') return sql`${column} = ${shortWithout(subject, column)}`
    if (kind === 'jsonb') return sql`${column} = ${withoutContacts(subject, sql`${column}::text`)}::jsonb`
    const named = sql`left(${shortWithout(subject, column)}, 20) || ' ' || right(id::text, 8)`
    return sql`${column} = case when ${holdContacts(subject, [name])} then ${named} else ${column} end`
  })
  return tx.run(sql`update ${raw(naming.table)} set ${join(changes, ', ')} ${rowsNaming(subject, naming)}`)
}
