import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'

/** The documents for one audience, against the one of all routes. */

type Schema = Readonly<Record<string, unknown>> & {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema; examples?: object }>> }
  readonly responses: Readonly<Record<string, object>>
}
interface Document {
  readonly info: { readonly title: string }
  readonly security?: Operation['security']
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>
}

const app = await startApp()
const read = async (path: string) => {
  const text = await (await fetch(`${app.url}${path}`)).text()
  return { document: JSON.parse(text) as Document, bytes: Buffer.byteLength(text) }
}
const whole = await read('/openapi.json')
const open = await read('/openapi/public.json')
const office = await read('/openapi/office.json')
const parts = [open, office].map(({ document }) => document)

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  )
const idsOf = (document: Document) =>
  operationsOf(document).map(({ name, operation }) => `${name} ${operation.operationId}`)

test('each operation of the whole document is in exactly one of the parts, under the same id', () => {
  assert.deepEqual(parts.flatMap(idsOf).sort(), idsOf(whole.document).sort())
  for (const document of parts) {
    const chapters = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags))
    assert.deepEqual(document.tags.map(({ name }) => name).sort(), [...chapters].sort())
  }
})

test('the public document has no route of the back-office, and no page; neither has HEAD or OPTIONS', () => {
  const isOffice = (path: string) =>
    /^\/api\/v1\/(admin|mairie|webhooks|me\/acteurs\/\{id\}\/webhooks)(\/|$)/.test(path)
  for (const { name, path } of operationsOf(open.document)) assert.ok(!isOffice(path), name)
  assert.ok(!JSON.stringify(open.document).includes('text/html'))
  assert.ok(!('backoffice' in (open.document.components.securitySchemes ?? {})))
  for (const { path, name } of operationsOf(office.document)) {
    assert.ok(isOffice(path) || path.startsWith('/auth/') || path === '/api/v1/crashes', name)
  }
  for (const document of [whole.document, ...parts])
    for (const methods of Object.values(document.paths))
      assert.deepEqual([methods.head, methods.options], [undefined, undefined])
})

test('the public document has less than 150 kB, and that of the back-office less than half of all', () => {
  // Types generated from 149 kB have 192 kB (openapi-typescript), 172 (orval) and 144 (swagger-typescript-api).
  assert.ok(open.bytes < 150_000, `${open.bytes}`)
  assert.ok(office.bytes < whole.bytes / 2, `${office.bytes} of ${whole.bytes}`)
})

test('names stay short with what generators put around them', () => {
  const longest = {
    schemas: '',
    parameters: 'Parameter',
    responses: 'Response',
    headers: '',
    securitySchemes: '',
  }
  for (const { operation } of operationsOf(open.document))
    for (const name of [`get${operation.operationId}Url`, `${operation.operationId}Params`])
      assert.ok(name.length <= 40, name)
  for (const document of [whole.document, ...parts])
    for (const [kind, named] of Object.entries(document.components))
      for (const name of Object.keys(named))
        assert.ok(`${name}${longest[kind as keyof typeof longest]}`.length <= 40, name)
})

/** Every object of a document. */
function* objects(value: unknown): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Schema
  for (const one of Object.values(value)) yield* objects(one)
}

test('every reference leads somewhere, and every component is referred to', () => {
  for (const document of parts) {
    const used = new Set(
      [...objects(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])),
    )
    const requirements = [document.security, ...operationsOf(document).map(one => one.operation.security)]
    for (const requirement of requirements.flatMap(one => one ?? []))
      for (const name of Object.keys(requirement)) used.add(`#/components/securitySchemes/${name}`)
    const there = Object.entries(document.components).flatMap(([kind, named]) =>
      Object.keys(named).map(name => `#/components/${kind}/${name}`),
    )
    assert.deepEqual([...used].sort(), there.sort(), document.info.title)
  }
})

test('a record has the same fields as in the whole document, also one that is made of another one', () => {
  const fieldsOf = (schema: Schema, document: Document): string[] =>
    schema.$ref
      ? fieldsOf(document.components.schemas?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, document)
      : [
          ...(schema.allOf ?? []).flatMap(one => fieldsOf(one, document)),
          ...Object.keys(schema.properties ?? {}).map(
            name => `${name}${schema.required?.includes(name) ? '' : '?'}`,
          ),
        ].sort()
  let composed = 0
  for (const document of parts)
    for (const [name, schema] of Object.entries(document.components.schemas ?? {})) {
      if (name === 'Refusal') continue
      if (schema.allOf) composed++
      const original = whole.document.components.schemas?.[name] ?? {}
      assert.deepEqual(fieldsOf(schema, document), fieldsOf(original, whole.document), name)
    }
  assert.ok(composed > 5)
})

test('every body has the example that examples.test.ts sends', () => {
  let shown = 0
  for (const document of parts)
    for (const { name, operation } of operationsOf(document))
      for (const [type, { examples }] of Object.entries(operation.requestBody?.content ?? {})) {
        const original = operationsOf(whole.document).find(one => one.name === name)?.operation.requestBody
        const { $ref = '' } = original?.content[type]?.schema ?? {}
        const shape = whole.document.components.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {}
        const [value] = (shape.examples ?? original?.content[type]?.schema.examples ?? []) as unknown[]
        assert.ok(value !== undefined, name)
        assert.deepEqual(examples, { example: { value } }, name)
        shown++
      }
  assert.ok(shown > 100)
})
