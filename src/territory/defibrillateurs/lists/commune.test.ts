import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { device, ownDevice, sync } from '../../../../test/defibrillateurs/stock.ts'
import * as make from '../../../../test/factories.ts'
import { followers } from '../../../communes-merged.ts'
import { loadList } from '../../communes/registers/load.ts'
import { type Entry, listFrom } from '../../communes/registers/national-list.ts'

/** The page of one commune: its shape, how the register was read last, and where a merged one leads. */

const app = await startApp()
const office = app.as(await app.user(['operator_communes']))
const page = async (id: string) => (await app.anyone.get(`/communes/${id}/defibrillateurs`)).body
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const noSync = () => app.owner.query('delete from defibrillateur_syncs')

test('exactly the shape of the interface, also where nothing is known', async () => {
  const town = await make.commune(app)
  assert.deepEqual(await page(town), {
    defibrillateurs: [],
    meta: { count: 0, last_synced_at: null, sync_status: null },
  })
  const { communal } = await device(app, town)
  const { defibrillateurs, ...rest } = await page(town)
  assert.deepEqual([ids(defibrillateurs), rest.meta.count, Object.keys(rest)], [[communal], 1, ['meta']])
  assert.deepEqual(Object.keys(defibrillateurs[0]).toSorted(), [
    'acces',
    'acces_libre',
    'adresse',
    'code_insee',
    'code_postal',
    'commune_id',
    'commune_nom',
    'complement',
    'derniere_maintenance',
    'disponibilite_heures',
    'disponibilite_jours',
    'etage',
    'etat_fonctionnement',
    'gid',
    'id',
    'latitude',
    'longitude',
    'nom',
    'registry_updated_at',
    'retire_le',
    'statut',
    'telephone',
    'vu_le',
  ])
})

test('a commune that does not exist, or no id at all: 404', async () => {
  for (const id of ['00000000-0000-7000-8000-000000000000', 'ville-1', 'x'])
    assert.equal((await app.anyone.get(`/communes/${id}/defibrillateurs`)).status, 404, id)
})

test('a city has all of its devices on one page, in the order in which they came', async () => {
  const city = await make.commune(app)
  await app.owner.query(
    `with made as (insert into defibrillateurs (gid, commune_id, en_service)
       select 'C' || n, $1, n % 2 = 0 from generate_series(1, 1500) n returning gid)
     insert into commune_defibrillateurs (commune_id, gid) select $1, gid from made`,
    [city],
  )
  const { defibrillateurs, meta } = await page(city)
  const { rows } = await app.owner.query(
    `select c.id from commune_defibrillateurs c join defibrillateurs d using (gid)
     where c.commune_id = $1 and d.actif order by c.id`,
    [city],
  )
  assert.deepEqual([meta.count, ids(defibrillateurs)], [750, ids(rows)])
})

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour))
const iso = (hour: number) => at(hour).toISOString()

/** Syncs in the order in which they were asked for; `own` for this commune, `other` for another one, else of everything. */
const HISTORIES: readonly (readonly [
  history: string,
  syncs: readonly (readonly [of: 'all' | 'own' | 'other', status: string, hour?: number])[],
  expected: readonly [last: number | null, status: string | null, error: string | null],
])[] = [
  ['never', [], [null, null, null]],
  ['everything, once', [['all', 'ok', 3]], [3, 'ok', null]],
  ['another commune alone', [['other', 'ok', 3]], [null, null, null]],
  ['its own alone', [['own', 'ok', 4]], [4, 'ok', null]],
  [
    'everything, then another commune',
    [
      ['all', 'ok', 3],
      ['other', 'failed', 4],
    ],
    [3, 'ok', null],
  ],
  [
    'everything, then its own failed',
    [
      ['all', 'ok', 3],
      ['own', 'failed', 4],
    ],
    [3, 'failed', 'why'],
  ],
  [
    'its own, then everything is held',
    [
      ['own', 'ok', 3],
      ['all', 'held', 4],
    ],
    [3, 'held', 'why'],
  ],
  [
    'everything, then its own waits',
    [
      ['all', 'ok', 3],
      ['own', 'queued'],
    ],
    [3, 'queued', null],
  ],
  ['everything runs for the first time', [['all', 'running']], [null, 'running', null]],
  [
    'failed, then well',
    [
      ['all', 'failed', 3],
      ['all', 'ok', 5],
    ],
    [5, 'ok', null],
  ],
  [
    'asked for first, done last',
    [
      ['own', 'ok', 9],
      ['all', 'ok', 5],
    ],
    [9, 'ok', null],
  ],
]
for (const [history, syncs, [last, status, error]] of HISTORIES)
  test(`how the register was read last: ${history}`, async () => {
    await noSync()
    const [town, other] = [await make.commune(app), await make.commune(app)]
    for (const [of, status, hour] of syncs)
      await sync(app, status, {
        commune_id: of === 'all' ? null : of === 'own' ? town : other,
        finished_at: hour === undefined ? null : at(hour),
        error: ['failed', 'held'].includes(status) ? 'why' : null,
      })
    const known = { last_synced_at: last === null ? null : iso(last), sync_status: status }
    assert.deepEqual((await page(town)).meta, { count: 0, ...known })
    const listed = await office.get(`/admin/communes/${town}/defibrillateurs`)
    const { last_synced_at, sync_status, sync_error } = listed.body.meta
    assert.deepEqual({ last_synced_at, sync_status, sync_error }, { ...known, sync_error: error })
  })

