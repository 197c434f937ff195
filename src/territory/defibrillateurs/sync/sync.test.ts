import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSyncing } from '../../../../test/defibrillateurs/syncing.ts'
import { auditOf } from '../../../../test/factories.ts'
import { asCsv, device, type Fields, sends } from '../../../../test/fixtures/geodae.ts'
import { MERGED } from './stage.ts'

const { app, register, sync, device: seen, communeId } = await startSyncing()

const ten = (change: (at: number) => Fields = () => ({})) =>
  Array.from({ length: 10 }, (_, at) => device(1000 + at, change(at)))
const publish = (rows: readonly Fields[]) => {
  register.answer = sends(asCsv(rows))
}
const clear = () =>
  app.owner.query('truncate defibrillateurs, commune_defibrillateurs, defibrillateur_syncs cascade')

test('the register comes in, with the communes its devices stand in; a second time nothing is written', async () => {
  await clear()
  publish(ten())
  const first = await sync()
  assert.deepEqual([first.status, first.error, first.progress], ['ok', null, 10])
  assert.deepEqual(first.counts, {
    rows: 10,
    taken: 10,
    created: 10,
    updated: 0,
    returned: 0,
    withdrawn: 0,
    unchanged: 0,
  })
  const row = await seen('1000')
  assert.ok(row.vu_le)
  const expected = {
    gid: '1000',
    nom: 'DAE 1000',
    adresse: '3 Rue du Préau',
    code_postal: '01500',
    code_insee: '01004',
    commune_nom: 'Ambérieu-en-Bugey',
    latitude: 45.958,
    longitude: 5.357,
    acces: 'interieur',
    acces_libre: true,
    etage: 'RDC',
    complement: null,
    disponibilite_jours: ['lundi', 'mardi'],
    disponibilite_heures: ['heures ouvrables'],
    telephone: null,
    etat_fonctionnement: 'En fonctionnement',
    derniere_maintenance: new Date(2025, 10, 22),
    registry_updated_at: new Date('2025-07-08T07:43:09.179Z'),
    en_service: true,
    commune_id: await communeId('01004'),
    departement: '01',
    statut: 'actif',
    note: null,
    retire_le: null,
    actif: true,
  }
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(row[name], value, name)
  const communal = await app.owner.query(
    'select gid, commune_id, statut, overrides from commune_defibrillateurs',
  )
  assert.equal(communal.rows.length, 10)
  const before = await app.owner.query('select xmin::text, gid from defibrillateurs order by gid')
  const second = await sync()
  assert.deepEqual([second.status, second.counts?.unchanged, second.counts?.updated], ['ok', 10, 0])
  const after = await app.owner.query('select xmin::text, gid from defibrillateurs order by gid')
  assert.deepEqual(after.rows, before.rows)
  assert.deepEqual(
    (await auditOf(app, second.id)).map(row => row.action),
    ['defibrillateurs.sync_requested'],
  )
  assert.deepEqual((await auditOf(app, first.id)).map(row => row.action).sort(), [
    'defibrillateurs.sync_requested',
    'defibrillateurs.synced',
  ])
})

const stateOf = (gid: string) =>
  app.owner
    .query(
      'select nom, statut, note, retire_le is not null as retire, actif from defibrillateurs where gid = $1',
      [gid],
    )
    .then(({ rows }) => rows[0])
const communalOf = (gid: string) =>
  app.owner
    .query(
      `select d.statut, d.note, d.overrides, c.code_insee from commune_defibrillateurs d
       join communes c on c.id = d.commune_id where gid = $1`,
      [gid],
    )
    .then(({ rows }) => rows[0])

test('statut, note and overrides survive every sync, even when a device leaves the register and returns', async () => {
  await clear()
  publish(ten())
  await sync()
  await app.owner.query(
    `update defibrillateurs set statut = 'masque', note = 'En travaux' where gid = '1003'`,
  )
  await app.owner.query(
    `update commune_defibrillateurs set statut = 'hors_service', note = 'Vu', overrides = '{"etage": "2"}' where gid = '1003'`,
  )
  const ours = async () => [await stateOf('1003'), await communalOf('1003')]
  const [row, communal] = await ours()

  publish(ten(at => ({ c_nom: `Autre ${at}` })))
  const changed = await sync()
  assert.equal(changed.counts?.updated, 10)
  assert.deepEqual(await ours(), [{ ...row, nom: 'Autre 3' }, communal])

  publish(ten(at => ({ c_nom: `Autre ${at}` })).filter(each => each.c_gid !== 1003))
  const gone = await sync()
  assert.deepEqual([gone.status, gone.counts?.withdrawn, gone.counts?.unchanged], ['ok', 1, 9])
  assert.deepEqual(await ours(), [{ ...row, nom: 'Autre 3', retire: true }, communal])
  const again = await sync()
  assert.deepEqual([again.counts?.withdrawn, again.counts?.unchanged], [0, 9], 'withdrawn once')

  publish(ten(at => ({ c_nom: `Autre ${at}` })))
  const back = await sync()
  assert.deepEqual([back.counts?.returned, back.counts?.updated, back.counts?.created], [1, 0, 0])
  assert.deepEqual(await ours(), [{ ...row, nom: 'Autre 3' }, communal])
})

