import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startApp } from '../../../../test/app.ts'
import { fileOf } from '../../../../test/fixtures/registers.ts'
import {
  type Hall,
  PRESENCE_FORMS,
  presenceFile,
  presenceOf,
  siretOf,
} from '../../../../test/fixtures/town-halls.ts'
import { loadDpnt } from './load-dpnt.ts'

const app = await startApp({ template: 'france' })
const CODES = ['01001', '01002', '01004', '01005', '01006', '01007', '01008', '01009', '01010', '01011']
const [CODE = ''] = CODES
const HALL: Hall = { code: CODE, email: 'Mairie@Bourg.fr', siret: siretOf(1) }
const clear = () => app.owner.query('delete from town_hall_readings')
const load = (file: string, force = false) =>
  app.service.db.transaction(tx => loadDpnt(tx, file, { force, progress() {} }))
const readings = async () =>
  (
    await app.owner.query(
      `select c.code_insee as code, emails, domains, siret, telephone, site_web, doubt, read_on::text, same_since::text
       from town_hall_readings join communes c on c.id = commune_id where register = 'dpnt' order by 1`,
    )
  ).rows
const DAY = new Date('2026-11-02T03:04:05Z')

for (const form of Object.keys(PRESENCE_FORMS))
  test(`the data on digital presence as ${form}`, async () => {
    await clear()
    const region = presenceOf({ ...HALL, email: 'contact@region.fr', fields: { type: 'region' } })
    const loaded = await load(
      presenceFile([region, presenceOf(HALL), presenceOf({ code: '99999' })], DAY, form),
    )
    assert.deepEqual([loaded.rows, loaded.communes, [...loaded.unknown]], [3, 1, [['99999', 1]]])
    assert.deepEqual(await readings(), [
      {
        code: CODE,
        emails: ['mairie@bourg.fr'],
        domains: ['bourg.fr'],
        siret: HALL.siret,
        telephone: '01 02 03 04 05',
        site_web: 'https://www.mairie.fr/',
        doubt: null,
        read_on: '2026-11-02',
        same_since: null,
      },
    ])
  })

test('a changed address or SIRET counts from the day of its file; an older file changes nothing', async () => {
  await clear()
  const at = async (day: string, fields: Partial<Hall>) => {
    await load(presenceFile([presenceOf({ ...HALL, ...fields })], new Date(day)))
    const [{ emails, siret, read_on, same_since }] = await readings()
    return [emails[0], siret, read_on, same_since]
  }
  const [one, other] = [siretOf(1), siretOf(2)]
  assert.deepEqual(await at('2026-01-01', {}), ['mairie@bourg.fr', one, '2026-01-01', null])
  assert.deepEqual(await at('2026-01-02', {}), ['mairie@bourg.fr', one, '2026-01-02', null])
  assert.deepEqual(await at('2026-01-03', { email: 'x@y.fr' }), ['x@y.fr', one, '2026-01-03', '2026-01-03'])
  assert.deepEqual(await at('2026-01-04', { email: 'x@y.fr' }), ['x@y.fr', one, '2026-01-04', '2026-01-03'])
  assert.deepEqual(await at('2026-01-01', {}), ['x@y.fr', one, '2026-01-04', '2026-01-03'])
  assert.deepEqual(await at('2026-01-05', { email: 'x@y.fr', siret: other }), [
    'x@y.fr',
    other,
    '2026-01-05',
    '2026-01-05',
  ])
  const tomorrow = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const [, , read] = await at(tomorrow, {})
  assert.ok(read <= new Date().toISOString().slice(0, 10), 'no file is of a day to come')
})

test('a mailbox or domain of two communes, and two rows of one commune, are doubts', async () => {
  await clear()
  const rows: Hall[] = [
    { code: '01001', email: 'a@vallee.fr' },
    { code: '01002', email: 'b@bourg.vallee.fr' },
    { code: '01004', email: 'commun@orange.fr' },
    { code: '01005', email: 'commun@orange.fr' },
    { code: '01006', email: 'un@orange.fr' },
    { code: '01007', email: 'deux@orange.fr' },
    { code: '01007', email: 'trois@orange.fr' },
    { code: '01008', email: 'mairie@cc-plaine.fr' },
    { code: '01009', email: null },
  ]
  const epci = presenceOf({ code: '01010', email: 'contact@cc-plaine.fr', fields: { type: 'epci' } })
  await load(presenceFile([...rows.map(presenceOf), epci]))
  assert.deepEqual(
    (await readings()).map(({ code, doubt }) => [code, doubt]),
    [
      ['01001', 'shared'],
      ['01002', 'shared'],
      ['01004', 'shared'],
      ['01005', 'shared'],
      ['01006', null],
      ['01007', 'several'],
      ['01008', 'shared'],
      ['01009', null],
    ],
  )
})

test('what a whole file no longer names is gone, and a file that lacks a fifth is refused', async () => {
  await clear()
  const halls = (codes: readonly string[]) => codes.map(code => presenceOf({ code, email: `m@v${code}.fr` }))
  const known = async () => (await readings()).map(({ code }) => code)
  await load(presenceFile(halls(CODES)))
  await load(presenceFile(halls(CODES.slice(1))))
  assert.deepEqual(await known(), CODES.slice(1))
  const cut = presenceFile(halls(CODES.slice(3)))
  await assert.rejects(load(cut), /names 7 of the 9 communes .* It looks cut short; nothing was changed/)
  // A forced part of the register says nothing of the others.
  await load(cut, true)
  assert.deepEqual(await known(), CODES.slice(1))
})

const table = PRESENCE_FORMS.csv?.([presenceOf(HALL)]) ?? ''
const REFUSED: readonly [string, string | Buffer, RegExp][] = [
  ['an empty file', '', /is empty\.$/],
  ['another table', 'a;b\n1;2\n', /names no column “type”, “code_insee”/],
  ['a web page', '<html>', /names no column/],
  ['half a list', '[{"type": "commune"}', /is no whole list .* Nothing was changed\.$/],
  [
    'half a gzip',
    gzipSync(Buffer.from(`${table}`.repeat(99))).subarray(0, 200),
    /its gzip is cut short or damaged/,
  ],
  ['an open quote', `${table}"${'x'.repeat(100)}`, /the quote in line 3 is never closed/],
]
for (const [name, content, refusal] of REFUSED)
  test(`refuses ${name}, and keeps what was known`, async () => {
    await clear()
    await load(presenceFile([presenceOf(HALL)]))
    await assert.rejects(load(fileOf(content)), refusal)
    assert.equal((await readings()).length, 1)
  })

test('a row with too few columns, without a type or without a code is left out', async () => {
  await clear()
  const [header, row] = `${table}`.split('\r\n')
  const without = (name: string) => {
    const at = header?.split(';').indexOf(name) ?? 0
    return row
      ?.split(';')
      .map((cell, index) => (index === at ? '' : cell))
      .join(';')
  }
  const file = [header, 'commune;1', without('type'), without('code_insee'), row, ''].join('\n')
  const { rows, communes, left } = await load(fileOf(file))
  assert.deepEqual([rows, communes, Object.fromEntries(left)], [4, 1, { columns: 1, type: 1, code: 1 }])
})
