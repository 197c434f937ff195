import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/fast-check.ts'
import { Problem } from '../refusals/errors.ts'
import { parseJson } from './json.ts'
import { BODY_LIMIT } from './server.ts'

const codeOf = (run: () => unknown) => {
  try {
    run()
    return 'ok'
  } catch (error) {
    return error instanceof Problem ? error.code : String(error)
  }
}
const parsed = (json: string | Uint8Array<ArrayBuffer>) => parseJson(Buffer.from(json as string))

test('bodies are strict JSON in strict UTF-8: no duplicate key, NUL, lone surrogate or deep nesting', () => {
  assert.deepEqual(parsed('{"a": " e\\u0301 ", "b": [{"c": 1}]}'), { a: 'é', b: [{ c: 1 }] })
  assert.equal(
    codeOf(() => parsed('{"a":1,"a":2}')),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed('{"a":1,"\\u0061":2}')),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed('[{"x":{"a":":","b":"\\\\","a":1}}]')),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed('{"a":1,"b":":\\":{}"}')),
    'ok',
  )
  assert.equal(
    codeOf(() => parsed(new Uint8Array([0x22, 0xc0, 0x80, 0x22]))),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed(new Uint8Array([0x22, 0xff, 0x22]))),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed('"\\u0000"')),
    'validation_failed',
  )
  assert.equal(
    codeOf(() => parsed('"\\ud800"')),
    'validation_failed',
  )
  assert.equal(
    codeOf(() => parsed('{"\\ud800":1}')),
    'validation_failed',
  )
  assert.equal(
    codeOf(() => parsed('{"a":')),
    'invalid_json',
  )
  assert.equal(
    codeOf(() => parsed('['.repeat(33) + ']'.repeat(33))),
    'validation_failed',
  )
  assert.equal(
    codeOf(() => parsed('['.repeat(100_000) + ']'.repeat(100_000))),
    'validation_failed',
  )
})

test('a body of too many values is refused before it is parsed, commas and brackets in texts do not count', () => {
  const many = (count: number, value: string) => `[${Array(count).fill(value).join()}]`
  assert.equal(
    codeOf(() => parsed(many(25_000, '1'))),
    'ok',
  )
  for (const body of [
    many(25_001, '1'),
    many(12_501, '[]'),
    many(12_501, '{}'),
    `{${many(30_000, '"a":1').slice(1, -1)}}`,
    // No JSON, and yet too many: nothing parses it.
    '{'.repeat(25_001),
  ])
    assert.throws(
      () => parsed(body),
      (error: unknown) =>
        error instanceof Problem &&
        error.code === 'validation_failed' &&
        JSON.stringify(error).includes('too many values'),
      body.slice(0, 20),
    )
  assert.equal(
    codeOf(() => parsed(JSON.stringify({ body: '[{,"\\'.repeat(40_000) }))),
    'ok',
  )
  // The most values that a valid body of 256 KiB has.
  const exceptions = Array(64).fill({ date: '2027-07-14', report_le: null })
  const collectes = Array(98).fill({ type: 'verre', jours: [1, 2, 3, 4, 5, 6, 7], exceptions })
  const largest = JSON.stringify({ collectes })
  assert.ok(largest.length > 250_000 && largest.length < BODY_LIMIT, `${largest.length}`)
  assert.equal(
    codeOf(() => parsed(largest)),
    'ok',
  )
})

test('a text of invisible characters is empty; beside visible ones they stay', () => {
  for (const text of ['\u200b\u200b', ' \u2060\u00ad ', '\u3164', '\u2800 \ufe0f', '\u202e', '\u001b'])
    assert.equal(parsed(JSON.stringify(text)), '', JSON.stringify(text))
  for (const text of ['👩‍👩‍👧', 'a\u200bb', '\u200fشكرا', 'n\u00ad°'])
    assert.equal(parsed(JSON.stringify(text)), text.normalize('NFC'))
})

test('prototype keys are ordinary unknown fields', () => {
  const value = parsed('{"__proto__": {"admin": true}, "constructor": 1}') as Record<string, unknown>
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor'])
  assert.equal(({} as { admin?: boolean }).admin, undefined)
})

test('any JSON without duplicate keys is parsed to itself, with trimmed strings', () => {
  const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ unit: 'grapheme-ascii' }))
  const tree = fc.letrec(tie => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), tie('node'), { maxKeys: 4 }),
    ),
  })).node
  const tidy = (value: unknown): unknown =>
    typeof value === 'string'
      ? value.trim()
      : Array.isArray(value)
        ? value.map(tidy)
        : value && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidy(item)]))
          : value
  fc.assert(fc.property(tree, value => assert.deepEqual(parsed(JSON.stringify(value)), tidy(value))))
})
