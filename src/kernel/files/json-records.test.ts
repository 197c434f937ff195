import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonRecords } from './json-records.ts'

async function read(text: string, size: number) {
  async function* pieces() {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const records: object[] = []
  let around: unknown
  for await (const record of jsonRecords(pieces(), document => {
    around = document
  }))
    records.push(record)
  return { records, around }
}

const DOCUMENTS: readonly (readonly [text: string, records: number, around: unknown])[] = [
  [
    '{"data": [{"a": 1}, {"a": [2]}], "links": {"next": "x"}, "meta": {"total": 2}}',
    2,
    { data: [], links: { next: 'x' }, meta: { total: 2 } },
  ],
  [
    '{"meta": {"p": [1, {"q": 2}]}, "data": [ {"a": "]}{["} , {} ] , "n": [1, 2]}',
    2,
    { meta: { p: [1, { q: 2 }] }, data: [], n: [1, 2] },
  ],
  ['{"data": [], "links": {"next": null}}', 0, { data: [], links: { next: null } }],
  ['[{"a": 1},\n{"a": 2}]', 2, []],
  ['{"one": [{"a": 1}], "two": [{"a": 2}, {"a": 3}], "x": "a,\\"b"}', 3, { one: [], two: [], x: 'a,"b' }],
  ['\uFEFF{"data": [{"é": "😀"}]}', 1, { data: [] }],
]
for (const [text, count, around] of DOCUMENTS)
  for (const size of [1, 2, 3, 5, 1_000])
    test(`${text.slice(0, 30)}… in pieces of ${size}: what stands around the records`, async () => {
      const found = await read(text, size)
      assert.deepEqual([found.records.length, found.around], [count, around])
    })

test('large values around the records are left out', async () => {
  const { records, around } = await read(
    JSON.stringify({ data: [{}, {}], long: 'x'.repeat(300_000) }),
    10_000,
  )
  assert.deepEqual([records.length, around], [2, undefined])
})

test('endless records and deep nesting are refused', async () => {
  await assert.rejects(read(`[{"a": "${'x'.repeat((1 << 20) + (1 << 17))}`, 1 << 16), /far too large/)
  await assert.rejects(read('['.repeat(300), 1_000), /too deep/)
})
