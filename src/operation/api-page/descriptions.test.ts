import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes, signInRoutes } from '../../routes.ts'
import { stripeWebhook } from '../../webhooks.ts'
import { DESCRIPTIONS } from './descriptions.ts'
import { apiDocument, documentFor } from './document.ts'

type Schema = Readonly<Record<string, unknown>> & {
  readonly $ref?: string
  readonly description?: string
  readonly anyOf?: readonly Schema[]
}
interface Property {
  /** The place in the document. */
  readonly at: string
  readonly schema: Schema
}

const rows = [...routes, ...stripeWebhook, ...signInRoutes]
// Read as a client reads it: what JSON drops is not there.
const open = JSON.parse(JSON.stringify(documentFor('public', rows, 'http://parvis.test', '1.0.0')))
const whole = apiDocument(rows, 'http://parvis.test', '1.0.0')

/** Every property of every object, also within arrays, replies and events. */
function* properties(value: unknown, at = ''): Generator<Property> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    if (key === 'properties')
      for (const [name, schema] of Object.entries(one as Readonly<Record<string, Schema>>))
        yield { at: `${at}.${name}`, schema }
    // Examples are data, which may have a key of this name.
    if (key !== 'example' && key !== 'examples') yield* properties(one, `${at}/${key}`)
  }
}

/** A reference says what the shape says to which it leads. */
const isDescribed = ({ $ref, anyOf = [], description }: Schema): boolean =>
  Boolean(description) ||
  anyOf.some(isDescribed) ||
  ($ref !== undefined && isDescribed(open.components.schemas[$ref.split('/').at(-1) ?? '']))

test('every property of the public document is described', () => {
  const all = [...properties(open)]
  assert.ok(all.length > 800)
  assert.ok(all.some(({ at }) => at.startsWith('/components/schemas/PublicationChangedEvent')))
  const silent = all.filter(({ schema }) => !isDescribed(schema)).map(({ at }) => at)
  assert.deepEqual(silent, [])
})

test('every description of the table stands in the document', () => {
  const written = new Set([...properties(whole)].map(({ schema }) => schema.description))
  const unused = Object.entries(DESCRIPTIONS).filter(([, description]) => !written.has(description))
  assert.deepEqual(unused, [])
})
