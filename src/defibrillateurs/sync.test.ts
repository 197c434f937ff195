import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSyncing } from '../../test/defibrillateurs.ts'
import { auditOf } from '../../test/factories.ts'
import { asCsv, device, type Fields, sends } from '../../test/fixtures/geodae.ts'

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
  const { id: _, vu_le, overrides, statut_commune, position, recherche, ...row } = await seen('1000')
  assert.ok(vu_le && position && recherche)
  assert.deepEqual([overrides, statut_commune], [{}, 'actif'])
  assert.deepEqual(row, {
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
    derniere_maintenance: row.derniere_maintenance,
    registry_updated_at: new Date('2025-07-08T07:43:09.179Z'),
    en_service: true,
    commune_id: await communeId('01004'),
    departement: '01',
    statut: 'actif',
    note: null,
    retire_le: null,
    actif: true,
  })
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
