import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readDeliberations } from './scdl-reading.ts'

const TODAY = '2026-11-28'
const sample = readFileSync('test/imports/samples/deliberations-scdl.csv', 'utf8')

test('the sample of the schema is read, with or without a mark at its beginning', () => {
  for (const text of [sample, `\uFEFF${sample}`]) {
    const register = readDeliberations(text, TODAY)
    assert.deepEqual(register?.wrong, [])
    assert.deepEqual(
      register?.rows.map(({ line, numero, date, matiere, transmis_le, url, siren }) => [
        line,
        numero,
        date,
        matiere,
        transmis_le,
        url,
        siren,
      ]),
      ['041', '042'].map((number, at) => [
        at + 2,
        `DCM-2026-${number}`,
        at === 0 ? '2026-10-15' : '2026-11-12',
        at === 0 ? '8.4' : '7.1',
        at === 0 ? '2026-10-20' : '2026-11-17',
        `https://www.exemple.fr/deliberations/2026-${number}.pdf`,
        '214800001',
      ]),
    )
  }
})

const HEADER = 'DELIB_ID;DELIB_DATE;DELIB_OBJET;DELIB_URL;DELIB_MATIERE_CODE;PREF_DATE;COLL_SIRET'
const read = (...cells: readonly (readonly string[])[]) =>
  readDeliberations([HEADER, ...cells.map(row => row.join(';'))].join('\n'), TODAY)
const GOOD = ['1', '2020-01-02', 'Objet', 'https://a.fr/1.pdf', '7.10.2', '', '214 800 001 00011']

test('registers as spreadsheets write them: semicolons, French days, a third level, spaces in numbers', () => {
  const [row] = read(GOOD.with(1, '02/01/2020'))?.rows ?? []
  assert.deepEqual([row?.date, row?.matiere, row?.siren], ['2020-01-02', '7.10', '214800001'])
  assert.equal(read(GOOD.with(1, '2020-01-02T00:00:00Z'))?.rows[0]?.date, '2020-01-02')
  assert.equal(read(GOOD.with(4, '8.19'))?.rows[0]?.matiere, null)
})

test('what is wrong is told with its line, and the rest is read', () => {
  const wrong = [
    GOOD.with(0, ''),
    GOOD.with(0, 'x'.repeat(51)),
    GOOD.with(1, '2020-02-30'),
    GOOD.with(1, '30/02/2020'),
    GOOD.with(1, '2027-01-01'),
    GOOD.with(1, ''),
    GOOD.with(2, ' '),
    GOOD.with(2, 'x'.repeat(5_001)),
    GOOD.with(3, ''),
    GOOD.with(3, 'javascript:alert(1)'),
    GOOD.with(3, 'https://'),
    GOOD.with(5, '2019-12-31'),
    GOOD.with(5, 'hier'),
  ]
  for (const cells of wrong) {
    const register = read(cells, GOOD)
    assert.deepEqual([register?.wrong[0]?.line, register?.rows.length], [2, 1], cells.join(';').slice(0, 80))
  }
  // Numbers begin anew each year in many towns.
  const years = read(GOOD, GOOD.with(1, '2021-01-02'), GOOD)
  assert.deepEqual([years?.rows.length, years?.wrong[0]?.line], [2, 4])
  assert.match(read(GOOD, ['2', '2020-01-02', '"sans fin'])?.wrong[0]?.why ?? '', /quote is not closed/)
})

test('another table is none', () => {
  for (const text of ['', 'a;b\n1;2', HEADER.replace('DELIB_URL', 'URL')])
    assert.equal(readDeliberations(text, TODAY), undefined)
})
