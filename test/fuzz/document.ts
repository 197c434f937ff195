/** What the fuzz reads of the OpenAPI document: it knows nothing else of the routes. */
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
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>
  readonly components: object
}

/** HEAD and OPTIONS say nothing of their own: `http.test.ts` holds them to the document. */
export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([method]) => method !== 'head' && method !== 'options')
      .map(([method, rest]) => ({ ...rest, method: method.toUpperCase(), path })),
  )

/**
 * Which operation an address reaches: `/publications/types` is not the publication called `types`. A parameter may be
 * empty: the route is found, and its shape then says that nothing is there.
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
