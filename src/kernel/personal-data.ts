import { type Db, type Sql, sql, type Tx } from './db/db.ts'

/** A person who may ask for an export or an erasure, with an account or without. */
export interface DataSubject {
  readonly userId: string | undefined
  /** E-mail addresses in lower case: the one they gave, and those of their account. */
  readonly addresses: readonly string[]
  /** Telephone numbers they gave, as digits (`0612345678`): every way of writing these is found. */
  readonly telephones: readonly string[]
}

/** What one resource holds about people. src/personal-data/parts.ts lists these parts. */
export interface PersonalData {
  /** By the name it has in the exported file; empty lists stay. */
  export(db: Db, subject: DataSubject): Promise<Readonly<Record<string, readonly unknown[]>>>
  /** Removes what leads to the person, and leaves what others need. Answers how many rows of each kind. */
  erase(tx: Tx, subject: DataSubject): Promise<Readonly<Record<string, number>>>
}

/** A telephone number as it is compared: digits alone, a French one with its leading 0. */
export const telephoneOf = (text: string): string =>
  text.replaceAll(/\D/g, '').replace(/^(?:00)?33(?=\d{9}$)/, '0')

/** The same, in SQL. */
export const telephoneIn = (column: Sql): Sql =>
  sql`regexp_replace(regexp_replace(${column}, '\\D', '', 'g'), '^(00)?33(?=\\d{9}$)', '0')`

/** In a statement: whether a column holds an address, or a telephone number, of theirs and nothing else. */
export const isAddressOf = ({ addresses }: DataSubject, column: Sql): Sql =>
  sql`lower(${column}) = any(${[...addresses]})`
export const isTelephoneOf = ({ telephones }: DataSubject, column: Sql): Sql =>
  sql`${telephoneIn(column)} = any(${[...telephones]})`

/**
 * A pattern that finds their addresses and telephone numbers within a text, for PostgreSQL's `~*` and `regexp_replace`.
 */
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

/** The column's text with these replaced by `(effacé)`. */
export const withoutContacts = (subject: DataSubject, column: Sql): Sql =>
  sql`regexp_replace(${column}, ${contactsOf(subject)}, '(effacé)', 'gi')`