test('one that is withdrawn says when it was last seen: at the last sync that covered it', async () => {
  await clear()
  publish(ten())
  await sync()
  const second = await sync()
  publish(ten().slice(1))
  await sync()
  const { rows } = await app.owner.query(
    `select d.vu_le = s.finished_at as seen, d.retire_le > d.vu_le as later
     from defibrillateurs d, defibrillateur_syncs s where d.gid = '1000' and s.id = $1`,
    [second.id],
  )
  assert.deepEqual(rows, [{ seen: true, later: true }])
})

test('a doubtful position makes one a_verifier at first sight, and never again', async () => {
  await clear()
  const doubtful = (at: number): Fields => (at < 3 ? { c_long_coor1: 2.349, c_lat_coor1: 48.856 } : {})
  publish(ten(doubtful))
  await sync()
  assert.deepEqual(
    [(await stateOf('1000')).statut, (await stateOf('1000')).actif, (await stateOf('1009')).statut],
    ['a_verifier', false, 'actif'],
  )
  await app.owner.query(`update defibrillateurs set statut = 'actif' where gid = '1000'`)
  publish(ten(at => ({ ...doubtful(at === 9 ? 0 : at), c_nom: 'Changé' })))
  await sync()
  assert.deepEqual(
    [await stateOf('1000'), await stateOf('1009')].map(({ nom, statut }) => [nom, statut]),
    [
      ['Changé', 'actif'],
      ['Changé', 'actif'],
    ],
  )
})

test('the fuse: more than a fifth missing is held and changes nothing; force lets it through', async () => {
  await clear()
  publish(ten())
  await sync()
  publish(ten(() => ({ c_nom: 'Nouveau' })).slice(0, 7))
  const held = await sync()
  assert.equal(held.status, 'held')
  assert.match(
    held.error ?? '',
    /^3 of the 10 known devices are missing, more than a fifth: nothing was changed/,
  )
  assert.equal((await stateOf('1000')).nom, 'DAE 1000')
  assert.equal((await sync()).status, 'held', 'and again')
  const forced = await sync({ force: true })
  assert.deepEqual([forced.status, forced.counts?.withdrawn, forced.counts?.updated], ['ok', 3, 7])
  publish(ten().slice(0, 6))
  assert.equal((await sync()).counts?.withdrawn, 1, 'the withdrawn ones no longer count')
})

test('exactly a fifth may go', async () => {
  await clear()
  publish(ten())
  await sync()
  publish(ten().slice(2))
  const { status, counts } = await sync()
  assert.deepEqual([status, counts?.withdrawn], ['ok', 2])
})

test('an empty register, and one without names, have failed, also with force', async () => {
  await clear()
  publish(ten())
  await sync()
  publish([])
  const empty = await sync({ force: true })
  assert.deepEqual(
    [empty.status, empty.error],
    ['failed', 'The register could not be read: it holds no rows. Nothing was changed.'],
  )
  publish(ten(() => ({ c_gid: '' })))
  const nameless = await sync({ force: true })
  assert.match(nameless.error ?? '', /none of its 10 rows has a “c_gid”/)
  assert.equal((await stateOf('1000')).retire, false)
})

test('rows that are refused are counted; of one named twice the sheet edited last counts', async () => {
  await clear()
  publish([
    ...ten(),
    device(''),
    device(1000, { c_nom: 'Plus récent', c__edit_datemaj: '2026/01/01 00:00:00' }),
    device(1001, { c_nom: 'Plus ancien', c__edit_datemaj: '2020/01/01 00:00:00' }),
    device(1002, { c_nom: 'Le dernier' }),
  ])
  const { counts } = await sync()
  assert.deepEqual([counts?.rows, counts?.taken, counts?.repeated, counts?.refused], [14, 10, 3, { gid: 1 }])
  for (const [gid, nom] of [
    ['1000', 'Plus récent'],
    ['1001', 'DAE 1001'],
    ['1002', 'Le dernier'],
  ] as const)
    assert.equal((await stateOf(gid)).nom, nom)
})

const lines = async () =>
  (await app.owner.query('select gid from defibrillateur_lines order by gid')).rows.length

