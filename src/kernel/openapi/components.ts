import { nameOf } from '../../../shared/shapes.ts'

const MEANINGS = 'x-enum-descriptions'

/**
 * Collects named shapes as components and replaces their uses by references. A copy's own description, or that it may
 * be null, stands beside the reference.
 */
interface Components {
  /** The value with references in place of named shapes. */
  refer(value: unknown): unknown
  /** The referenced shapes by name. */
  schemas(): Record<string, unknown>
}

export function components(): Components {
  const originals = new Map<string, object>()
  const written = new Map<string, unknown>()

  const define = (name: string, original: object) => {
    const known = originals.get(name)
    if (known === original) return
    if (known && JSON.stringify(known) !== JSON.stringify(original))
      throw new Error(`Two shapes are called ${name}`)
    originals.set(name, original)
    written.set(name, plain(original))
  }
  const plain = (value: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(explained(value as Value)).map(([key, one]) => [key, refer(one)]))
  const refer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(refer)
    if (typeof value !== 'object' || value === null) return value
    const known = nameOf(value)
    if (!known) return plain(value)
    define(known.name, known.original)
    const reference = { $ref: `#/components/schemas/${known.name}` }
    const beside = beyond(value, known.original)
    return isNullable(value) && !isNullable(known.original)
      ? { anyOf: [reference, { type: 'null' }], ...beside }
      : { ...reference, ...beside }
  }
  return {
    refer,
    schemas: () => Object.fromEntries([...written].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

const isNullable = ({ type }: { type?: unknown }) => Array.isArray(type) && type.includes('null')

/** The keys in which the copy differs. `type` and `enum` differ only by null, which is handled above. */
const beyond = (copy: object, original: object) =>
  Object.fromEntries(
    Object.entries(copy).filter(
      ([key, value]) =>
        key !== 'type' && key !== 'enum' && (original as Record<string, unknown>)[key] !== value,
    ),
  )

type Value = Readonly<Record<string, unknown>>

/**
 * Moves the meanings of values into the description, which every tool shows. Null stands beside the values: generators
 * take a null among them for a text, or refuse it.
 */
function explained({ [MEANINGS]: meanings, ...shape }: Value): Value {
  const list = Object.entries(meanings ?? {})
    .map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
    .join('\n')
  const { type, enum: values, ...rest } = shape
  if (Array.isArray(values) && values.includes(null)) {
    const [kind] = [type].flat().filter(one => one !== 'null')
    const some = { type: kind, enum: values.filter(one => one !== null), ...(list && { description: list }) }
    return { ...rest, anyOf: [some, { type: 'null' }] }
  }
  return list ? { ...shape, description: [shape.description, list].filter(Boolean).join('\n\n') } : shape
}
