import { nameOf } from '../../../shared/shapes.ts'

/**
 * Shapes with a name stand once in the document, and wherever they are used there is a reference to them. What a copy
 * says beyond its original (a description of its own, that it may be null) stands beside the reference.
 */
export interface Components {
  /** The same value, with references in place of what has a name. */
  refer(value: unknown): unknown
  /** What was referred to, by name. */
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
    Object.fromEntries(
      Object.entries(explained(value as Record<string, unknown>)).map(([key, one]) => [key, refer(one)]),
    )
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

/** What the copy says that its original does not; `type` and `enum` can only differ in null, which is said otherwise. */
const beyond = (copy: object, original: object) =>
  Object.fromEntries(
    Object.entries(copy).filter(
      ([key, value]) =>
        key !== 'type' && key !== 'enum' && (original as Record<string, unknown>)[key] !== value,
    ),
  )

const MEANINGS = 'x-enum-descriptions'

/** The meaning of each value as a list in the description: every tool shows that, also in an editor. */
function explained({ [MEANINGS]: meanings, ...shape }: Record<string, unknown>): Record<string, unknown> {
  if (!meanings) return shape
  const list = Object.entries(meanings).map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
  return { ...shape, description: [shape.description, list.join('\n')].filter(Boolean).join('\n\n') }
}
