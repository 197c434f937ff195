import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import type { Operation } from '../../../test/fuzz/document.ts'
import { routes, signInRoutes } from '../../routes.ts'
import { stripeWebhook } from '../../webhooks.ts'
import { apiDocument } from './document.ts'

/** What a front-end developer finds who has nothing but the document. */

interface Written extends Omit<Operation, 'parameters'> {
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
}
type Value = Readonly<Record<string, unknown>>

// Read as a client reads it: what JSON drops is not there.
const document = JSON.parse(
  JSON.stringify(apiDocument([...routes, ...stripeWebhook, ...signInRoutes], 'http://parvis.test', '1.0.0')),
)
const components = document.components as Record<string, Record<string, Value>>
const operations = Object.entries(document.paths as Record<string, Record<string, Written>>).flatMap(
  ([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
)

/** Every object of the document, with where it stands. */
function* objects(value: unknown, at = ''): Generator<readonly [string, Value]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Value]
  for (const [key, one] of Object.entries(value)) yield* objects(one, `${at}/${key}`)
}
const everything = [...objects(document)]

test('every reference leads somewhere, and every part is referred to', () => {
  const used = new Set(everything.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])))
  for (const { operation } of operations)
    for (const requirement of operation.security ?? [])
      for (const name of Object.keys(requirement)) used.add(`#/components/securitySchemes/${name}`)
  const there = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(named).map(name => `#/components/${kind}/${name}`),
  )
  assert.deepEqual([...used].sort(), there.sort())
})

test('an operation has an id, a line, a description, a chapter and what it asks for', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  assert.equal(new Set(ids).size, ids.length)
  const chapters = new Set((document.tags as { name: string }[]).map(({ name }) => name))
  for (const { name, operation } of operations) {
    assert.match(operation.operationId ?? '', /^[a-z]+[A-Za-z0-9]*$/, name)
    assert.ok(operation.summary && operation.description && operation.summary !== operation.description, name)
    assert.equal(operation.tags.length, 1, name)
    assert.ok(chapters.has(operation.tags[0] ?? ''), `${name} is in no chapter: ${operation.tags}`)
    assert.ok(Array.isArray(operation.security), name)
    assert.ok(
      Object.keys(operation.responses).some(status => status < '300'),
      name,
    )
  }
})

test('ids of operations read as names: one verb, and words that exist', () => {
  const wrong = operations.flatMap(({ name, operation: { operationId: id = '' } }) => {
    const [verb = '', ...words] = id.split(/(?=[A-Z])/)
    const [first = ''] = words
    const isDoubled = first.toLowerCase() === verb || (verb === 'get' && /^(Get|List)$/.test(first))
    // `Deliverie`, `Addresse` and `Statu` are no singulars; `One` says nothing.
    const isBroken = words.some(
      word =>
        word === 'One' ||
        (/ie$|sse$|[ai]tu$/.test(word) &&
          !name
            .toLowerCase()
            .split(/[^a-z]/)
            .includes(word.toLowerCase())),
    )
    return isDoubled || isBroken || words.length === 0 ? [id] : []
  })
  assert.deepEqual(wrong, [])
})

test('every chapter says what it holds, holds something, and stands in one part', () => {
  const named = (document.tags as { name: string; description: string }[]).map(({ name, description }) => {
    assert.ok(description, name)
    return name
  })
  const held = new Set(operations.flatMap(({ operation }) => operation.tags))
  assert.deepEqual(named.toSorted(), [...held].sort())
  const grouped = (document['x-tagGroups'] as { tags: string[] }[]).flatMap(({ tags }) => tags)
  assert.deepEqual(grouped, named)
})

test('an app is asked for by its name where it must say it, and never as a parameter', () => {
  const asked = (name: string) =>
    operations
      .find(one => one.name === name)
      ?.operation.security?.map(requirement => Object.keys(requirement).join(' and '))
  assert.deepEqual(asked('GET /api/v1/communes'), ['app'])
  assert.deepEqual(asked('POST /api/v1/claims'), ['app', 'app and bearer'])
  assert.deepEqual(asked('GET /api/v1/me'), ['bearer', 'app and bearer'])
  assert.deepEqual(asked('GET /api/v1/admin/users'), ['backoffice and bearer'])
  assert.deepEqual(asked('POST /api/v1/webhooks/payment'), ['paymentSignature'])
  assert.deepEqual(asked('GET /auth/token'), ['session', 'cookie'])
  const parameters = everything.filter(([at, one]) => /\/parameters\/\w+$/.test(at) && one.in === 'header')
  assert.deepEqual([...new Set(parameters.map(([, { name }]) => name))].sort(), [
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'Last-Event-ID',
    'X-File-Name',
    // Headers of webhooks, which this service sends.
    'webhook-id',
    'webhook-signature',
    'webhook-timestamp',
  ])
})

