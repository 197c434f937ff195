export type Named = Readonly<Record<string, unknown>>

/** Formats that say all about a text. */
const PLAIN = new Set(['uuid', 'date', 'date-time'])

/** Limits of what is sent, which tell nothing about a reply. */
const OF_REQUESTS = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
])

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly type?: unknown
  readonly format?: string
  readonly examples?: unknown
}

const SCHEMAS = '#/components/schemas/'
/** A simple value that is no longer than this is written in place of a reference. */
const SHORT = 45

/**
 * Removes our own keywords (`x-…`), limits of replies, and `additionalProperties: false`: replies may get further fields,
 * and the introduction says that those of requests are refused. Writes short values in place.
 */
export function trimmer(schemas: Named) {
  const inPlace = (reference: string | undefined, isSent: boolean): Schema | undefined => {
    const name = reference?.startsWith(SCHEMAS) ? reference.slice(SCHEMAS.length) : ''
    const { type, format = '', examples: _, ...more } = (schemas[name] ?? {}) as Schema
    if (typeof type !== 'string' || 'enum' in more || 'properties' in more || 'items' in more)
      return undefined
    const plain = PLAIN.has(format)
      ? trim({ type, format }, isSent)
      : { type, ...(trim(more, isSent) as object) }
    return JSON.stringify(plain).length <= SHORT ? (plain as Schema) : undefined
  }
  const trim = (value: unknown, isSent: boolean): unknown => {
    if (Array.isArray(value)) return value.map(one => trim(one, isSent))
    if (typeof value !== 'object' || value === null) return value
    const { $ref, anyOf, ...beside } = value as Schema
    const short = inPlace($ref ?? anyOf?.[0]?.$ref, isSent)
    if (short)
      return { ...short, ...(anyOf && { type: [short.type, 'null'] }), ...(trim(beside, isSent) as object) }
    const isDropped = (key: string, one: unknown) =>
      key.startsWith('x-') ||
      // Examples of whole bodies are not repeated in their schema: they stand beside it (operation.ts).
      (key === 'examples' && Array.isArray(one) && typeof one[0] === 'object') ||
      (key === 'additionalProperties' && one === false) ||
      (!isSent && OF_REQUESTS.has(key) && typeof one !== 'object')
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, one]) => !isDropped(key, one))
        .map(([key, one]) => [key, trim(one, isSent || key === 'requestBody' || key === 'parameters')]),
    )
  }
  return trim
}
