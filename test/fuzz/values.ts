import fc from '../fast-check.ts'
import type { Schema } from './document.ts'
import { ENCODED, JSON_PIECES, NUMBERS, TEXTS } from './hostile.ts'

/** Words with a meaning for the database, by field name. */
export type Words = ReadonlyMap<string, readonly string[]>

type Made<T> = fc.Arbitrary<T>

/** A value that is valid, or nearly. */
export function valid(schema: Schema, name: string, words: Words): Made<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return fc.oneof(...branches.map(branch => valid(branch, name, words)))
  const [type = 'string', ...others] = [schema.type ?? 'string'].flat()
  const plain = ofType(type, schema, name, words)
  return others.includes('null') ? fc.option(plain, { freq: 8 }) : plain
}

function ofType(type: string, schema: Schema, name: string, words: Words): Made<unknown> {
  switch (type) {
    case 'integer':
      return integers(schema)
    case 'number':
      return fc.oneof(
        integers(schema),
        fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9 }),
      )
    case 'boolean':
      return fc.boolean()
    case 'array': {
      const most = Math.min(schema.maxItems ?? 5, 5)
      const items = valid(schema.items ?? {}, name, words)
      const made = { minLength: schema.minItems ?? 0, maxLength: most }
      return schema.uniqueItems ? fc.uniqueArray(items, made) : fc.array(items, made)
    }
    case 'object':
      return objects(schema, words)
    default:
      return texts(schema, name, words)
  }
}

/** The bounds and values between them. */
function integers({ minimum = -(2 ** 31), maximum = 2 ** 31 }: Schema): Made<number> {
  const [low, high] = [Math.ceil(minimum), Math.floor(maximum)]
  const [least, most] = [Math.max(0, low), Math.min(20, high)]
  return fc.oneof(
    { weight: 4, arbitrary: least > most ? fc.constant(low) : fc.integer({ min: least, max: most }) },
    { weight: 1, arbitrary: fc.constantFrom(low, high) },
    { weight: 1, arbitrary: fc.integer({ min: low, max: high }) },
  )
}

/** Just outside the schema. */
const beyond = ({ minimum = 0, maximum = 2 ** 53, maxLength = 200 }: Schema) =>
  fc.constantFrom<unknown>(
    minimum - 1,
    maximum + 1,
    minimum + 0.5,
    'a'.repeat(maxLength + 1),
    'é'.repeat(maxLength + 1),
    '👍'.repeat(maxLength + 1),
  )

function objects({ properties = {}, required = [] }: Schema, words: Words): Made<unknown> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valid(schema, name, words)]),
  )
  return fc.record(model, { requiredKeys: [...required] })
}

function texts(schema: Schema, name: string, words: Words): Made<string> {
  const known = words.get(name) ?? words.get(schema.format ?? '') ?? []
  const made = madeText(schema)
  return known.length === 0
    ? made
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: made })
}

/** Cached: building a negated character class tries every character. */
const made = new Map<string, Made<string>>()

function matching(pattern: string): Made<string> {
  const known = made.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
  made.set(pattern, known)
  return known
}

const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })

function madeText({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Made<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') return days.map(day => day.toISOString().slice(0, 10))
  if (format === 'date-time') return days.map(day => day.toISOString())
  if (pattern) return matching(pattern)
  const edges = fc.constantFrom('é'.repeat(maxLength), '👍'.repeat(maxLength))
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 20) })
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: edges })
}

////////////////////////////////////////////////////////////////////////////// as JSON text

const hostileJson = fc.oneof(
  fc.constantFrom(...JSON_PIECES),
  fc.constantFrom(...TEXTS).map(text => JSON.stringify(text)),
  fc.json({ maxDepth: 3 }),
)

/** Written by hand, because a key may be duplicated and a value need not be JSON. */
export function jsonText(schema: Schema, name: string, words: Words): Made<string> {
  const good = schema.properties
    ? members(schema, words)
    : schema.type === 'array'
      ? fc
          .array(jsonText(schema.items ?? {}, name, words), { maxLength: 4 })
          .map(items => `[${items.join(',')}]`)
      : valid(schema, name, words).map(value => JSON.stringify(value) ?? 'null')
  const near = beyond(schema).map(value => JSON.stringify(value))
  return fc.oneof(
    { weight: 30, arbitrary: good },
    { weight: 1, arbitrary: hostileJson },
    { weight: 1, arbitrary: near },
  )
}

function members({ properties = {}, required = [] }: Schema, words: Words): Made<string> {
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      jsonText(schema, name, words).map(text => `${JSON.stringify(name)}:${text}`),
    ]),
  )
  const strangers = fc.tuple(fc.constantFrom(...TEXTS, ...Object.keys(properties)), hostileJson)
  const extra = fc.oneof(
    { weight: 15, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: strangers.map(([name, text]) => `${JSON.stringify(name)}:${text}`) },
  )
  // Most requests have the required fields; otherwise all would end with the same error.
  const requiredKeys = [...required].filter(name => name in known)
  const complete = fc.record(known, { requiredKeys })
  const partial = fc.record(known, { requiredKeys: [] })
  const fields = fc.oneof({ weight: 9, arbitrary: complete }, { weight: 1, arbitrary: partial })
  return fc
    .tuple(fields, extra)
    .map(([object, more]) => `{${[...Object.values(object), ...(more ? [more] : [])].join(',')}}`)
}

////////////////////////////////////////////////////////////////////////////// as part of an address

/** `encodeURIComponent` throws on lone surrogates, which fast-check generates. */
export const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

export function addressText(schema: Schema, name: string, words: Words): Made<string> {
  const good = valid(schema, name, words).map(value => encoded(String(value)))
  return fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: 1, arbitrary: beyond(schema).map(value => encoded(String(value))) },
    { weight: 1, arbitrary: fc.constantFrom(...TEXTS.map(encoded), ...NUMBERS) },
    { weight: 1, arbitrary: fc.constantFrom(...ENCODED) },
    { weight: 1, arbitrary: good.map(text => text.toUpperCase()) },
    { weight: 1, arbitrary: cursors },
  )
}

/** Forged cursors: JSON in base64url. */
const cursors = fc
  .array(
    fc.oneof(
      fc.constantFrom<unknown>(
        1,
        2,
        0,
        -1,
        2 ** 53,
        '',
        'a',
        'zz',
        null,
        '0190a000-0000-7000-8000-000000000000',
      ),
      fc.constantFrom<unknown>(...TEXTS),
      fc.string(),
    ),
    { maxLength: 4 },
  )
  .chain(parts => fc.constantFrom(parts, [1, ...parts]))
  .map(parts => Buffer.from(JSON.stringify(parts)).toString('base64url'))
