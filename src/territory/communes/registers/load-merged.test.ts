import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { tableState } from '../../../../test/table-state.ts'
import { followers } from '../../../communes-merged.ts'
import { loadList } from './load.ts'
import { type Entry, listFrom, readNationalList } from './national-list.ts'

/** A national list and the next one: communes merge, change their names and come back. */

const app = await startApp()
const load = (...entries: Partial<Entry>[]) =>
  app.service.db.transaction(tx => loadList(tx, listFrom(entries.map(complete)), followers))
const complete = (entry: Partial<Entry>): Entry => ({
  code: '',
  nom: '',
  type: 'commune-actuelle',
  departement: entry.code?.slice(0, 2) ?? '',
  ...entry,
})
const byCode = async (code: string) =>
  (await app.owner.query('select * from communes where code_insee = $1', [code])).rows[0]
const follow = (path: string) => app.anyone.get(path)
/** What a client gets that does not follow by itself. */
const address = async (slug: string) => {
  const response = await fetch(`${app.url}/api/v1/communes/${slug}`, {
    headers: { 'x-app-source': 'public' },
    redirect: 'manual',
  })
  return [response.status, response.headers.get('location')]
}

const FIRST: Partial<Entry>[] = [
  { code: '10001', nom: 'Foo', population: 5 },
  { code: '10002', nom: 'Bar' },
  { code: '10003', nom: 'Baz' },
  { code: '10004', nom: 'Seule' },
]
await load(...FIRST)
const foo = await byCode('10001')
const bar = await byCode('10002')
const baz = await byCode('10003')
const mairie = await make.mairie(app, foo.id)
const shop = await make.acteur(app, baz.id)
await app.owner.query('insert into acteur_communes values ($1, $2), ($1, $3)', [shop, foo.id, bar.id])
const own = await make.publication(app, mairie, foo.id)
const attached = await make.publication(app, shop, baz.id, { commune_ids: [baz.id, foo.id, bar.id] })
const mixed = await make.publication(app, mairie, foo.id, { commune_ids: [foo.id, baz.id, bar.id] })
await app.owner.query(`update publications set title = 'Corrigé' where id = $1`, [mixed])
await app.owner.query(
  `insert into app_sources (slug, commune_ids) values ('foo', array[$1::uuid]), ('both', array[$1, $2]::uuid[])`,
  [foo.id, bar.id],
)
await app.owner.query(
  `insert into collectes (commune_id, type, frequence, jours) values ('${foo.id}', 'verre', 'hebdomadaire', '{1}');
   insert into commune_infos (commune_id, telephone) values ('${foo.id}', '01');
   insert into commune_infos (commune_id, telephone, annuaire) values ('${foo.id}', '02', true);
   insert into elus (commune_id, nom, prenom, fonction, cle, registres, modifie) values
     ('${foo.id}', 'Du', 'Registre', 'Maire', 'a', '{maires}', false),
     ('${foo.id}', 'Corrigé', 'Ici', 'Adjoint', 'b', '{maires}', true)`,
)
await app.owner.query(
  `insert into defibrillateurs (gid, en_service, commune_id) values ('7', true, '${foo.id}');
   insert into commune_defibrillateurs (gid, commune_id, note) values ('7', '${foo.id}', 'Vu'), (null, '${foo.id}', 'À la main')`,
)
await app.owner.query(
  `insert into import_sources (nom, kind, url, commune_id, moderation, enabled, schedule, max_items)
   select 'Source', 'auto', 'https://ville.example.org/', id, 'auto', true, 'manual', 100 from unnest($1::uuid[]) as id`,
  [[foo.id, bar.id]],
)

await app.owner.query(`insert into commune_hosts (host, commune_id) values ('foo.exemple.fr', $1)`, [foo.id])

const SECOND: Partial<Entry>[] = [
  // Foo went up in its neighbour, which took its name; Baz is called Bazoches now; Seule is nowhere.
  { code: '10002', nom: 'Foo', anciensCodes: ['10001'] },
  { code: '10003', nom: 'Bazoches' },
]
const outcome = await load(...SECOND)

test('the command reports the merge', () =>
  assert.deepEqual(outcome, { created: 0, updated: 2, unchanged: 0, merged: 1, lost: ['10004'] }))

test('the new commune bears the name and the slug', async () => {
  const { status, body } = await follow('/communes/foo')
  assert.deepEqual([status, body.data.id, body.data.code_insee, body.data.nom], [200, bar.id, '10002', 'Foo'])
  assert.equal(body.data.mairie_actor_id, mairie, 'it had no town hall of its own')
})

