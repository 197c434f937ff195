import type { Static, TObject, TSchema } from 'typebox'
import { cleanText } from '../http/json.ts'
import { type Detail, malformed, Problem } from '../refusals/errors.ts'
import { checkFor } from './check.ts'

/**
 * Parses a query string by its shape. Stricter than framework coercion: refuses `1e3`, `0x10`, ` 12` and repeated
 * parameters, and unknown ones when asked to; otherwise adds the names of these to `ignored`.
 */
export function queryReader<T extends TObject>(shape: T, unknown: 'refuse' | 'ignore') {
  const properties = shape.properties as Record<string, TSchema>
  const check = checkFor(shape)
  return (search: string, ignored: string[] = []): Static<T> => {
    const values: Record<string, unknown> = {}
    const details: Detail[] = []
    for (const [name, text] of pairs(search)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (!property) {
        if (unknown === 'refuse')
          details.push({ path: name, fr: 'n’est pas un paramètre connu', en: 'is not a known parameter' })
        else ignored.push(name)
      } else if (Object.hasOwn(values, name)) {
        details.push({ path: name, fr: 'est donné deux fois', en: 'is given twice' })
      } else {
        values[name] = typed(text, property)
      }
    }
    if (details.length === 0) details.push(...check(values))
    if (details.length > 0) throw new Problem('validation_failed', { details: details.slice(0, 10) })
    return values as Static<T>
  }
}

function* pairs(search: string): Generator<[name: string, text: string]> {
  if (search === '') return
  for (const part of search.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = at === -1 ? part : part.slice(0, at)
    yield [decode(name, ''), at === -1 ? '' : decode(part.slice(at + 1), name)]
  }
}

function decode(text: string, path: string): string {
  try {
    return cleanText(decodeURIComponent(text.replaceAll('+', ' ')), path)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw malformed(path, 'contient un % qui ne code rien', 'holds a % that encodes nothing')
  }
}

/** A value that does not match its type stays a string, so that the shape refuses it by name. */
function typed(text: string, schema: TSchema): unknown {
  switch ((schema as { type?: unknown }).type) {
    case 'integer':
      return /^(0|-?[1-9]\d{0,9})$/.test(text) ? Number(text) : text
    case 'number':
      return /^-?\d{1,10}(\.\d{1,12})?$/.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
    default:
      // Ids are compared as texts, so their case must not differ.
      return (schema as { format?: unknown }).format === 'uuid' ? text.toLowerCase() : text
  }
}