test('a line that was read before is passed over; a forced sync reads it all the same', async () => {
  await clear()
  const hours = (at: number): Fields => (at === 9 ? { c_disp_complt: 'L au V\n9h/18h' } : {})
  publish(ten(hours))
  await sync()
  assert.equal(await lines(), 9, 'one goes over two lines of the file')
  // Behind the back of what takes the mark away, to see which rows are looked at.
  await app.owner.query('alter table defibrillateurs disable trigger defibrillateurs_changed')
  await app.owner.query(`update defibrillateurs set nom = 'Autre' where gid in ('1000', '1009')`)
  await app.owner.query('alter table defibrillateurs enable trigger defibrillateurs_changed')
  const { counts } = await sync()
  assert.deepEqual([counts?.rows, counts?.taken, counts?.updated, counts?.unchanged], [10, 10, 1, 9])
  assert.deepEqual([(await stateOf('1000')).nom, (await stateOf('1009')).nom], ['Autre', 'DAE 1009'])
  publish(ten(at => (at === 5 ? { c_nom: 'Édité' } : hours(at))))
  assert.equal((await sync()).counts?.updated, 1)
  assert.deepEqual([(await stateOf('1000')).nom, (await stateOf('1005')).nom], ['Autre', 'Édité'])
  const forced = await sync({ force: true })
  assert.deepEqual([forced.counts?.updated, (await stateOf('1000')).nom], [1, 'DAE 1000'])
  assert.equal((await sync()).counts?.unchanged, 10)
})

test('rows that were changed, deleted or moved by hand are restored by the next sync of the same file', async () => {
  await clear()
  publish(ten())
  await sync()
  await app.owner.query(`update defibrillateurs set nom = 'Autre' where gid = '1000'`)
  await app.owner.query(`update defibrillateurs set retire_le = now() where gid = '1001'`)
  await app.owner.query(`delete from commune_defibrillateurs where gid = '1002'`)
  await app.owner.query(`delete from defibrillateurs where gid = '1002'`)
  const { counts } = await sync()
  assert.deepEqual([counts?.updated, counts?.returned, counts?.created, counts?.unchanged], [1, 1, 1, 7])
  assert.equal((await stateOf('1000')).nom, 'DAE 1000')
  await app.owner.query(`update communes set departement = '69' where code_insee = '01004'`)
  assert.equal(
    (await sync()).counts?.updated,
    10,
    'the commune that the lines name is in another departement',
  )
  await app.owner.query(`update communes set departement = '01' where code_insee = '01004'`)
  await clear()
  assert.equal((await sync()).counts?.created, 10, 'the table was emptied')
  const turned = asCsv(ten())
    .replace('c_adr_voie', 'c_nom#')
    .replace('c_nom;', 'c_adr_voie;')
    .replace('c_nom#', 'c_nom')
  register.answer = sends(turned)
  assert.equal((await sync()).counts?.updated, 10, 'the same lines below other columns')
  assert.equal((await stateOf('1000')).nom, 'Rue du Préau')
})

test('a mark is taken away with any column that a sync writes', async () => {
  const { rows } = await app.owner.query(
    `select pg_get_triggerdef(oid) as written from pg_trigger where tgname = 'defibrillateurs_changed'`,
  )
  const { written } = rows[0] as { written: string }
  for (const column of ['gid', 'retire_le', ...Object.keys(MERGED)])
    for (const side of ['old', 'new']) assert.match(written, new RegExp(`\\b${side}\\.${column}\\b`))
})

test('for a device listed twice, the row that was edited last counts, in any order', async () => {
  await clear()
  const newer = device(1000, { c_nom: 'Plus récent', c__edit_datemaj: '2026/01/01 00:00:00' })
  publish([newer, ...ten()])
  await sync()
  const again = await sync()
  assert.deepEqual([again.counts?.taken, again.counts?.repeated, again.counts?.unchanged], [10, 1, 10])
  const newest = device(1000, { c_nom: 'Le dernier', c__edit_datemaj: '2026/02/01 00:00:00' })
  publish([newest, newer, newer, ...ten()])
  const third = await sync()
  assert.deepEqual([third.counts?.taken, third.counts?.repeated, third.counts?.updated], [10, 3, 1])
  assert.equal((await stateOf('1000')).nom, 'Le dernier')
  publish(ten())
  assert.deepEqual([(await sync()).counts?.updated, (await stateOf('1000')).nom], [1, 'DAE 1000'])
})

test('a value that the database refuses ends the sync at once, without quoting it', async () => {
  await clear()
  await app.owner.query(`alter table defibrillateurs add constraint odd check (nom <> 'Interdit')`)
  publish(ten(at => (at === 5 ? { c_nom: 'Interdit' } : {})))
  const { status, error } = await sync()
  await app.owner.query('alter table defibrillateurs drop constraint odd')
  assert.deepEqual(
    [status, error],
    ['failed', 'The register holds a value that cannot be kept (23514). Nothing was changed.'],
  )
  assert.equal(await stateOf('1000'), undefined)
})
