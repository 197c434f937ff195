import type { Named } from './trim.ts'

/** Describes each property whose shape says nothing of itself. */

/** By the name of the property, or by schema and name. */
export type Descriptions = Readonly<Record<string, string>>

interface Document {
  readonly paths: Readonly<Record<string, unknown>>
  readonly components: Readonly<Record<string, Named>>
}

export function withDescriptions<D extends Document>(document: D, descriptions: Descriptions): D {
  const describe = (value: unknown, schema: string): unknown => {
    if (Array.isArray(value)) return value.map(one => describe(one, schema))
    if (typeof value !== 'object' || value === null) return value
    return each(value as Named, (inner, key) =>
      key === 'properties' && typeof inner === 'object' && inner !== null
        ? each(inner as Named, (one, name) =>
            describe(beside(one, descriptions[`${schema}.${name}`] ?? descriptions[name]), schema),
          )
        : describe(inner, schema),
    )
  }
  const { paths, components } = document
  return {
    ...document,
    paths: describe(paths, ''),
    components: each(components, named => each(named as Named, describe)),
  }
}

const beside = (property: unknown, description: string | undefined) =>
  description === undefined || 'description' in (property as object)
    ? property
    : { ...(property as object), description }

const each = <T, R>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => R) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
