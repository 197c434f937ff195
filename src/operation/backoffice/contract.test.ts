import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CONTRACTS } from '../../write-contract.ts'
import { contractOf } from './contract.ts'

test('the contracts of the back-office and of the client equal the routes (else run npm run contract)', () => {
  for (const [file, current] of CONTRACTS)
    assert.ok(
      readFileSync(file, 'utf8') === current(),
      `${file}: run \`npm run contract\`, and commit what it writes`,
    )
})

test('each word of a schema becomes the type that says the same', () => {
  const schema = {
    type: 'object',
    required: ['id', 'kind'],
    properties: {
      id: { type: 'string' },
      kind: { enum: ['a', 'b', null] },
      'odd-name': { type: ['integer', 'null'] },
      list: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      either: { anyOf: [{ type: 'boolean' }, { const: 3 }] },
      counts: { type: 'object', additionalProperties: { type: 'integer' } },
    },
  }
  const written = contractOf({
    components: { schemas: { Thing: { type: 'string' } } },
    paths: {
      '/things/{id}': {
        get: {
          parameters: [
            { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
            { in: 'query', name: 'page', schema: { type: 'integer' } },
          ],
          responses: { 200: { content: { 'application/json': { schema } } }, 404: {} },
        },
      },
    },
  })
  assert.match(written, /^export type Thing = string$/m)
  assert.ok(
    written.includes(
      "'GET /things/{id}': { params: { readonly id: string }; query?: { readonly page?: number }; reply: " +
        '{ readonly id: string; readonly kind: "a" | "b" | null; readonly \'odd-name\'?: number | null; ' +
        'readonly list?: readonly (Thing)[]; readonly either?: boolean | 3; ' +
        'readonly counts?: Readonly<Record<string, number>> } }',
    ),
    written,
  )
})

test('what another file declares is imported from it, and not written again', () => {
  const string = { type: 'string' }
  const toThing = { $ref: '#/components/schemas/Thing' }
  const replying = (schema: object) => ({
    get: { responses: { 200: { content: { 'application/json': { schema } } } } },
  })
  const written = contractOf(
    {
      components: { schemas: { Thing: string, Own: { enum: ['Unused'] } } },
      paths: { '/own': replying(toThing) },
    },
    {
      file: './open.ts',
      document: {
        components: { schemas: { Thing: string, Unused: string } },
        paths: { '/things': replying(toThing) },
      },
    },
  )
  assert.deepEqual(written.split('\n').filter(Boolean).slice(1), [
    "import type { Api as Declared, Thing } from './open.ts'",
    "export type * from './open.ts'",
    'export type Own = "Unused"',
    'export interface Api extends Declared {',
    "  'GET /own': { reply: Thing }",
    '}',
  ])
})
