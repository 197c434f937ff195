import { reached } from './brief.ts'
import type { Named } from './trim.ts'

/** Puts an example beside each value of a reply whose shape does not say what it looks like. */

export type Examples = Readonly<Record<string, string | number>>

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components: Readonly<Record<string, Named>>
}

export function withExamples<D extends Document>(document: D, examples: Examples): D {
  const { paths, components } = document
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  const shown = reached(
    operations.map(one => (one as Operation).responses),
    components,
  )
  const exemplify = (value: unknown, schema: string): unknown => {
    if (Array.isArray(value)) return value.map(one => exemplify(one, schema))
    if (typeof value !== 'object' || value === null) return value
    return each(value as Named, (inner, key) =>
      key === 'properties' && typeof inner === 'object' && inner !== null
        ? each(inner as Named, (one, name) => {
            const example = examples[`${schema}.${name}`] ?? examples[name]
            return exemplify(example === undefined ? one : beside(one as Schema, example), schema)
          })
        : exemplify(inner, schema),
    )
  }
  return {
    ...document,
    paths: each(paths, methods =>
      each(methods, operation => ({
        ...operation,
        responses: exemplify((operation as Operation).responses, ''),
      })),
    ),
    components: each(components, (named, kind) =>
      each(named, (one, name) => {
        const example = examples[inSmall(name)]
        const itself = example === undefined ? one : beside(one as Schema, example)
        return shown.has(`${kind}/${name}`) ? exemplify(itself, name) : one
      }),
    ),
  }
}

interface Operation {
  readonly responses: unknown
}
interface Schema {
  readonly type?: unknown
  readonly format?: string
  readonly items?: Schema
  readonly enum?: unknown
  readonly anyOf?: unknown
  readonly examples?: readonly unknown[]
}

/** `CodePostal` is the shape of `code_postal`. */
const inSmall = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`)

/** Formats of which every tool knows an example. */
const KNOWN = new Set(['uuid', 'date', 'date-time'])

function beside(schema: Schema, example: string | number): Schema {
  const kinds = [schema.type].flat()
  if (kinds.includes('array') && schema.items) return { ...schema, items: beside(schema.items, example) }
  const isTold = schema.enum ?? schema.anyOf ?? KNOWN.has(schema.format ?? '')
  const fits = typeof example === 'string' ? kinds.includes('string') : kinds.some(kind => NUMBERS.has(kind))
  return isTold || !fits ? schema : { ...schema, examples: [example] }
}
const NUMBERS = new Set<unknown>(['integer', 'number'])

const each = <T, R>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => R) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
