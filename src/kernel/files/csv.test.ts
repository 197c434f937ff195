import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from '../../../test/fast-check.ts'
import { OpenQuote, readCsv } from './csv.ts'
import { jsonRecords, NotRecords } from './json-records.ts'
import { encodingOf, textOf } from './text-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-text-'))
after(() => rmSync(folder, { recursive: true }))
const fileOf = (bytes: Buffer | string) => {
  const file = join(folder, 'file')
  writeFileSync(file, bytes)
  return file
}

async function* pieces<T>(...all: T[]) {
  yield* all
}
async function* each(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
const collect = async <T>(from: AsyncIterable<T>) => await Array.fromAsync(from)
const fieldsOf = async (text: string) => (await collect(readCsv(pieces(text)))).map(({ fields }) => fields)

test('the delimiter is the most frequent one in the first line', async () => {
  for (const delimiter of [';', '\t', ','])
    assert.deepEqual(await fieldsOf(['a', 'b', 'c'].join(delimiter)), [['a', 'b', 'c']])
  assert.deepEqual(await fieldsOf('a;b, c;d'), [['a', 'b, c', 'd']])
})

test('quotes: delimiters, doubled quotes and line breaks inside, letters outside', async () => {
  assert.deepEqual(await fieldsOf('a;b\n"x;1";"he said ""no"""\n"two\r\nlines";y\nd"or;"x" y\n'), [
    ['a', 'b'],
    ['x;1', 'he said "no"'],
    ['two\nlines', 'y'],
    ['d"or', 'x y'],
  ])
})

test('lines are counted as an editor counts them; the last one may lack its end', async () => {
  const records = await collect(readCsv(pieces('a;b\r\n\r\n"1\n2";c\nd;e')))
  assert.deepEqual(
    records.map(({ line, ended }) => [line, ended]),
    [
      [1, true],
      [3, true],
      [5, false],
    ],
  )
})

test('an unclosed quote is reported with its line, also in a long file', async () => {
  const opened = async (text: string) => {
    const error = await collect(readCsv(pieces(text))).catch(error => error)
    assert.ok(error instanceof OpenQuote)
    return error.line
  }
  assert.equal(await opened('a;b\n"x;y\nz'), 2)
  assert.equal(await opened(`a;b\n1;2\n"x;y\n${'1;2\n'.repeat(50_000)}"`), 3)
})

test('a quoted field of forty thousand lines is read in linear time', async () => {
  const MANY = 40_000
  const took = async (record: string) => {
    const begin = performance.now()
    assert.equal((await collect(readCsv(each(`a;b\n${record}\n`, 32_768)))).length, 2)
    return performance.now() - begin
  }
  const lines = `"${'x\n'.repeat(MANY)}";y`
  const fields = `${'"x";'.repeat(MANY)}y`
  const ratios = []
  for (let round = 0; round < 5; round++) ratios.push((await took(lines)) / (await took(fields)))
  // Rereading them with each line would take several hundred times as long.
  assert.ok(Math.min(...ratios) < 20, ratios.join(' '))
})

test('any written table is read back, however it is split into pieces', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', ';', '"', '\n', ',', ' '), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const text = rows.map(row => row.map(one => `"${one.replaceAll('"', '""')}"`).join(';')).join('\n')
        const read = await collect(readCsv(each(`x;y;z\n${text}\n`, size)))
        assert.deepEqual(
          read.slice(1).map(({ fields }) => fields),
          rows,
        )
      },
    ),
    { numRuns: 200 },
  )
})

test('the encoding is found: marks, UTF-8 from end to end, else windows-1252', async () => {
  const text = 'Prénom de l’élu œuf'
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  const cases: [Buffer, string][] = [
    [Buffer.from(text), text],
    [Buffer.from(`\ufeff${text}`), text],
    [utf16, text],
    [Buffer.from(utf16).swap16(), text],
    [Buffer.concat([Buffer.from('Pr\xe9nom de l\x92\xe9lu \x9cuf', 'latin1')]), text],
    // Far from the beginning, and one split between chunks.
    [Buffer.concat([Buffer.alloc(262_143, 'a'), Buffer.from('é')]), `${'a'.repeat(262_143)}é`],
    [Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from([0xe9, 10])]), `${'a'.repeat(300_000)}é\n`],
  ]
  for (const [bytes, expected] of cases) {
    const file = fileOf(bytes)
    const read = (await collect(textOf(file, await encodingOf(file)))).join('')
    assert.ok(read === expected, `${bytes.subarray(0, 40)}`)
  }
  assert.equal(await encodingOf(fileOf('')), 'utf-8')
})

test('a truncated last character does not change the encoding', async () => {
  const bytes = Buffer.from('Prénom;é')
  assert.equal(await encodingOf(fileOf(bytes.subarray(0, -1))), 'utf-8')
})

const objects = async (text: string, size = 7) =>
  await collect(
    jsonRecords(
      pieces(
        ...Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          Buffer.from(text.slice(at * size, (at + 1) * size)),
        ),
      ),
    ),
  )

test('records of a bare array, and of one inside of an object, one at a time', async () => {
  const rows = [{ a: 1 }, { a: { b: [{ c: '}]"\\' }] } }, { é: ']' }]
  assert.deepEqual(await objects(JSON.stringify(rows)), rows)
  assert.deepEqual(await objects(JSON.stringify({ total_count: 3, links: [], results: rows }, null, 1)), rows)
  assert.deepEqual(await objects('[]'), [])
  assert.deepEqual(await objects('{"service": []}'), [])
})

test('truncated or invalid JSON is refused', async () => {
  const text = JSON.stringify({ service: [{ a: '1' }, { b: [2] }] })
  for (let at = 0; at < text.length; at++)
    await assert.rejects(objects(text.slice(0, at)), NotRecords, text.slice(0, at))
  for (const wrong of ['[{"a":1}]]', '[{"a":1}}', '[{a:1}]', '[{}][{}]', 'nothing'])
    await assert.rejects(objects(wrong), NotRecords, wrong)
})