test('an old slug leads on, for good', async () => {
  assert.deepEqual(await address('bar'), [301, '/api/v1/communes/foo'])
  assert.deepEqual(await address('baz'), [301, '/api/v1/communes/bazoches'])
  assert.deepEqual(await address('foo-10001'), [301, '/api/v1/communes/foo'])
  assert.deepEqual(await address('foo'), [200, null])
  assert.deepEqual(await address('seule'), [200, null])
  assert.deepEqual(await address('nowhere'), [404, null])
  assert.equal((await follow('/communes/baz')).body.data.id, baz.id, 'followed')
})

test('its host leads to the new one', async () => {
  const { rows } = await app.owner.query('select commune_id from commune_hosts')
  assert.deepEqual(rows, [{ commune_id: bar.id }])
})

test('a merged commune is in no list and no total', async () => {
  const { body } = await follow('/communes')
  assert.deepEqual(
    body.data.map(({ nom }: { nom: string }) => nom),
    ['Bazoches', 'Foo', 'Seule'],
  )
  assert.equal(body.meta.total, 3)
  assert.equal((await follow('/communes?q=foo')).body.meta.total, 1)
  assert.equal((await follow('/communes?departement=10')).body.meta.total, 3)
})

test('its publications and acteurs are found under the new one, by the old id too', async () => {
  for (const id of [foo.id, bar.id]) {
    const { body } = await follow(`/communes/${id}/publications`)
    assert.deepEqual(body.data.map((one: { id: string }) => one.id).sort(), [own, attached, mixed].sort())
  }
  assert.deepEqual((await make.row(app, own)).commune_ids, [bar.id])
  assert.deepEqual((await make.row(app, attached)).commune_ids, [baz.id, bar.id], 'once')
  assert.deepEqual((await make.row(app, mixed)).commune_ids, [bar.id, baz.id], 'its own stays the first')
  const { rows: kept } = await app.owner.query(
    'select commune_ids from publication_revisions where publication_id = $1',
    [mixed],
  )
  assert.deepEqual(kept, [{ commune_ids: [bar.id, baz.id] }], 'so does what it said before')
  const { rows: zone } = await app.owner.query(
    'select commune_id from acteur_communes where acteur_id = $1',
    [shop],
  )
  assert.deepEqual(zone, [{ commune_id: bar.id }])
  const { rows: acteurs } = await app.owner.query('select commune_id from acteurs where id = $1', [mairie])
  assert.deepEqual(acteurs, [{ commune_id: bar.id }])
})

test('rows that people entered move to the successor; rows from a register do not', async () => {
  for (const id of [foo.id, bar.id]) {
    const elus = (await follow(`/communes/${id}/elus`)).body.data
    assert.deepEqual(
      elus.map(({ nom }: { nom: string }) => nom),
      ['Corrigé'],
    )
    const collectes = (await follow(`/communes/${id}/collectes`)).body.data
    assert.deepEqual(
      collectes.map(({ zone }: { zone: string }) => zone),
      ['Foo'],
    )
    const { data } = (await follow(`/communes/${id}/infos`)).body
    assert.deepEqual([data.commune_id, data.telephone, data.complements], [bar.id, '01', []])
  }
})

test('its defibrillators stand in the new one, with what was said of them', async () => {
  const { rows } = await app.owner.query(`
    select commune_id, note from commune_defibrillateurs
    union all select commune_id, gid from defibrillateurs order by note`)
  assert.deepEqual(
    rows,
    ['7', 'Vu', 'À la main'].map(note => ({ commune_id: bar.id, note })),
  )
})

test("a town's own app goes on with the new town, and an app for both knows it once", async () => {
  const { rows } = await app.owner.query(
    `select slug, commune_ids from app_sources where slug in ('foo', 'both') order by 1`,
  )
  assert.deepEqual(rows, [
    { slug: 'both', commune_ids: [bar.id] },
    { slug: 'foo', commune_ids: [bar.id] },
  ])
  const town = app.as(undefined, 'foo')
  await eventually(async () => (await town.get('/communes/baz')).status === 403, 'its scope')
  assert.equal((await town.get(`/communes/${foo.id}/infos`)).status, 200)
  assert.equal((await town.get('/communes/foo-10001')).status, 200)
})

test('its import sources move to the successor', async () => {
  const { rows } = await app.owner.query('select commune_id from import_sources')
  assert.deepEqual(
    rows.map(row => row.commune_id),
    [bar.id, bar.id],
  )
})

test('nothing is written to what merged, and nothing new attached to it', async () => {
  const admin = app.as(await app.user(['admin']))
  assert.equal((await admin.patch(`/admin/communes/${foo.id}`, { population: 1 })).status, 404)
  assert.equal((await admin.get(`/admin/communes/${foo.id}/full`)).body.data.commune.id, bar.id)
  const { status, body } = await admin.post('/publications', {
    title: 'T',
    body: 'B',
    acteur_id: mairie,
    commune_id: foo.id,
  })
  assert.deepEqual([status, body.details[0].path], [422, 'commune_id'])
})

