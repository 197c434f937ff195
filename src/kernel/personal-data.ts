import { type Db, type Sql, sql, type Tx } from './db/db.ts'

/** Somebody who may ask what is held about them, and that it be gone: with an account or without. */
export interface DataSubject {
  readonly userId: string | undefined
  /** In lower case: the one they named, and those of their account. */
  readonly addresses: readonly string[]
  /** Those they gave, as digits (`0612345678`), and with them the ways to write them are meant. */
  readonly telephones: readonly string[]
}

/** What one resource holds about people. Each has one, and src/personal-data.ts lists them. */
export interface PersonalData {
  /** By name, as it stands in the file that a person is given. What is empty says nothing about anybody. */
  export(db: Db, subject: DataSubject): Promise<Readonly<Record<string, readonly unknown[]>>>
  /** Leaves what others need, without anything that leads to the person. Answers how much of what went. */
  erase(tx: Tx, subject: DataSubject): Promise<Readonly<Record<string, number>>>
}

/** A telephone as it is compared: digits alone, in the French way where it is French. */
export const telephoneOf = (text: string): string =>
  text.replaceAll(/\D/g, '').replace(/^(?:00)?33(?=\d{9}$)/, '0')

/** The same, asked of the database. */
export const telephoneIn = (column: Sql): Sql =>
  sql`regexp_replace(regexp_replace(${column}, '\\D', '', 'g'), '^(00)?33(?=\\d{9}$)', '0')`

/** Whether a column holds an address or a telephone of theirs and nothing else. */
export const isAddressOf = ({ addresses }: DataSubject, column: Sql): Sql =>
  sql`lower(${column}) = any(${[...addresses]})`
export const isTelephoneOf = ({ telephones }: DataSubject, column: Sql): Sql =>
  sql`${telephoneIn(column)} = any(${[...telephones]})`

/** How they are reached, wherever it stands in a text: for PostgreSQL's `~*` and `regexp_replace`. */
export const contactsOf = ({ addresses, telephones }: DataSubject): string =>
  [
    ...addresses.map(address => `(?<![[:alnum:]._%+-])${literally(address)}(?![[:alnum:]-]|\\.[[:alnum:]])`),
    ...telephones.map(digits => `(?<!\\d)${spoken(digits)}(?!\\d)`),
  ].join('|')

const literally = (text: string) => text.replaceAll(/[^a-z0-9]/gi, '\\$&')
const GAP = '[ .\\-/()\u00a0\u202f]*'

function spoken(digits: string): string {
  const french = /^0\d{9}$/.test(digits)
  const rest = [...(french ? digits.slice(1) : digits)].join(GAP)
  return french ? `(?:\\+33|0033|0)${GAP}(?:\\(0\\)${GAP})?${rest}` : rest
}

/** The text without them. */
export const withoutContacts = (subject: DataSubject, column: Sql): Sql =>
  sql`regexp_replace(${column}, ${contactsOf(subject)}, '(effacé)', 'gi')`
