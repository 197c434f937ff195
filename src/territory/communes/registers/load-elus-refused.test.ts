import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { DIALECTS, fileOf, type Person, registerOf } from '../../../../test/fixtures/registers.ts'
import { tableState } from '../../../../test/table-state.ts'
import { loadElus } from './load-elus.ts'

const app = await startApp({ template: 'france' })

const load = (content: Buffer | string, { force = false, at = app as TestApp } = {}) =>
  at.service.db.transaction(tx => loadElus(tx, fileOf(content), { force, progress: () => {} }))
const idOf = async (code: string) =>
  (await app.owner.query('select id from communes where code_insee = $1', [code])).rows[0].id
const elus = async (code: string) => (await app.anyone.get(`/communes/${await idOf(code)}/elus`)).body.data
const said = async (code: string) =>
  (await elus(code)).map((elu: Record<string, string>) => `${elu.prenom} ${elu.nom}, ${elu.fonction}`)
/** Nothing that a load did may be left to the next test. */
const clean = () => app.owner.query('delete from elus')

const TOWN: Person[] = [
  { code: '01001', nom: 'ÉLAN-D’Œil', prenom: 'Zoé', debut_fonction: '2026-03-28', fonction: 'Maire' },
  { code: '01001', nom: 'BÂTON', prenom: 'Jean-Noël', sexe: 'M', fonction: '2ème adjoint au Maire' },
  { code: '01001', nom: 'CÔTÉ', prenom: 'Ana', fonction: '1er adjoint au Maire' },
  { code: '01001', nom: 'ABEL', prenom: 'Luc', sexe: 'M' },
  { code: '01001', nom: 'ÂME', prenom: 'Rose' },
]

test('rows that cannot be taken are counted by reason and named by line; the others go in', async () => {
  await clean()
  const good = registerOf([
    { code: '01001', nom: 'Bon' },
    { code: '99999', nom: 'Perdu', commune: 'Atlantide' },
  ]).toString()
  const line = good.split('\n')[1] ?? ''
  const cells = line.split('\t')
  const spoilt = (at: number, value: string) => cells.with(at, value).join('\t')
  const lines = [
    spoilt(4, ''),
    spoilt(2, 'x'),
    spoilt(9, '31/02/2026'),
    `${line}\tmore`,
    'one',
    '',
    spoilt(5, 'x'.repeat(201)),
  ]
  const { taken, rows, refused } = await load(`${good}${lines.join('\n')}\n${line}\n`)
  assert.deepEqual([rows, taken], [9, 2])
  assert.deepEqual(Object.fromEntries(refused.reasons), {
    name: { count: 2, lines: [4, 10] },
    code: { count: 1, lines: [5] },
    date: { count: 1, lines: [6] },
    columns: { count: 2, lines: [7, 8] },
  })
  assert.deepEqual([...refused.unknown], [['99999', { name: 'Atlantide', count: 1 }]])
  assert.deepEqual(await said('01001'), ['Camille Bon, Maire'])
})

test('a file in which nothing can be taken changes nothing', async () => {
  await load(registerOf(TOWN))
  const before = await tableState(app.owner)
  const { taken } = await load(registerOf([{ code: '99999', nom: 'Perdu' }]))
  assert.equal(taken, 0)
  assert.deepEqual(await tableState(app.owner), before)
})

const FRANCE_BEFORE = Array.from({ length: 40 }, (_, at) => ({
  code: `01${`${at + 1}`.padStart(3, '0')}`,
  nom: `Nom${at}`,
  debut_fonction: '2026-03-28',
}))
const known: Person[] = []
for (const person of FRANCE_BEFORE)
  if ((await app.owner.query('select from communes where code_insee = $1', [person.code])).rowCount)
    known.push(person)

test('a file cut anywhere changes nothing: it says so, or it is whole', async () => {
  await clean()
  await load(registerOf(known))
  const whole = registerOf(known, DIALECTS[1])
  const before = await tableState(app.owner)
  const end = whole.lastIndexOf('\n', whole.length - 2)
  const header = whole.indexOf('\n')
  for (let at = end + 2; at < whole.length - 1; at += 13)
    await assert.rejects(
      load(whole.subarray(0, at)),
      /is cut short: its last line .* is not whole\. Nothing was changed/,
      `${at}`,
    )
  for (const share of [0.1, 0.3, 0.5, 0.8])
    await assert.rejects(
      load(whole.subarray(0, whole.lastIndexOf('\n', header + (whole.length - header) * share) + 1)),
      /cut short|is empty|nobody in communes/,
    )
  assert.deepEqual(await tableState(app.owner), before)
  assert.equal((await load(whole.subarray(0, -1))).created, 0, 'without its last line break it is whole')
  assert.ok((await load(whole.subarray(0, end + 20), { force: true })).taken > 0, 'unless it is meant')
  await clean()
  await load(whole)
  await assert.rejects(load(`${whole.toString()}"open`), /the quote in line \d+ is never closed/)
  assert.deepEqual(await said('01001'), ['Camille Nom0, Maire'])
})

test('half of the communes of a departement: refused, unless it is meant', async () => {
  await clean()
  await load(registerOf(known))
  const half = registerOf(known.slice(0, known.length / 2))
  const before = await tableState(app.owner)
  await assert.rejects(
    load(half),
    /names nobody in communes that an earlier load knew, in 1 departements: 01 \(\d+ of \d+\)\. .* --force/,
  )
  assert.deepEqual(await tableState(app.owner), before)
  assert.ok((await load(half, { force: true })).removed > 0)
})

test('a file that is not a register of communes is refused with one message', async () => {
  await assert.rejects(
    load('Code du canton;Nom de l’élu;Prénom de l’élu\n0101;A;B\n'),
    /names no column “code commune”\.$/,
  )
  await assert.rejects(load(''), /is empty\.$/)
  await assert.rejects(load('{"service": []}'), /is no list of the elus/)
  const nowhere = app.service.db.transaction(tx =>
    loadElus(tx, '/nowhere.csv', { force: false, progress: () => {} }),
  )
  await assert.rejects(nowhere, /^Refusal: There is no file \/nowhere\.csv\.$/)
})