test('the same list again changes nothing', async () => {
  const before = await tableState(app.owner)
  const again = await load(...SECOND)
  assert.deepEqual(again, { created: 0, updated: 0, unchanged: 2, merged: 0, lost: ['10004'] })
  assert.deepEqual(await tableState(app.owner), before)
})

test('records attached to a merged commune later move with the next load', async () => {
  const late = await make.publication(app, mairie, foo.id)
  await load(...SECOND)
  assert.deepEqual((await make.row(app, late)).commune_ids, [bar.id])
})

test('a merger of mergers leads to the last one', async () => {
  await load({ code: '10003', nom: 'Bazoches', anciensCodes: ['10001', '10002'] })
  assert.equal((await byCode('10001')).successor_id, baz.id)
  assert.equal((await byCode('10002')).successor_id, baz.id)
  for (const slug of ['foo', 'bar', 'foo-10001', 'foo-10002'])
    assert.deepEqual(await address(slug), [301, '/api/v1/communes/bazoches'], slug)
})

test('a commune that comes back stands on its own again, under its slug', async () => {
  await load({ code: '10003', nom: 'Bazoches' }, { code: '10001', nom: 'Foo' })
  assert.equal((await byCode('10001')).successor_id, null)
  assert.deepEqual(await address('foo'), [200, null])
  assert.equal((await follow('/communes/foo')).body.data.id, foo.id)
})

test('two communes may trade their names; a slug that was chosen here stays', async () => {
  await load({ code: '11001', nom: 'Un' }, { code: '11002', nom: 'Deux' }, { code: '11003', nom: 'Trois' })
  const admin = app.as(await app.user(['admin']))
  const { id } = await byCode('11003')
  await admin.patch(`/admin/communes/${id}`, { slug: 'la-belle' })
  assert.deepEqual(await address('trois'), [301, '/api/v1/communes/la-belle'])
  await load(
    { code: '11001', nom: 'Deux' },
    { code: '11002', nom: 'Un' },
    { code: '11003', nom: 'Trois-Rivières' },
  )
  for (const [code, slug] of [
    ['11001', 'deux'],
    ['11002', 'un'],
    ['11003', 'la-belle'],
  ] as const)
    assert.equal((await byCode(code)).slug, slug)
  await load({ code: '11001', nom: 'Deux' }, { code: '11002', nom: 'Un' }, { code: '11004', nom: 'La Belle' })
  assert.equal((await byCode('11004')).slug, 'la-belle-11004', 'somebody chose that slug already')
})

test('the name of an old slug is not given to a commune made by hand', async () => {
  const office = app.as(await app.user(['operator_communes']))
  const { body } = await office.post('/admin/communes', { nom: 'Trois', departement: '11' })
  assert.equal(body.data.slug, 'trois-11')
})

test('a list that says nothing new breaks nobody’s If-Match', async () => {
  await load({ code: '12001', nom: 'Douze', population: 1 })
  const { id, version } = await byCode('12001')
  await app.owner.query('update communes set population = 99 where id = $1', [id])
  await load({ code: '12001', nom: 'Douze', population: 2 })
  const after = await byCode('12001')
  assert.deepEqual([after.population, after.version], [99, version + 1])
})

test('the list of today: every former code and every part leads to a commune of today', async () => {
  const { communes, successors } = await readNationalList()
  const current = new Set(communes.map(({ code }) => code))
  assert.equal(communes.length, 34_969)
  assert.ok(successors.size > 4_000)
  for (const [old, now] of successors) assert.ok(!current.has(old) && current.has(now), `${old} ${now}`)
  assert.deepEqual(
    [successors.get('75101'), successors.get('69381'), successors.get('13201')],
    ['75056', '69123', '13055'],
  )
})

test('a merge waits for records that are being attached to the commune, and moves them', async () => {
  await load({ code: '13001', nom: 'Avant' }, { code: '13002', nom: 'Après' })
  const before = await byCode('13001')
  const acteur = await make.acteur(app, before.id)
  for (const moment of ['while it merges', 'when it had merged already']) {
    await app.owner.query('begin')
    const late = await make.publication(app, acteur, before.id)
    const loading = load({ code: '13002', nom: 'Après', anciensCodes: ['13001'] })
    await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === 1, moment)
    await app.owner.query('commit')
    await loading
    assert.deepEqual((await make.row(app, late)).commune_ids, [(await byCode('13002')).id], moment)
  }
})
