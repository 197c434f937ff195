import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { test } from 'node:test'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { DIALECTS, fileOf, type Person, registerOf } from '../../../../test/fixtures/registers.ts'
import { tableState } from '../../../../test/table-state.ts'
import { loadElus } from './load-elus.ts'

const app = await startApp({ template: 'france' })
const office = app.as(await app.user(['operator_communes']))

const load = (content: Buffer | string, { force = false, at = app as TestApp } = {}) =>
  at.service.db.transaction(tx => loadElus(tx, fileOf(content), { force, progress: () => {} }))
const idOf = async (code: string) =>
  (await app.owner.query('select id from communes where code_insee = $1', [code])).rows[0].id
const elus = async (code: string) => (await app.anyone.get(`/communes/${await idOf(code)}/elus`)).body.data
const said = async (code: string) =>
  (await elus(code)).map((elu: Record<string, string>) => `${elu.prenom} ${elu.nom}, ${elu.fonction}`)
const full = async (code: string) => (await office.get(`/admin/communes/${await idOf(code)}/full`)).body.data
const save = async (code: string, body: object) =>
  assert.equal((await office.patch(`/admin/communes/${await idOf(code)}`, body)).status, 200)
/** Nothing that a load did may be left to the next test. */
const clean = () => app.owner.query('delete from elus')

const TOWN: Person[] = [
  { code: '01001', nom: 'ÉLAN-D’Œil', prenom: 'Zoé', debut_fonction: '2026-03-28', fonction: 'Maire' },
  { code: '01001', nom: 'BÂTON', prenom: 'Jean-Noël', sexe: 'M', fonction: '2ème adjoint au Maire' },
  { code: '01001', nom: 'CÔTÉ', prenom: 'Ana', fonction: '1er adjoint au Maire' },
  { code: '01001', nom: 'ABEL', prenom: 'Luc', sexe: 'M' },
  { code: '01001', nom: 'ÂME', prenom: 'Rose' },
]

for (const dialect of DIALECTS)
  test(`a council in ${dialect.name}`, async () => {
    await clean()
    const people = TOWN.map(person => ({ ...person, nom: person.nom.replace('’Œ', "'O") }))
    const { rows, taken, created, register } = await load(registerOf(people, dialect))
    assert.deepEqual([register, rows, taken, created], ['municipaux', 5, 5, 5])
    assert.deepEqual(await said('01001'), [
      "Zoé ÉLAN-D'Oil, Maire",
      'Ana CÔTÉ, 1er adjoint au Maire',
      'Jean-Noël BÂTON, 2ème adjoint au Maire',
      'Luc ABEL, Conseiller municipal',
      'Rose ÂME, Conseillère municipale',
    ])
    const [{ debut_mandat, debut_fonction }] = await elus('01001')
    assert.deepEqual([debut_mandat, debut_fonction], ['2026-03-22', '2026-03-28'])
  })

test('the day of the file is noted by register, as it is loaded again', async () => {
  await clean()
  for (const day of ['2026-10-01', '2026-11-12']) {
    const file = fileOf(registerOf(TOWN))
    utimesSync(file, new Date(day), new Date(day))
    await app.service.db.transaction(tx => loadElus(tx, file, { force: false, progress: () => {} }))
    const { rows } = await app.owner.query(
      `select du::text from elus_registers where register = 'municipaux'`,
    )
    assert.deepEqual(rows, [{ du: day }])
  }
})

for (const dialect of DIALECTS)
  test(`mayors in ${dialect.name}`, async () => {
    await clean()
    const { register, created } = await load(registerOf([{ code: '2A004', nom: 'Corti' }], dialect))
    assert.deepEqual([register, created], ['maires', 1])
    assert.deepEqual(await said('2A004'), ['Camille Corti, Maire'])
  })

