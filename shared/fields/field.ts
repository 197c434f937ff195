import type { Static, TSchema } from 'typebox'

/**
 * What a field of a record is, said once for the service and its pages: columns, requests, drafts, the audit trail, mails,
 * labels and comparisons are made from it.
 */
export interface Field {
  /** Its label. */
  readonly fr: string
  readonly en: string
  /** In a request. Where it may be null, a new record may leave it out. */
  readonly schema: TSchema
  /** In a reply, where that says more or less. */
  readonly reply?: TSchema
  /**
   * In the audit trail: the value, its hash, or only that it changed, since a text may hold personal data and the trail
   * is never erased.
   */
  readonly traced: 'value' | 'hash' | 'change'
}
type Fields = Readonly<Record<string, Field>>

type KeysOf<T> = T extends unknown ? keyof T : never
/** The fields that have a property. */
export const having = <F extends Fields, P extends KeysOf<F[keyof F]>>(fields: F, property: P) =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => Object.hasOwn(field, property))) as {
    [Name in keyof F as F[Name] extends Readonly<Record<P, unknown>> ? Name : never]: F[Name]
  }

/** One property of each field. */
export const each = <F extends Readonly<Record<string, object>>, P extends keyof F[keyof F]>(
  fields: F,
  property: P,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, (field as F[keyof F])[property]]),
  ) as { [Name in keyof F]: F[Name][P] }

/** The names of the fields that the audit trail holds in this way. */
export const tracedAs = <F extends Fields, T extends Field['traced']>(fields: F, traced: T) =>
  namesOf(fields).filter(name => fields[name]?.traced === traced)

/** How many characters an input takes. */
export const roomOf = ({ schema }: Pick<Field, 'schema'>) =>
  (schema as { readonly maxLength?: number }).maxLength

export const namesOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** As replies say them. */
export const repliesOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { reply, schema }]) => [name, reply ?? schema])) as {
    [Name in keyof F]: F[Name] extends { readonly reply: infer Reply } ? Reply : F[Name]['schema']
  }

type Kept<T> = T extends readonly (infer Item)[] ? readonly Item[] : T
/** A record of these fields. */
export type RecordOf<F extends Fields> = { readonly [Name in keyof F]: Kept<Static<F[Name]['schema']>> }

/** Null for each field that may be null: what a new record has where a request says nothing. */
export const absentOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { schema }]) => (schema as { type?: unknown }).type?.toString().includes('null'))
      .map(([name]) => [name, null]),
  ) as { readonly [Name in keyof F as null extends Static<F[Name]['schema']> ? Name : never]: null }
