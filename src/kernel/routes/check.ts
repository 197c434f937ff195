import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { formOf, isId } from '../../../shared/shapes.ts'
import type { Detail } from '../refusals/errors.ts'
import { isEmail } from '../texts/email-address.ts'
import { isPlainName, NO_NAME } from '../texts/plain-names.ts'

/** Checks values against shapes and describes what is wrong. */

/** Optimising the generated code takes a third of compiling and runs no faster. */
const ajv = new Ajv({ allErrors: true, strict: false, allowUnionTypes: true, code: { optimize: false } })
ajv.addFormat('uuid', isId)
ajv.addFormat('date', isDay)
ajv.addFormat('date-time', isTimestamp)
ajv.addFormat('email', isEmail)
ajv.addFormat('uri', isWebAddress)
ajv.addFormat('name', isPlainName)

/** At most ten details are reported for one value. */
const MOST_DETAILS = 10

type Check = (value: unknown) => readonly Detail[]

/**
 * Compiled at first use: a process uses few of the two hundred routes, and compiling all took half of the startup time.
 */
export function checkFor(schema: TSchema): Check {
  let compiled: ValidateFunction | undefined
  return value => {
    compiled ??= ajv.compile(schema)
    const validate = compiled
    if (validate(value)) return []
    const details = (validate.errors ?? []).slice(0, MOST_DETAILS * 3).map(error => explain(error, schema))
    const byPath = new Map(details.map(detail => [detail.path, detail]))
    return [...byPath.values()].slice(0, MOST_DETAILS)
  }
}

/**
 * Allows `http` and `https` only: a link rendered by a client must not run scripts. Nor a name before the host, as in
 * `https://impots.gouv.fr@example.org`: it hides where the link leads.
 */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s<>"\\^`{|}]+$/i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** A real calendar day between 1900 and 2200; PostgreSQL refuses year 0, which JSON Schema accepts. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (year < 1900 || year > 2200 || month < 1 || month > 12) return false
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

export function isTimestamp(text: string): boolean {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(\.\d{1,6})?(Z|[+-](\d\d):(\d\d))$/.exec(text)
  if (!match || !isDay(match[1] ?? '')) return false
  // In UTC, as stored, the day may differ.
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime()) || !isDay(instant.toISOString().slice(0, 10))) return false
  const [hour, minute, second, offsetHour = 0, offsetMinute = 0] = [2, 3, 4, 7, 8].map(part =>
    Number(match[part] ?? 0),
  )
  return (
    (hour ?? 99) <= 23 &&
    (minute ?? 99) <= 59 &&
    (second ?? 99) <= 59 &&
    offsetMinute <= 59 &&
    offsetHour * 60 + offsetMinute <= 14 * 60
  )
}

function explain(error: ErrorObject, schema: TSchema): Detail {
  const { params } = error
  const own = error.instancePath.split('/').slice(1).map(unescapePointer)
  const named = params.missingProperty ?? params.additionalProperty
  const path = [...own, ...(typeof named === 'string' ? [named] : [])].join('.')
  const [fr, en] = (error.keyword === 'pattern' && formOf(refusing(schema, error.schemaPath))) ||
    TEXTS[error.keyword]?.(params as Params) || ['valeur invalide', 'invalid value']
  return { path, fr, en }
}

/** The part of a shape whose keyword refused: `#/properties/ids/pattern` is that of `ids`. */
const refusing = (schema: object, path: string): object =>
  path
    .split('/')
    .slice(1, -1)
    .map(unescapePointer)
    .reduce((part: object, name) => (part as Record<string, object>)[name] ?? {}, schema)

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

type Params = { limit?: number; type?: string | string[]; format?: string; allowedValues?: unknown[] }
const plural = (count: number | undefined, word: string) => `${count} ${word}${(count ?? 0) > 1 ? 's' : ''}`

const TEXTS: Record<string, (params: Params) => readonly [fr: string, en: string]> = {
  required: () => ['est obligatoire', 'is required'],
  additionalProperties: () => ['n’est pas un champ connu', 'is not a known field'],
  type: ({ type }) => {
    const kinds = [type ?? []].flat().map(one => KINDS[one] ?? ([one, one] as const))
    return [
      `doit être ${kinds.map(([fr]) => fr).join(' ou ')}`,
      `must be ${kinds.map(([, en]) => en).join(' or ')}`,
    ]
  },
  enum: ({ allowedValues = [] }) => {
    const values = allowedValues.map(value => value ?? 'null').join(', ')
    return [`doit être l’une des valeurs : ${values}`, `must be one of: ${values}`]
  },
  const: () => ['valeur invalide', 'invalid value'],
  minLength: ({ limit }) =>
    limit === 1
      ? ['ne peut pas être vide', 'must not be empty']
      : [`au moins ${plural(limit, 'caractère')}`, `at least ${plural(limit, 'character')}`],
  maxLength: ({ limit }) => [
    `au plus ${plural(limit, 'caractère')}`,
    `at most ${plural(limit, 'character')}`,
  ],
  minimum: ({ limit }) => [`doit être au moins ${limit}`, `must be at least ${limit}`],
  maximum: ({ limit }) => [`doit être au plus ${limit}`, `must be at most ${limit}`],
  minItems: ({ limit }) => [`au moins ${plural(limit, 'élément')}`, `at least ${plural(limit, 'item')}`],
  maxItems: ({ limit }) => [`au plus ${plural(limit, 'élément')}`, `at most ${plural(limit, 'item')}`],
  uniqueItems: () => ['contient deux fois la même valeur', 'holds the same value twice'],
  minProperties: () => ['au moins un champ est attendu', 'at least one field is expected'],
  pattern: () => ['n’a pas la forme attendue', 'does not have the expected form'],
  format: ({ format = '' }) =>
    FORMATS[format] ?? ['n’a pas la forme attendue', 'does not have the expected form'],
}

/** Type names in words, because they are shown beside the field. */
const KINDS: Readonly<Record<string, readonly [fr: string, en: string]>> = {
  string: ['un texte', 'a text'],
  integer: ['un nombre entier', 'a whole number'],
  number: ['un nombre', 'a number'],
  boolean: ['true ou false', 'true or false'],
  array: ['une liste', 'a list'],
  object: ['un objet', 'an object'],
}
const FORMATS: Readonly<Record<string, readonly [fr: string, en: string]>> = {
  uuid: ['n’est pas un identifiant', 'is not an id'],
  date: [
    'attend un jour du calendrier, de 1900 à 2200 : AAAA-MM-JJ',
    'takes a day of the calendar, from 1900 to 2200: YYYY-MM-DD',
  ],
  'date-time': [
    'attend un instant avec son fuseau, de 1900 à 2200 : 2026-07-14T18:30:00+02:00',
    'takes an instant with its time zone, from 1900 to 2200: 2026-07-14T18:30:00+02:00',
  ],
  email: ['n’est pas une adresse électronique', 'is not an e-mail address'],
  name: NO_NAME,
  uri: [
    'n’est pas une adresse web : elle commence par http:// ou https://, sans nom ni mot de passe',
    'is not an address on the web: it begins with http:// or https://, without name and password',
  ],
}
