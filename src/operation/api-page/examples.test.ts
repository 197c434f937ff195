import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { SOME_ID } from '../../../shared/shapes.ts'
import { isDay, isTimestamp } from '../../kernel/routes/check.ts'
import { routes, signInRoutes } from '../../routes.ts'
import { apiDocument, documentFor } from './document.ts'
import { EXAMPLES } from './examples.ts'

/** Each reply as a tool shows it that puts the examples of values together. */

interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly items?: Schema
  readonly minimum?: number
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Response {
  readonly $ref?: string
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } }
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

const about = [[...routes, ...signInRoutes], 'http://parvis.test', '1.0.0'] as const
const read = (document: object) => JSON.parse(JSON.stringify(document)) as Document
const open = read(documentFor('public', ...about))
const documents = { whole: read(apiDocument(...about)), open, office: read(documentFor('office', ...about)) }

const FORMATS: Readonly<Record<string, string>> = {
  uuid: SOME_ID,
  date: '2026-07-14',
  'date-time': '2026-07-14T18:30:00.000Z',
}

const ajv = new Ajv2020({ allErrors: true, strict: false, allowUnionTypes: true })
for (const format of ['email', 'uri', 'binary', 'name', 'uuid']) ajv.addFormat(format, true)
ajv.addFormat('date', isDay)
ajv.addFormat('date-time', isTimestamp)

const nameIn = ($ref: string) => $ref.split('/').at(-1) ?? ''

/** `unknown` gets the texts of which nothing says what they look like. */
function shownOf({ components }: Document, unknown: string[]) {
  const show = (schema: Schema, at: string): unknown => {
    const { $ref, allOf, anyOf, format = '', properties, items } = schema
    if (schema.examples) return schema.examples[0]
    if (schema.enum) return schema.enum[0]
    if ($ref) return show(components.schemas[nameIn($ref)] ?? assert.fail($ref), nameIn($ref))
    if (allOf) return Object.assign({}, ...allOf.map(one => show(one, at)))
    if (anyOf?.[0]) return show(anyOf[0], at)
    const [type] = [schema.type].flat()
    if (type === 'array') return items ? [show(items, at)] : []
    if (type === 'object')
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([key, one]) => [key, show(one, `${at}.${key}`)]),
      )
    if (type === 'boolean') return true
    if (type !== 'string') return Math.max(1, schema.minimum ?? 1)
    if (!FORMATS[format]) unknown.push(at)
    return FORMATS[format] ?? 'string'
  }
  return show
}

for (const [name, document] of Object.entries(documents))
  test(`${name}: every reply that is made of the examples is what its shape says`, () => {
    const unknown: string[] = []
    const show = shownOf(document, unknown)
    const replies: Record<string, { readonly schema: Schema; readonly shown: unknown }> = {}
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { responses }] of Object.entries(methods))
        for (const [status, { $ref, ...response }] of Object.entries(responses)) {
          const { content } = $ref ? (document.components.responses[nameIn($ref)] ?? {}) : response
          const schema = content?.['application/json']?.schema
          const where = `${method} ${path} ${status}`
          // Each refusal of the whole document names its own codes.
          if (schema && (status < '400' || name !== 'whole'))
            replies[where] = { schema, shown: show(schema, where) }
        }
    const fits = ajv.compile({
      components: document.components,
      properties: Object.fromEntries(Object.entries(replies).map(([where, { schema }]) => [where, schema])),
    })
    assert.ok(Object.keys(replies).length > 90)
    fits(Object.fromEntries(Object.entries(replies).map(([where, { shown }]) => [where, shown])))
    assert.deepEqual(fits.errors ?? [], [])
    if (document === open) assert.deepEqual([...new Set(unknown)], [])
  })

test('every example is used', () => {
  const used = new Set<unknown>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { examples } = value as Schema
    if (Array.isArray(examples)) used.add(examples[0])
    Object.values(value).forEach(look)
  }
  look(documents)
  assert.deepEqual(
    Object.entries(EXAMPLES).filter(([, value]) => !used.has(value)),
    [],
  )
})