test('a body is asked for where something must be in it', () => {
  const bodies = operations.flatMap(({ name, operation }) => {
    const { required } = (operation.requestBody ?? {}) as { required?: boolean }
    return name.includes(' /api/') && required === false ? [name] : []
  })
  assert.deepEqual(bodies.sort(), [
    'PATCH /api/v1/admin/acteurs/{id}/validate',
    'PATCH /api/v1/admin/messages/threads/{id}/close',
    'PATCH /api/v1/admin/publications/{id}/valide',
    'POST /api/v1/admin/communes/{id}/defibrillateurs/sync',
    'POST /api/v1/admin/defibrillateurs-france/sync',
  ])
})

test('a record is described once, under its name', () => {
  const shapes = everything.filter(
    ([at, { type, properties }]) =>
      type === 'object' &&
      !/^\/components\/responses\/|\/properties$/.test(at) &&
      Object.keys(properties ?? {}).length > 2,
  )
  const twice = [...Map.groupBy(shapes, ([, shape]) => JSON.stringify(shape)).values()].filter(
    same => same.length > 1,
  )
  assert.deepEqual(
    twice.map(same => same.map(([at]) => at)),
    [],
  )
  for (const name of [
    'Publication',
    'AdminPublication',
    'OwnPublication',
    'Commune',
    'Acteur',
    'AdminActeur',
  ])
    assert.ok(components.schemas?.[name], name)
})

test('a refusal is described once, and each operation lists the codes of its own', () => {
  for (const { name, operation } of operations) {
    const { 'x-errors': codes, responses } = operation
    for (const [status, response] of Object.entries(responses))
      if (status >= '400') assert.deepEqual(Object.keys(response), ['$ref'], `${name} ${status}`)
    assert.ok(codes.includes('internal_error') && new Set(codes).size === codes.length, name)
  }
})

test('every form of `meta` that a list may have is named before the first chapter', () => {
  const forms = Object.keys(components.schemas ?? {}).filter(name => name.endsWith('PageMeta'))
  assert.ok(forms.length > 3)
  for (const name of forms) assert.ok(document.info.description.includes(`\`${name}\``), name)
})

test('the document is small enough to be read at every visit', () => {
  // 351 routes; a third of the bytes are lists of errors, 55 kB the descriptions of properties. Compressed it is a tenth.
  assert.ok(JSON.stringify(document).length < 1_300_000)
})

test('every value of a list is explained', () => {
  const silent = everything.flatMap(([at, { enum: values, description }]) =>
    Array.isArray(values) && !at.startsWith('/components/responses/') && at !== REFUSAL_CODE
      ? values
          .filter(value => value !== null && !String(description ?? '').includes(`\`${value}\`: `))
          .map(value => `${at}: ${value}`)
      : [],
  )
  assert.deepEqual(silent, [])
})
/** Explained where each may come: `components.responses`. */
const REFUSAL_CODE = '/components/schemas/Refusal/properties/error'

test('every parameter is described, with its limits and its default', () => {
  const parameters = everything.filter(
    ([at, one]) => typeof one.name === 'string' && 'in' in one && !at.includes('securitySchemes'),
  )
  assert.ok(parameters.length > 50)
  for (const [at, { name, description, schema }] of parameters) {
    assert.ok(typeof description === 'string' && description.length > 10, `${at} ${name}`)
    const { minimum, maximum, default: otherwise } = schema as Value
    for (const limit of [minimum, maximum, otherwise])
      if (limit !== undefined) assert.ok(description.includes(`${limit}`), `${at} ${name}: ${limit}`)
  }
})

test('every example is what its shape says', () => {
  const ajv = new Ajv({ strict: false, allowUnionTypes: true })
  for (const format of ['uuid', 'date', 'date-time', 'email', 'uri', 'binary']) ajv.addFormat(format, true)
  let shown = 0
  for (const [at, { examples, ...shape }] of everything) {
    if (!Array.isArray(examples)) continue
    // With all components, hundreds of compilations take half a minute.
    const validate = ajv.compile(JSON.stringify(shape).includes('$ref') ? { ...shape, components } : shape)
    for (const example of examples) assert.ok(validate(example), `${at}: ${ajv.errorsText(validate.errors)}`)
    shown += examples.length
  }
  assert.ok(shown > 40)
})
