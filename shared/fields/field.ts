import type { Static, TSchema } from 'typebox'
import type { Label, Told } from '../words/word.ts'

/**
 * Describes a field of a record once, for the service and the back-office. Columns, requests, drafts, audit trail, mails,
 * labels and comparisons are derived from it.
 */
export interface Field {
  /** The labels. */
  readonly fr: string
  readonly en: string
  /** The shape in requests. A new record may omit a field that may be null. */
  readonly schema: TSchema
  /** The shape in replies, if it differs. */
  readonly reply?: TSchema
  /**
   * What the audit trail holds: the value, its hash, or only that it changed. The trail is never erased, so it must not
   * hold texts that may contain personal data.
   */
  readonly traced: 'value' | 'hash' | 'change'
  /** How it is typed, checked and shown: see `kit/forms/described.ts`. Absent: each form has an input of its own for it. */
  readonly input?: Input
  /** For an input of the kind `choice`: its values, as strings, with their labels. Those that tell what they mean are all shown. */
  readonly choices?: Readonly<Record<string, Label & Partial<Told>>>
  /** The hint beside its input. */
  readonly about?: Label
  /** A day without a year is the last such day, not the next one; a month is its first day. */
  readonly past?: true
  /** Drawn and checked together with others: the days and hours of an event. */
  readonly group?: string
}
export type Input =
  | 'choice'
  | 'flag'
  | 'line'
  | 'note'
  | 'text'
  | 'day'
  | 'hour'
  | 'days'
  | 'moment'
  | 'address'
  | 'telephone'
  | 'email'
  | 'link'
  | 'hours'
  | 'closings'

/**
 * In an erasure: the person's contacts are cut out of a text, a contact that is the person's own is emptied, and the rest
 * stays.
 */
export type Erased = 'contacts' | 'whole' | 'never'

/** Any described fields, also those of rows that the audit trail only counts. */
type Fields = Readonly<Record<string, Omit<Field, 'traced'> & Partial<Pick<Field, 'traced'>>>>

type KeysOf<T> = T extends unknown ? keyof T : never
/** Selects the fields that have this property. */
export const having = <F extends Fields, P extends KeysOf<F[keyof F]>>(fields: F, property: P) =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => Object.hasOwn(field, property))) as {
    [Name in keyof F as F[Name] extends Readonly<Record<P, unknown>> ? Name : never]: F[Name]
  }

/** Selects the fields that lack this property. */
export const lacking = <F extends Fields, P extends KeysOf<F[keyof F]>>(fields: F, property: P) =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => !Object.hasOwn(field, property))) as {
    [Name in keyof F as F[Name] extends Readonly<Record<P, unknown>> ? never : Name]: F[Name]
  }

/** Selects the fields that are typed in one of these ways. */
export const typedAs = <F extends Fields, I extends Input>(fields: F, ...inputs: readonly I[]) =>
  Object.fromEntries(Object.entries(fields).filter(([, { input }]) => inputs.some(one => one === input))) as {
    [Name in keyof F as F[Name] extends { readonly input: I } ? Name : never]: F[Name]
  }

/** Returns one property of each field, by the name of the field. */
export const each = <F extends Readonly<Record<string, object>>, P extends keyof F[keyof F]>(
  fields: F,
  property: P,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, (field as F[keyof F])[property]]),
  ) as { [Name in keyof F]: F[Name][P] }

/** The names of the fields that are traced in this way. */
export const tracedAs = <F extends Fields, T extends Field['traced']>(fields: F, traced: T) =>
  namesOf(fields).filter(name => fields[name]?.traced === traced)

/** The texts out of which an erasure cuts the contacts of a person. */
export const textsWithContacts = <F extends Readonly<Record<string, { readonly erased: Erased }>>>(
  fields: F,
) => namesOf(fields).filter(name => fields[name]?.erased === 'contacts')

/** The maximum length of an input. */
export const roomOf = ({ schema }: Pick<Field, 'schema'>) =>
  (schema as { readonly maxLength?: number }).maxLength

/** Its JSON types: `['string', 'null']`. */
export const typesOf = ({ schema }: Pick<Field, 'schema'>) =>
  [(schema as { readonly type?: string | readonly string[] }).type].flat()

/** Whether it may be left blank. */
export const isOptional = (field: Pick<Field, 'schema'>) =>
  typesOf(field).some(type => type === 'null' || type === 'array')

/** A value for each field. */
export const byName = <F extends object, V>(fields: F, of: (name: keyof F & string) => V) =>
  Object.fromEntries(namesOf(fields).map(name => [name, of(name)])) as {
    readonly [Name in keyof F & string]: V
  }

/** Those of its properties that are named. */
export const picked = <T extends object>(all: T, names: readonly PropertyKey[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) as Partial<T>

export const namesOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** The shapes of these fields in replies. */
export const repliesOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { reply, schema }]) => [name, reply ?? schema])) as {
    [Name in keyof F]: F[Name] extends { readonly reply: infer Reply } ? Reply : F[Name]['schema']
  }

type Kept<T> = T extends readonly (infer Item)[] ? readonly Item[] : T
/** A record of these fields. */
export type RecordOf<F extends Fields> = { readonly [Name in keyof F]: Kept<Static<F[Name]['schema']>> }

/** Null for each field that may be null: the defaults of a new record. */
export const absentOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => typesOf(field).includes('null'))
      .map(([name]) => [name, null]),
  ) as { readonly [Name in keyof F as null extends Static<F[Name]['schema']> ? Name : never]: null }
