import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { namesOf } from '../../../shared/fields/field.ts'
import { SOME_ID } from '../../../shared/shapes.ts'
import { SENT_EVENTS } from '../../../shared/words/webhooks.ts'
import { startApp } from '../../../test/app.ts'
import { EVENT_RECORD_ROWS, EVENTS, payloadOf, TEST } from '../../exchange/webhook-endpoints/events.ts'

/** The documents for one audience, against the one of all routes. */

type Schema = Readonly<Record<string, unknown>> & {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Operation {
  readonly operationId: string
  readonly description?: string
  readonly 'x-scopes'?: readonly string[]
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
  readonly webhooks?: Readonly<Record<string, { readonly post?: Operation }>>
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
  const isOffice = (path: string) => /^\/api\/v1\/(admin|mairie|webhooks)(\/|$)/.test(path)
  for (const { name, path } of operationsOf(open.document)) assert.ok(!isOffice(path), name)
  assert.ok(!JSON.stringify(open.document).includes('text/html'))
  assert.ok(!('backoffice' in (open.document.components.securitySchemes ?? {})))
  for (const { path, name } of operationsOf(office.document)) {
    const isOfTownHalls = path.startsWith('/api/v1/me/acteurs/{id}/mail-address')
    assert.ok(
      isOffice(path) || isOfTownHalls || path.startsWith('/auth/') || path === '/api/v1/crashes',
      name,
    )
  }
  for (const document of [whole.document, ...parts])
    for (const methods of Object.values(document.paths))
      assert.deepEqual([methods.head, methods.options], [undefined, undefined])
})

test('the public document has less than 235 kB, and that of the back-office less than half of all', () => {
  // It travels packed, in a sixth of that. Types generated from 229 kB have 318 kB (openapi-typescript). The descriptions of
  // properties take 25 kB, 3 kB when packed: without them nobody knows what a field holds.
  assert.ok(open.bytes < 235_000, `${open.bytes}`)
  assert.ok(office.bytes < whole.bytes / 2, `${office.bytes} of ${whole.bytes}`)
})

test('each event that is sent is in the public and the whole document, with a schema that its payload fits', () => {
  const fits = new Ajv2020({ strict: false, validateFormats: false })
  for (const { document } of [open, whole]) {
    assert.deepEqual(Object.keys(document.webhooks ?? {}).sort(), namesOf(SENT_EVENTS).toSorted())
    for (const [event, { post }] of Object.entries(document.webhooks ?? {})) {
      const schema = post?.requestBody?.content['application/json']?.schema ?? {}
      const isRight = fits.compile({ ...schema, components: document.components })
      const record = event === TEST ? undefined : EVENTS[event as keyof typeof EVENTS].record
      const statuses = record && EVENT_RECORD_ROWS[record].statuses
      const data = {
        id: SOME_ID,
        acteur_ids: [SOME_ID],
        commune_ids: [],
        ...(statuses && { status: Object.keys(statuses)[0] ?? '' }),
      }
      const at = '2026-07-14T18:30:00.000Z'
      const payload = payloadOf({ event: event as keyof typeof SENT_EVENTS, at, seq: 3, data })
      assert.ok(isRight(payload), `${event}: ${JSON.stringify(isRight.errors)}`)
      assert.ok(!isRight({ ...payload, type: 'other' }), event)
      if (statuses) assert.ok(!isRight({ ...payload, data: { ...data, status: 'other' } }), event)
      assert.match(post?.operationId ?? '', /^receive[A-Z]/)
    }
  }
  assert.equal(office.document.webhooks, undefined)
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

test('statuses and enumerations have the forms that generators of clients take', () => {
  for (const document of [whole.document, ...parts]) {
    // Orval 7 writes `4XX` as a number.
    for (const { name, operation } of operationsOf(document))
      for (const status of Object.keys(operation.responses)) assert.match(status, /^(\d{3}|default)$/, name)
    // Openapi-zod-client writes null as a text.
    for (const { enum: values } of objects(document))
      if (Array.isArray(values)) assert.ok(!values.includes(null), JSON.stringify(values))
  }
})

/** Ids that others give, and numbers. */
const NO_UUID =
  /(request_id|external_id|provider_\w+_id|event_id|AuditEntry\.(id|entity_id)|HistoryEntry\.id|EpciLine\.id|ProviderEvent\.id|Account\.id|(New|Used)Passkey\.id)$/

test('ids have the format of a UUID', () => {
  for (const { document } of [whole, open, office]) {
    let seen = 0
    const { Id, ...schemas } = document.components.schemas ?? {}
    assert.ok(Id === undefined || Id.format === 'uuid')
    // Those of `/auth` belong to the issuer.
    const replies = operationsOf(document).filter(({ path }) => path.startsWith('/api/'))
    for (const [name, root] of [
      ...Object.entries(schemas),
      ...replies.map(({ name, operation }) => [name, operation as object as Schema] as const),
    ])
      for (const { properties } of objects(root))
        for (const [field, schema] of Object.entries(properties ?? {}))
          if (/^id$|_ids?$/.test(field) && !NO_UUID.test(`${name}.${field}`)) {
            assert.match(JSON.stringify(schema), /"format":"uuid"|\/(Id|\w+InBrief)"/, `${name}.${field}`)
            seen++
          }
    assert.ok(seen > 60, `${seen}`)
  }
})

test('scopes of API keys stand beside `security`, where only schemes of OAuth have scopes', () => {
  for (const document of [whole.document, ...parts]) {
    const schemes = document.components.securitySchemes ?? {}
    let scoped = 0
    for (const { name, operation } of operationsOf(document)) {
      for (const requirement of operation.security ?? document.security ?? [])
        for (const [scheme, scopes] of Object.entries(requirement))
          assert.ok(schemes[scheme]?.type !== 'oauth2' && isDeepStrictEqual(scopes, []), `${name}: ${scheme}`)
      const [, inWords] =
        /\*\*API keys:\*\* with the scope `([a-z]+:[a-z]+)`/.exec(operation.description ?? '') ?? []
      if (document === whole.document) assert.deepEqual(operation['x-scopes'], inWords && [inWords], name)
      if (inWords) scoped++
    }
    assert.equal(scoped > 5, document !== office.document)
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
