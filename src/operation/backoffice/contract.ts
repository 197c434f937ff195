/**
 * Writes the API as types for the back-office and the client: an OpenAPI document becomes one interface, from `'GET /api/v1/me'` to
 * its inputs and outputs. Knows only the JSON Schema keywords that our shapes use; others become `unknown`.
 */

interface Schema {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

interface Parameter {
  readonly $ref?: string
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Content {
  readonly $ref?: string
  readonly content?: {
    readonly 'application/json'?: { readonly schema: Schema }
    readonly 'application/octet-stream'?: object
  }
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content>>
}

interface Components {
  readonly schemas?: Readonly<Record<string, Schema>>
  readonly parameters?: Readonly<Record<string, Parameter>>
  readonly responses?: Readonly<Record<string, Content>>
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: Components
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** A part of the API whose types and routes stand in another file. */
interface Declared {
  readonly document: ApiDocument
  /** As it is imported. */
  readonly file: string
}

export function contractOf({ paths, components = {} }: ApiDocument, declared?: Declared): string {
  const names = Object.keys(declared?.document.components?.schemas ?? {})
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap(method => {
      const operation = methods[method]
      return operation ? [rowOf(`${method.toUpperCase()} ${path}`, operation, components)] : []
    }),
  )
  const named = Object.entries(components.schemas ?? {})
    .filter(([name]) => !names.includes(name))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  const used = namesIn([...named, ...rows].join('\n'))
  const imported = ['Api as Declared', ...names.filter(name => used.has(name))].join(', ')
  return [
    '// Written by `npm run contract` from the table of routes; a test holds it to them.\n',
    ...(declared
      ? [`import type { ${imported} } from '${declared.file}'\n`, `export type * from '${declared.file}'\n`]
      : []),
    ...named,
    `export interface Api ${declared ? 'extends Declared ' : ''}{\n${rows.join('\n')}\n}\n`,
  ].join('\n')
}

/** The names of types in what is written, without its literals. */
const namesIn = (written: string): Set<string> =>
  new Set(written.replaceAll(/"[^"]*"|'[^']*'/g, '').match(/\b[A-Z]\w*/g))

/** A list of the writes that are executed again when they are repeated, since they take no `Idempotency-Key`. */
export function unrepeatableOf({ paths, components = {} }: ApiDocument): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap(method => {
      const operation = method === 'get' ? undefined : methods[method]
      const names = operation?.parameters?.map(one => resolve(one, components.parameters).name) ?? []
      const isRepeatable = names.includes('Idempotency-Key') || !path.startsWith('/api/')
      return operation && !isRepeatable ? [`${method.toUpperCase()} ${path}`] : []
    }),
  )
  return [
    '\n/** Writes of the API that take no `Idempotency-Key`: a repeat is executed again. */',
    `export const UNREPEATABLE: readonly (keyof Api)[] = [${routes.map(route => `'${route}'`).join(', ')}]\n`,
  ].join('\n')
}

function rowOf(route: string, operation: Operation, components: Components): string {
  const parameters = (operation.parameters ?? []).map(one => resolve(one, components.parameters))
  const at = (place: string) =>
    parameters
      .filter(one => one.in === place)
      .map(({ name, schema, required = false }) => field(name, schema, !required))
  const [params, query] = [at('path'), at('query')]
  const needsQuery = parameters.some(one => one.in === 'query' && one.required)
  const body = jsonOf(operation.requestBody)
  const takesFile = operation.requestBody?.content?.['application/octet-stream'] !== undefined
  const replies = Object.entries(operation.responses ?? {})
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => jsonOf(resolve(response, components.responses)) ?? [])
  const parts = [
    ...(params.length > 0 ? [`params: ${objectOf(params)}`] : []),
    ...(query.length > 0 ? [`query${needsQuery ? '' : '?'}: ${objectOf(query)}`] : []),
    ...(body ? [`body: ${typeOf(body)}`] : []),
    ...(takesFile ? ['body: Blob | Uint8Array'] : []),
    `reply: ${[...new Set(replies.map(typeOf))].join(' | ') || 'undefined'}`,
  ]
  return `  '${route}': { ${parts.join('; ')} }`
}

const jsonOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

function resolve<T extends { readonly $ref?: string }>(one: T, named: Readonly<Record<string, T>> = {}): T {
  return one.$ref === undefined ? one : (named[one.$ref.split('/').at(-1) ?? ''] ?? one)
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  if (schema.allOf) return schema.allOf.map(inner => `(${typeOf(inner)})`).join(' & ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(typeOf))].join(' | ')
  const kinds = [schema.type ?? []].flat()
  return kinds.map(kind => ofKind(kind, schema)).join(' | ') || 'unknown'
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function ofKind(kind: string, schema: Schema): string {
  if (kind === 'array') return `readonly (${schema.items ? typeOf(schema.items) : 'unknown'})[]`
  if (kind !== 'object') return SIMPLE[kind] ?? 'unknown'
  if (!schema.properties) {
    const { additionalProperties: values } = schema
    return `Readonly<Record<string, ${typeof values === 'object' ? typeOf(values) : 'unknown'}>>`
  }
  const required = schema.required ?? []
  return objectOf(
    Object.entries(schema.properties).map(([name, inner]) => field(name, inner, !required.includes(name))),
  )
}

const objectOf = (fields: readonly string[]) => `{ ${fields.join('; ')} }`
const field = (name: string, schema: Schema, optional: boolean) =>
  `readonly ${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}${optional ? '?' : ''}: ${typeOf(schema)}`
