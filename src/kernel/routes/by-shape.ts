import build from 'fast-json-stringify'
import type { FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { isId } from '../../../shared/shapes.ts'
import { Problem } from '../refusals/errors.ts'
import type { Config } from '../settings/config.ts'
import { isStorable } from '../texts/texts.ts'
import { checkFor } from './check.ts'
import type { Access } from './guard.ts'
import { queryReader } from './query-string.ts'

/** Parses requests and serialises replies by their shapes. */

/** A malformed id in the path, or a text that nothing stored can have, names nothing (404). */
export function paramsReader(
  shape: TObject | undefined,
): (params: unknown) => Record<string, string> | undefined {
  if (!shape) return () => undefined
  const check = checkFor(shape)
  return params => {
    const values = Object.entries(params as Record<string, string>).map(
      ([name, value]) => [name, isId(value) ? value.toLowerCase() : value] as const,
    )
    const named = Object.fromEntries(values)
    if (check(named).length > 0 || !Object.values(named).every(isStorable)) throw new Problem('not_found')
    return named
  }
}

/** Refuses or ignores unknown parameters, as the row's access says. */
export function queryReaderOf(
  shape: TObject | undefined,
  { unknownParameters }: Access,
): (request: FastifyRequest, ignored?: string[]) => unknown {
  const read = queryReader(shape ?? NO_PARAMETERS, unknownParameters)
  return (request, ignored) => {
    const url = request.raw.url ?? ''
    const at = url.indexOf('?')
    return read(at === -1 ? '' : url.slice(at + 1), ignored)
  }
}
const NO_PARAMETERS = { type: 'object', properties: {} } as unknown as TObject

export function bodyReader(shape: TSchema | undefined): (body: unknown) => unknown {
  const check = checkFor(shape ?? NO_BODY)
  const lowerIds = idsLowered(shape ?? NO_BODY)
  return body => {
    const value = body ?? {}
    const details = check(value)
    if (details.length > 0) throw new Problem('validation_failed', { details })
    return lowerIds ? lowerIds(value) : value
  }
}

/**
 * Lowercases every id of a validated value in place, because ids are compared as texts. Returns undefined when the
 * shape has no ids.
 */
export function idsLowered(shape: object): ((value: unknown) => unknown) | undefined {
  const { format, items, properties = {} } = shape as Holder
  if (format === 'uuid') return value => (typeof value === 'string' ? value.toLowerCase() : value)
  const each = items && idsLowered(items)
  if (each) return value => (Array.isArray(value) ? value.map(each) : value)
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const lower = idsLowered(field)
    return lower ? [{ name, lower }] : []
  })
  if (fields.length === 0) return undefined
  return value => {
    if (typeof value !== 'object' || value === null) return value
    const holder = value as Record<string, unknown>
    for (const { name, lower } of fields) if (Object.hasOwn(holder, name)) holder[name] = lower(holder[name])
    return value
  }
}
interface Holder {
  readonly format?: unknown
  readonly items?: object
  readonly properties?: Readonly<Record<string, object>>
}

/** A POST or DELETE without a body shape still accepts `{}`. */
const NO_BODY = { type: 'object', additionalProperties: false } as unknown as TSchema

type Write = (reply: unknown) => string
/** Compiled once per shape: several routes and nodes of one process share it. */
const compiled = new WeakMap<TSchema, Write>()

function writerOf(shape: TSchema): Write {
  const known = compiled.get(shape) ?? build(shape as object as Parameters<typeof build>[0])
  compiled.set(shape, known)
  return known
}

/** Serialises declared fields only. In test runs, a reply that differs from its shape fails. */
export function presenter(shape: TSchema, config: Config, asBuilt = false): (reply: unknown) => string {
  let write: Write | undefined
  const stringify: Write = reply => {
    write ??= asBuilt ? JSON.stringify : writerOf(shape)
    return write(reply)
  }
  if (!config.strictReplies) return stringify
  const check = checkFor(shape)
  return reply => {
    const details = check(JSON.parse(JSON.stringify(reply)))
    if (details.length === 0) return stringify(reply)
    throw new Error(`The reply is not what was declared: ${details.map(d => `${d.path} ${d.en}`).join(', ')}`)
  }
}
