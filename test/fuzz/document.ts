/** The OpenAPI document, the fuzzer's only knowledge of the routes. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

interface Content {
  readonly 'application/json'?: { readonly schema: Schema }
  readonly 'text/html'?: { readonly schema: Schema }
}

export interface Operation {
  readonly operationId?: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<
    Record<string, { readonly content?: Content; readonly headers?: Readonly<Record<string, unknown>> }>
  >
  /** The error codes it may return. */
  readonly 'x-errors': readonly string[]
}

/** An operation without parameters has no list of them. */
type Described = Omit<Operation, 'method' | 'path' | 'parameters'> & Partial<Pick<Operation, 'parameters'>>

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: { readonly Refusal: Schema } }
}

/** Resolves references, and turns nullable types into one form, so that the fuzzer handles one notation. */
export function resolved(document: Document): Document {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, anyOf, ...rest } = value as { $ref?: string; anyOf?: unknown[] }
    const beside = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, resolve(one)]))
    if ($ref !== undefined) return { ...(resolve(target($ref)) as object), ...beside }
    if (!anyOf) return beside
    const [one, none] = anyOf.map(resolve) as Schema[]
    const isNullable = anyOf.length === 2 && none?.type === 'null'
    return isNullable && one ? { ...nullable(one), ...beside } : { anyOf: anyOf.map(resolve), ...beside }
  }
  const target = ($ref: string) =>
    $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document)
  return resolve(document) as Document
}

const nullable = (schema: Schema): Schema => ({
  ...schema,
  type: [schema.type ?? 'string', 'null'].flat(),
  ...(schema.enum && { enum: [...schema.enum, null] }),
})

/** HEAD and OPTIONS are not documented; `http.test.ts` checks them. */
export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([method]) => method !== 'head' && method !== 'options')
      .map(([method, rest]) => ({
        ...rest,
        parameters: rest.parameters ?? [],
        method: method.toUpperCase(),
        path,
      })),
  )

/**
 * The operation of an address: `/publications/types` is not the publication `types`. A parameter may be empty: the
 * route matches, and its shape answers 404.
 */
export function operationAt(operations: readonly Operation[], method: string, target: string) {
  const path = target.split('?', 1)[0] ?? ''
  return operations
    .filter(one => one.method === method && matcher(one.path).test(path))
    .sort((one, other) => placesIn(one.path) - placesIn(other.path))[0]
}

const placesIn = (path: string) => path.split('{').length

const matchers = new Map<string, RegExp>()
function matcher(path: string): RegExp {
  const known = matchers.get(path)
  if (known) return known
  const made = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`)
  matchers.set(path, made)
  return made
}
