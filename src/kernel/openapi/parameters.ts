import type { TObject, TSchema } from 'typebox'
import { nameOf } from '../../../shared/shapes.ts'
import { limitsOf } from './words.ts'

/** Path and query parameters with description, limits and default. */
export const parameters = (shape: TObject | undefined, place: 'path' | 'query', path = '') =>
  Object.entries((shape?.properties ?? {}) as Record<string, Schema>).map(([name, schema]) => {
    const { description, ...plain } = schema
    const meaning = place === 'path' ? partOf(path, name, schema) : description
    return {
      name,
      in: place,
      ...(schema['x-extension'] === true && { 'x-extension': true }),
      required: place === 'path' || ((shape?.required ?? []) as string[]).includes(name),
      description: [meaning, limitsOf(schema)].filter(Boolean).join('. '),
      schema: plain,
    }
  })

type Schema = TSchema & { description?: string; 'x-extension'?: boolean }

/** Describes a path parameter by the segment before it: `/things/{id}` is the id of one of `things`. */
function partOf(path: string, name: string, schema: Schema): string | undefined {
  const parts = path.split('/')
  const above = parts[parts.indexOf(`{${name}}`) - 1]
  const by = { Id: 'id', Slug: 'slug' }[nameOf(schema)?.name ?? '']
  return by ? `The ${by} of one of \`${above}\`` : schema.description
}

/** Parameters used at least this often become shared components. */
const OFTEN = 4

interface Operation {
  readonly parameters?: readonly { readonly name: string }[]
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export function sharedParameters(paths: Paths) {
  const all = Object.values(paths).flatMap(methods =>
    Object.values(methods).flatMap(one => one.parameters ?? []),
  )
  const alike = [...Map.groupBy(all, one => JSON.stringify(one))].filter(([, same]) => same.length >= OFTEN)
  const shared = new Map<string, { readonly name: string; readonly parameter: object }>()
  for (const [text, [parameter]] of alike.sort(([, one], [, other]) => other.length - one.length)) {
    const name = (parameter?.name ?? '').replaceAll(/(?:^|[_-])(\w)/g, (_, letter) => letter.toUpperCase())
    // When several different parameters have the same name, the most frequent one becomes the component.
    const taken = [...shared.values()].some(one => one.name === name)
    if (parameter && !taken) shared.set(text, { name, parameter })
  }
  const refer = (parameter: object) => {
    const known = shared.get(JSON.stringify(parameter))
    return known ? { $ref: `#/components/parameters/${known.name}` } : parameter
  }
  const referring = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        { ...operation, ...(operation.parameters && { parameters: operation.parameters.map(refer) }) },
      ]),
    ),
  ])
  return {
    paths: Object.fromEntries(referring),
    parameters: Object.fromEntries([...shared.values()].map(({ name, parameter }) => [name, parameter])),
  }
}