test('the national list tells of syncs of everything alone', async () => {
  await noSync()
  const town = await make.commune(app)
  await sync(app, 'ok', { finished_at: at(3) })
  await sync(app, 'held', { finished_at: at(4), error: 'would withdraw 21 %' })
  await sync(app, 'ok', { finished_at: at(5), commune_id: town })
  const { last_synced_at, sync_status, sync_error } = (await office.get('/admin/defibrillateurs-france')).body
    .meta
  assert.deepEqual([last_synced_at, sync_status, sync_error], [iso(3), 'held', 'would withdraw 21 %'])
})

test('a device was seen when it was written or by the last good sync that looked at it; a withdrawn one before', async () => {
  await noSync()
  const [town, other] = [await make.commune(app), await make.commune(app)]
  const one = await device(app, town, { vu_le: at(1) })
  const new_ = await device(app, town, { vu_le: at(20) })
  const gone = await device(app, town, { vu_le: at(1), retire_le: at(6) })
  const seen = async ({ gid }: { gid: string }) => {
    const own = (await office.get(`/admin/communes/${town}/defibrillateurs`)).body.data
    const all = (await office.get('/admin/defibrillateurs-france?per_page=100')).body.data
    const of = (list: { gid: string; vu_le: string }[]) => list.find(row => row.gid === gid)?.vu_le
    assert.equal(of(own), of(all))
    return of(own)
  }
  assert.deepEqual([await seen(one), await seen(new_), await seen(gone)], [iso(1), iso(20), iso(1)])
  await sync(app, 'ok', { finished_at: at(8) })
  await sync(app, 'failed', { finished_at: at(9) })
  await sync(app, 'ok', { finished_at: at(10), commune_id: other })
  assert.deepEqual([await seen(one), await seen(new_), await seen(gone)], [iso(8), iso(20), iso(1)])
  await sync(app, 'ok', { finished_at: at(12), commune_id: town })
  assert.deepEqual([await seen(one), await seen(new_), await seen(gone)], [iso(12), iso(20), iso(1)])
  const shown = (await page(town)).defibrillateurs.map((row: { gid: string; vu_le: string }) => [
    row.gid,
    row.vu_le,
  ])
  assert.deepEqual(shown, [
    [one.gid, iso(12)],
    [new_.gid, iso(20)],
  ])
})

test('the snapshot of a commune holds the same page', async () => {
  const town = await make.commune(app)
  await device(app, town)
  await ownDevice(app, town, { nom: 'À nous' })
  await device(app, town, {}, { statut: 'masque' })
  const { body } = await office.get(`/admin/communes/${town}/full`)
  assert.deepEqual(body.data.defibrillateurs, await page(town))
  assert.equal(body.data.defibrillateurs.meta.count, 2)
})

test('the devices of a merged commune are found under its successor, by either id', async () => {
  const entry = (code: string, nom: string, anciensCodes: string[] = []): Entry => ({
    code,
    nom,
    type: 'commune-actuelle',
    departement: '10',
    anciensCodes,
  })
  const load = (...entries: Entry[]) =>
    app.service.db.transaction(tx => loadList(tx, listFrom(entries), followers))
  await load(entry('10001', 'Vieille'), entry('10002', 'Neuve'))
  const { rows } = await app.owner.query(
    `select id from communes where code_insee in ('10001', '10002') order by code_insee`,
  )
  const [old, now] = ids(rows) as [string, string]
  const registered = await device(app, old, { code_insee: '10001' })
  const own = await ownDevice(app, old, { nom: 'À nous' })
  await load(entry('10002', 'Neuve', ['10001']))
  for (const id of [old, now]) {
    assert.deepEqual(ids((await page(id)).defibrillateurs), [registered.communal, own])
    const listed = await office.get(`/admin/communes/${id}/defibrillateurs`)
    assert.deepEqual(ids(listed.body.data), [own, registered.communal])
  }
  const { body } = await app.anyone.get('/defibrillateurs?code_insee=10001')
  assert.deepEqual([ids(body.data), body.data[0].commune_id], [[registered.national], now])
})