test('quoted fields may hold line breaks, delimiters and quotes', async () => {
  await clean()
  const text = registerOf(
    [
      { code: '01001', nom: 'A', commune: 'Les "Deux",\nVilles' },
      { code: '01002', nom: 'B' },
    ],
    DIALECTS[3],
  )
  assert.match(text.toString(), /\n/)
  assert.equal((await load(text)).taken, 2)
})

test('birth dates are nowhere in the database, nor in the answer', async () => {
  await clean()
  await load(registerOf([{ code: '01001', nom: 'Née', naissance: '1961-07-19' }]))
  const { rows } = await app.owner.query(
    `select e::text from elus e union all select a::text from audit_log a`,
  )
  const told = JSON.stringify([rows, await elus('01001')])
  for (const secret of ['1961', '19/07', 'naissance']) assert.ok(!told.includes(secret), secret)
})

test('one row for each person and function: twice in the file is once, two functions are two, namesakes are two', async () => {
  await clean()
  const one = { code: '01001', nom: 'Double', fonction: 'Maire' }
  const { created } = await load(
    registerOf([
      one,
      one,
      { ...one, fonction: 'Conseillère communautaire' },
      { code: '01001', nom: 'Homonyme', naissance: '1970-01-01', fonction: '' },
      { code: '01001', nom: 'HOMONYME', naissance: '1999-01-01', fonction: '' },
    ]),
  )
  assert.equal(created, 4)
  const again = await load(
    registerOf([
      { code: '01001', nom: 'Homonyme', naissance: '1999-01-01', fonction: '' },
      { code: '01001', nom: 'Homonyme', naissance: '1970-01-01', fonction: '' },
      { ...one, fonction: 'Conseillère communautaire' },
      one,
    ]),
  )
  assert.deepEqual([again.created, again.removed], [0, 0])
})

test('the same file again changes nothing at all', async () => {
  await clean()
  await load(registerOf(TOWN))
  const before = await tableState(app.owner)
  const { created, updated, removed } = await load(registerOf(TOWN, DIALECTS[4]))
  assert.deepEqual([created, updated, removed], [0, 0, 0])
  assert.deepEqual(await tableState(app.owner), before)
})

test('the next file replaces what the last one brought, in its departements alone', async () => {
  await clean()
  await load(registerOf([...TOWN, { code: '02001', nom: 'Ailleurs', fonction: 'Maire' }]))
  const version = (await full('01001')).commune.version
  const { created, updated, removed } = await load(
    registerOf([
      { ...(TOWN[2] as Person), fonction: 'Maire' },
      { ...(TOWN[1] as Person), debut_fonction: '2026-04-01' },
      { ...(TOWN[3] as Person) },
    ]),
  )
  assert.deepEqual([created, updated, removed], [1, 1, 3])
  assert.deepEqual(await said('01001'), [
    'Ana CÔTÉ, Maire',
    'Jean-Noël BÂTON, 2ème adjoint au Maire',
    'Luc ABEL, Conseiller municipal',
  ])
  assert.deepEqual(await said('02001'), ['Camille Ailleurs, Maire'])
  assert.equal((await full('01001')).commune.version, version + 1, 'an editor who had read it is told')
})

test('mayors and councils are two registers: the one does not remove what the other brought', async () => {
  await clean()
  await load(registerOf(TOWN))
  const { created } = await load(registerOf([{ code: '01001', nom: 'Élan-d’Œil', prenom: 'Zoé' }]))
  assert.equal(created, 0, 'she is the mayor in both')
  await load(registerOf([{ code: '01001', nom: 'Neuve' }]))
  assert.equal((await elus('01001')).length, 6)
  await load(registerOf(TOWN.slice(1)))
  assert.deepEqual((await said('01001'))[0], 'Camille Neuve, Maire')
  assert.equal((await elus('01001')).length, 5)
})

