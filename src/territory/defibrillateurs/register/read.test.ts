import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { asCsv, asGeoJson, asPage, COLUMNS, device } from '../../../../test/fixtures/geodae.ts'
import type { RawRecord } from './raw-row.ts'
import { recordsIn } from './read.ts'
import { type Device, recordOf } from './record.ts'
import { UnreadableRegister } from './unreadable.ts'

/** In pieces of that many bytes: no boundary may fall badly. */
async function* pieces(content: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(content: string | Buffer, size = 1 << 16): Promise<RawRecord[]> {
  const records: RawRecord[] = []
  for await (const record of recordsIn(pieces(content, size))) records.push(record)
  return records
}
const devices = async (content: string | Buffer, size?: number) =>
  (await read(content, size)).map(({ raw }) => raw && recordOf(raw)) as Device[]

const rows = [
  device(1, {
    c_nom: 'École "du Préau" ; entrée',
    c_disp_complt: 'L au V 9h/18h\nS 9h/12h',
    c_disp_j: ['lundi', null],
  }),
  device(2, { c_acc_lib: false, c_dermnt: null }),
  device(3, { c_disp_h: [], c_com_insee: null }),
]
const expected = rows.map(row => recordOf(row)) as Device[]

const FORMS: readonly (readonly [form: string, content: string | Buffer])[] = [
  ['CSV', asCsv(rows)],
  ['CSV with commas', asCsv(rows, { delimiter: ',' })],
  ['CSV with tabs', asCsv(rows, { delimiter: '\t' })],
  ['CSV with bars', asCsv(rows, { delimiter: '|' })],
  ['CSV with CRLF and a byte order mark', `\uFEFF${asCsv(rows, { newline: '\r\n' })}`],
  ['CSV without its last line break', asCsv(rows).trimEnd()],
  ['CSV, columns turned around', asCsv(rows, { columns: [...COLUMNS].reverse() })],
  ['CSV, column names in capitals', asCsv(rows).replace(/^.*/, header => header.toUpperCase())],
  ['CSV in latin-1', Buffer.from(asCsv(rows), 'latin1')],
  ['CSV in UTF-16', Buffer.from(`\uFEFF${asCsv(rows)}`, 'utf16le')],
  ['GeoJSON', asGeoJson(rows)],
  ['GeoJSON of multipoints', asGeoJson(rows, true)],
  ['a JSON array', JSON.stringify(rows, null, 2)],
  ['a JSON array of features', JSON.stringify(JSON.parse(asGeoJson(rows)).features)],
  ['a JSON array in latin-1', Buffer.from(JSON.stringify(rows), 'latin1')],
  ['a page of the tabular API', asPage(rows, null, 3)],
]

for (const [form, content] of FORMS) {
  test(`${form}: the same devices, in pieces of any size and packed`, async () => {
    assert.deepEqual(await devices(content), expected)
    assert.deepEqual(await devices(content, 7), expected)
    assert.deepEqual(await devices(gzipSync(content)), expected)
    assert.deepEqual(await devices(gzipSync(gzipSync(content)), 5), expected)
  })
}

test('one latin-1 line among others is read for itself', async () => {
  const [header, first, second, third] = asCsv([device(1), device(2), device(3)]).split('\n')
  const mixed = Buffer.concat([
    Buffer.from(`${header}\n${first}\n`),
    Buffer.from(`${second}\n`, 'latin1'),
    Buffer.from(`${third}\n`),
  ])
  assert.deepEqual(
    (await devices(mixed)).map(({ adresse }) => adresse),
    Array(3).fill('3 Rue du Préau'),
  )
})

test('arrays that are not quoted in the table, as the register once wrote them', async () => {
  const [record] = await devices('c_gid;c_disp_h;c_nom\n7;{24h/24,"heures ouvrables"};Salle\n')
  assert.deepEqual(record?.disponibilite_heures, ['24h/24', 'heures ouvrables'])
})

test('a row without c_gid, and one with other columns, are told with their line', async () => {
  const lines = asCsv([device(1, { c_nom: 'a\nb' }), device(''), device(3), device(4)]).split('\n')
  lines[4] = `${lines[4]};more`
  const records = await read(lines.join('\n'))
  assert.deepEqual(
    records.map(({ line, raw }) => [line, raw === undefined ? 'columns' : recordOf(raw)?.gid]),
    [
      [2, '1'],
      [4, undefined],
      [5, 'columns'],
      [6, '4'],
    ],
  )
})

const geo = asGeoJson(rows)
const csv = asCsv(rows)
const REFUSED: readonly (readonly [what: string, content: string | Buffer, words: RegExp])[] = [
  ['nothing', '', /it is empty/],
  ['blank lines', '\n\n', /it is empty/],
  ['a page of an error', '<!DOCTYPE html><html><body>Erreur</body></html>', /web page/],
  ['XML', '\uFEFF<?xml version="1.0"?><a/>', /web page, or XML/],
  ['a ZIP archive', Buffer.from('PK\u0003\u0004 and so on'), /ZIP/],
  ['another table', 'code;nom\n1;2\n', /names no column “c_gid”/],
  ['words', 'Service Unavailable', /names no column “c_gid”/],
  [
    'a table cut in its last line',
    csv.slice(0, csv.lastIndexOf(';2025')),
    /its last line \(\d\) is not whole/,
  ],
  ['a table cut in a quote', csv.slice(0, csv.indexOf('du Préau') + 4), /opened in line 2 is never closed/],
  ['GeoJSON cut in a record', geo.slice(0, -200), /whole JSON document \(cut short\)/],
  ['GeoJSON cut between records', geo.slice(0, geo.lastIndexOf(',{"type":"Feature"')), /cut short/],
  ['JSON that is none', '[{"c_gid": 1,}]', /not JSON/],
  ['JSON with brackets that do not match', '[{"c_gid": 1]}', /brackets/],
  ['two documents', '[{"c_gid": 1}][{"c_gid": 2}]', /more than one document/],
  ['gzip cut short', gzipSync(csv).subarray(0, -20), /compression is damaged or cut short/],
  ['gzip that is none', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), /compression is damaged/],
]
for (const [what, content, words] of REFUSED)
  test(`not the register: ${what}`, () =>
    assert.rejects(
      read(content, 100),
      error => error instanceof UnreadableRegister && words.test(error.message),
    ))

test('a gzipped register is read up to one gigabyte', async () => {
  const header = Buffer.from(`${COLUMNS.join(';')}\n`)
  const lines = Buffer.from(`${'x'.repeat((1 << 18) - 1)}\n`.repeat(16))
  async function* packed() {
    // Members of a gzip may follow each other: the same piece again and again.
    yield gzipSync(header)
    const member = gzipSync(lines)
    for (let count = 0; count < 300; count++) yield member
  }
  let rows = 0
  const drain = async () => {
    for await (const _ of recordsIn(packed())) rows++
  }
  await assert.rejects(drain(), /far too large/)
  assert.ok(rows > 3_000 && rows <= 4_096, `${rows} rows`)
})
