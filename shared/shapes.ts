import type { Static, TOptional, TProperties, TSchema } from 'typebox'
import { each, namesOf } from './fields/field.ts'
import { Type } from './type.ts'

/** The building blocks of all shapes. Types, validation, serialisation and the OpenAPI document are derived from them. */

const NAME = Symbol('name')
interface Name {
  readonly name: string
  readonly original: object
}

/** Makes a shape a component of the OpenAPI document, which other shapes refer to. Tests send its `example`. */
export const named = <T extends TSchema>(name: string, shape: T, example?: Static<T>): T =>
  Object.assign(shape, {
    [NAME]: { name, original: shape },
    ...(example !== undefined && { examples: [example] }),
  })
export const nameOf = (shape: object): Name | undefined => (shape as { [NAME]?: Name })[NAME]

/** Adds a description, for fields whose name does not say enough. */
export const about = <T extends TSchema>(description: string, shape: T) =>
  Type.Unsafe<Static<T>>({ ...shape, description })

////////////////////////////////////////////////////////////////////////////// values

const FORM = Symbol('form')
type Form = readonly [fr: string, en: string]
/** A text of this pattern. Its refusal says the form in words, because a pattern tells a person nothing. */
export const Formed = (pattern: string, form: Form, options: object = {}) =>
  Type.String({ pattern, ...options, [FORM]: form })
export const formOf = (shape: object): Form | undefined => (shape as { [FORM]?: Form })[FORM]

/** Some of these values, separated by commas. */
export const SomeOf = (values: readonly string[], options: object = {}) => {
  const one = `(${values.join('|')})`
  return Formed(
    `^${one}(,${one}){0,${values.length - 1}}$`,
    [
      `prend une ou plusieurs de ces valeurs, séparées par des virgules : ${values.join(', ')}`,
      `takes one or more of these values, separated by commas: ${values.join(', ')}`,
    ],
    options,
  )
}

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
/** An id for examples; tests replace it with the id of an existing record. */
export const SOME_ID = '01985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f17'
const UUID_ANY_CASE = new RegExp(UUID, 'i')
export const isId = (text: string) => UUID_ANY_CASE.test(text)

export const Id = named(
  'Id',
  Type.String({ pattern: UUID.replaceAll('a-f', 'a-fA-F'), format: 'uuid' }),
  SOME_ID,
)
/** One id inside a longer pattern. */
export const ID_PATTERN = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
/** Ids separated by commas, with a limit of their number. */
export const Ids = (most: number, options: object = {}) =>
  Formed(
    `^${ID_PATTERN}(,${ID_PATTERN}){0,${most - 1}}$`,
    [
      `attend des identifiants séparés par des virgules, ${most} au plus`,
      `takes ids separated by commas, ${most} at most`,
    ],
    options,
  )
/** A text, trimmed and normalised (NFC) before its length is checked; in code points, as PostgreSQL counts. */
export const Text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength })
/** A name of a person or thing. May not contain a web address, which mail programs would turn into a link. */
export const Name = (maxLength: number, minLength = 1) =>
  Type.String({ minLength, maxLength, format: 'name' })
export const Slug = named(
  'Slug',
  Formed(
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    [
      'attend des minuscules sans accent, des chiffres et des traits d’union',
      'takes lower-case letters without accents, digits and hyphens',
    ],
    { maxLength: 100 },
  ),
  'rennes',
)
export const Timestamp = named(
  'Timestamp',
  Type.String({ format: 'date-time', description: 'An instant, in UTC' }),
  '2026-07-14T18:30:00.000Z',
)
export const Day = named(
  'Day',
  Type.String({ format: 'date', description: 'A day, `YYYY-MM-DD`' }),
  '2026-07-14',
)
export const Hour = named(
  'Hour',
  Formed(
    '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    ['attend une heure du jour : HH:MM', 'takes a time of day: HH:MM'],
    { description: 'A time of day in the commune’s time zone, `HH:MM`' },
  ),
  '20:30',
)
/** An address on the web. */
export const Link = named(
  'Link',
  Type.String({ format: 'uri', maxLength: 2000, description: 'An address on the web, `http` or `https`' }),
  'https://exemple.fr/fete',
)
export const Email = named('Email', Type.String({ format: 'email', maxLength: 254 }), 'anne@exemple.fr')
/** An extension of the agreed interface, marked `x-extension` on the API page. */
export const Version = named(
  'Version',
  Type.Integer({
    minimum: 1,
    maximum: 2 ** 31 - 1,
    description: 'Increases with every change; send it back as `If-Match: "3"`',
    'x-extension': true,
  }),
  3,
)

export const OneOf = <const T extends readonly string[]>(...values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })

/** An enumeration; the meanings of its values are shown on the API page. */
export const Word = <T extends string>(values: readonly T[], meanings: Readonly<Record<T, string>>) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], 'x-enum-descriptions': meanings })

/** An enumeration from a table of `shared/words`. */
export const WordOf = <T extends Readonly<Record<string, { readonly means: string }>>>(words: T) =>
  Word(namesOf(words), each(words, 'means') as Readonly<Record<keyof T & string, string>>)

/** Adds null to the type itself; with `anyOf` the serialiser would turn null into "", 0, false or []. */
export const Nullable = <T extends TSchema>(schema: T) => {
  const plain = schema as { type?: unknown; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...plain,
    type: [plain.type, 'null'],
    ...(plain.enum && { enum: [...plain.enum, null] }),
  })
}

export const Obj = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })
export const List = <T extends TSchema>(items: T, maxItems?: number) =>
  Type.Array(items, maxItems === undefined ? {} : { maxItems })
export const Optional = Type.Optional
/** Makes each of the fields optional. */
export const optional = <T extends TProperties>(properties: T) =>
  Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, Optional(shape)])) as {
    [Name in keyof T]: TOptional<T[Name]>
  }
export const Data = <T extends TSchema>(data: T) => Obj({ data })

/** Every field is optional: the body of a PATCH. */
export const Patch = <T extends TProperties>(properties: T) =>
  Type.Partial(Obj(properties), { additionalProperties: false, minProperties: 1 })