test('a load keeps edits of the back-office: changed, removed and added officials', async () => {
  await clean()
  await load(registerOf(TOWN))
  const [maire, cote, baton, abel] = (await full('01001')).elus
  const own = { nom: 'Secrétaire', prenom: 'Paul', fonction: 'Secrétaire général', ordre: 500 }
  const early = { nom: 'Tôt', prenom: 'Ève', fonction: 'Maire déléguée', ordre: 501 }
  await save('01001', { elus: [{ ...maire, nom: 'Élan' }, cote, abel, own, early] })
  const next = [...TOWN, { code: '01001', nom: 'TOT', prenom: 'EVE', fonction: 'Maire déléguée' }]
  const outcome = await load(registerOf(next))
  assert.deepEqual([outcome.created, outcome.removed], [0, 0])
  const expected = [
    'Zoé Élan, Maire',
    'Ana CÔTÉ, 1er adjoint au Maire',
    'Luc ABEL, Conseiller municipal',
    'Paul Secrétaire, Secrétaire général',
    'Ève Tôt, Maire déléguée',
  ]
  assert.deepEqual(await said('01001'), expected)
  assert.equal((await full('01001')).elus[0].id, maire.id)
  // Even when the register no longer knows any of them; what was taken out is then forgotten.
  await load(registerOf([{ ...(TOWN[3] as Person), fonction: '' }]))
  assert.deepEqual(
    await said('01001'),
    expected.filter(one => !one.startsWith('Ana')),
  )
  await load(registerOf(TOWN))
  assert.ok((await said('01001')).includes(`${baton.prenom} ${baton.nom}, ${baton.fonction}`))
})

test('codes of arrondissements and of communes that are no more lead to the commune of today', async () => {
  await clean()
  await load(
    registerOf([
      { code: '75101', nom: 'Un', commune: 'Paris 1er Arrondissement' },
      { code: '75056', nom: 'Ville', commune: 'Paris' },
      // Cordieux, associated with Montluel; Amareins went up in another one.
      { code: '01120', nom: 'Cordier', commune: 'Cordieux' },
      { code: '1004', nom: 'Tableur', commune: 'Ambérieu-En-Bugey' },
    ]),
  )
  assert.deepEqual(await said('75056'), [
    'Camille Ville, Maire',
    'Camille Un, Maire (Paris 1er Arrondissement)',
  ])
  assert.deepEqual(await said('01262'), ['Camille Cordier, Maire (Cordieux)'])
  assert.deepEqual(await said('01004'), ['Camille Tableur, Maire'])
})

test('one trace for the whole load', async () => {
  await clean()
  const count = async () => (await make.auditOf(app, 'maires')).length
  const before = await count()
  await load(
    registerOf([
      { code: '01001', nom: 'Tracée' },
      { code: '01002', nom: 'Aussi' },
    ]),
  )
  assert.equal(await count(), before + 1)
  assert.ok(!JSON.stringify((await make.auditOf(app, 'maires')).at(-1)).includes('Tracée'))
})

test('a load waits for a concurrent save of the commune, and neither change is lost', async () => {
  await clean()
  await load(registerOf(TOWN))
  const id = await idOf('01001')
  await app.owner.query('begin')
  await app.owner.query('select from communes where id = $1 for update', [id])
  let tries = 0
  const loading = app.service.db.transaction(tx => {
    tries++
    const next = fileOf(registerOf([{ ...(TOWN[0] as Person), debut_fonction: '2026-05-01' }]))
    return loadElus(tx, next, { force: false, progress: () => {} })
  })
  await eventually(
    async () => (await waitingForLocks(app.connection.database ?? '')) === 1,
    'the load waiting',
  )
  await app.owner.query(
    `update elus set nom = 'Saisi', modifie = true where commune_id = $1 and fonction = 'Maire'`,
    [id],
  )
  await app.owner.query('commit')
  await loading
  assert.equal(tries, 1)
  assert.deepEqual(await said('01001'), ['Zoé Saisi, Maire'])
})
