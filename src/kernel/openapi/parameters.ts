import type { TObject, TSchema } from 'typebox'
import { nameOf } from '../../../shared/shapes.ts'
import type { Form } from './brief.ts'
import { limitsOf } from './words.ts'

/** Path and query parameters with description; the whole form has limits and default in the text too. */
export const parameters = (shape: TObject | undefined, place: 'path' | 'query', form: Form, path = '') =>
  Object.entries((shape?.properties ?? {}) as Record<string, Schema>).map(([name, schema]) => {
    const { description, ...plain } = schema
    const isId = place === 'path' && nameOf(schema)?.name === 'Id'
    const meaning = place === 'path' ? partOf(path, name, schema) : description
    const text = [meaning, form === 'whole' && limitsOf(schema)].filter(Boolean).join('. ')
    const required = place === 'path' || ((shape?.required ?? []) as string[]).includes(name)
    return {
      name,
      in: place,
      ...(schema['x-extension'] === true && { 'x-extension': true }),
      ...(required && { required }),
      // An id is explained by the path.
      ...(text && !(form === 'brief' && isId) && { description: text }),
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
