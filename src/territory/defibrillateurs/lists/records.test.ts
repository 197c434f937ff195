import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { device, ownDevice } from '../../../../test/defibrillateurs/stock.ts'
import * as make from '../../../../test/factories.ts'

/** What the register says, what the commune says on top of it, and what is seen of both. */

const app = await startApp()
const office = app.as(await app.user(['operator_communes']))

const REGISTERED = {
  nom: 'Mairie annexe',
  adresse: '1 rue du Port',
  code_postal: '44600',
  code_insee: '44184',
  commune_nom: 'Saint-Nazaire',
  latitude: 47.27,
  longitude: -2.2,
  acces: 'interieur',
  acces_libre: true,
  etage: '2',
  complement: 'Hall',
  disponibilite_jours: ['lundi', 'mardi'],
  disponibilite_heures: ['24h/24'],
  telephone: '+33 2 40 00 00 00',
  derniere_maintenance: '2026-01-02',
}
const OTHERWISE = {
  nom: 'Capitainerie',
  adresse: '9 quai Neuf',
  code_postal: '44601',
  commune_nom: 'Saint-Nazaire le Port',
  acces: 'exterieur',
  acces_libre: false,
  etage: '0',
  complement: 'Sous l’auvent',
  disponibilite_jours: ['7j/7'],
  disponibilite_heures: ['heures ouvrables'],
  telephone: '+33 2 41 11 11 11',
  derniere_maintenance: '2026-10-03',
} as const
const POSITION = { latitude: 48.5, longitude: 7.5 }

async function layered() {
  const town = await make.commune(app)
  const { gid, national, communal = '' } = await device(app, town, REGISTERED)
  const everywhere = async () => {
    const page = await app.anyone.get(`/communes/${town}/defibrillateurs`)
    const list = await app.anyone.get('/defibrillateurs?per_page=100')
    return [
      page.body.defibrillateurs[0],
      list.body.data.find((one: { gid: string }) => one.gid === gid),
      (await office.get(`/admin/communes/${town}/defibrillateurs`)).body.data[0],
    ]
  }
  const say = (overrides: object) => office.patch(`/admin/defibrillateurs/${communal}`, { overrides })
  return { town, gid, national, communal, everywhere, say }
}

for (const [field, value] of Object.entries(OTHERWISE))
  test(`${field}: the commune’s word is shown instead of the register’s, and the register’s again when it is taken back`, async () => {
    const { everywhere, say } = await layered()
    const registered = REGISTERED[field as keyof typeof REGISTERED]
    for (const one of await everywhere()) assert.deepEqual(one[field], registered)
    const answer = await say({ [field]: value })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body.data[field], value)
    const seen = await everywhere()
    for (const one of seen) assert.deepEqual(one[field], value)
    // Nothing else moved, and the register's own word stands beneath.
    const { [field as keyof typeof REGISTERED]: _, ...others } = REGISTERED
    for (const one of seen)
      assert.deepEqual(Object.fromEntries(Object.keys(others).map(name => [name, one[name]])), others)
    assert.deepEqual(seen[2].national[field], registered)
    assert.deepEqual(seen[2].overrides, { [field]: value })
    await say({})
    for (const one of await everywhere()) assert.deepEqual(one[field], registered)
  })

for (const field of Object.keys(OTHERWISE).filter(name => !name.startsWith('disponibilite')))
  test(`${field}: null shows nothing where the register says something`, async () => {
    const { everywhere, say } = await layered()
    assert.equal((await say({ [field]: null })).status, 200)
    for (const one of await everywhere()) assert.equal(one[field], null)
  })

test('no days and no hours are empty lists', async () => {
  const { everywhere, say } = await layered()
  await say({ disponibilite_jours: [], disponibilite_heures: [] })
  for (const one of await everywhere())
    assert.deepEqual([one.disponibilite_jours, one.disponibilite_heures], [[], []])
})

test('overrides replace the former ones whole', async () => {
  const { everywhere, say } = await layered()
  await say({ nom: 'Un', etage: '3' })
  await say({ nom: 'Deux' })
  for (const one of await everywhere()) assert.deepEqual([one.nom, one.etage], ['Deux', REGISTERED.etage])
})

test('a corrected position is where it is found, and where it was wrong it is not', async () => {
  const { gid, everywhere, say } = await layered()
  const found = async (search: string) =>
    (await app.anyone.get(`/defibrillateurs?per_page=100&${search}`)).body.data.some(
      (one: { gid: string }) => one.gid === gid,
    )
  const right = ['near=48.5,7.5&rayon=10', 'bbox=7.4,48.4,7.6,48.6', 'near=48.5,7.5&rayon=10&q=mairie']
  const wrong = ['near=47.27,-2.2&rayon=10', 'bbox=-2.3,47.2,-2.1,47.3']
  for (const search of wrong) assert.equal(await found(search), true)
  for (const search of right) assert.equal(await found(search), false)
  await say(POSITION)
  for (const one of await everywhere())
    assert.deepEqual([one.latitude, one.longitude], [POSITION.latitude, POSITION.longitude])
  for (const search of right) assert.equal(await found(search), true, search)
  for (const search of wrong) assert.equal(await found(search), false, search)
  await say({ latitude: null, longitude: null })
  for (const one of await everywhere()) assert.deepEqual([one.latitude, one.longitude], [null, null])
  for (const search of [...right, ...wrong]) assert.equal(await found(search), false)
  await say({})
  for (const search of wrong) assert.equal(await found(search), true)
})

test('a corrected name is what it is found by', async () => {
  const { gid, town, say } = await layered()
  await say({ nom: 'Théâtre Simone Veil' })
  const found = async (q: string) => [
    (await app.anyone.get(`/defibrillateurs?q=${q}`)).body.data.some(
      (one: { gid: string }) => one.gid === gid,
    ),
    (await office.get(`/admin/communes/${town}/defibrillateurs?q=${q}`)).body.meta.total === 1,
  ]
  assert.deepEqual(await found('theatre+simone'), [true, true])
  assert.deepEqual(await found('annexe'), [false, false])
})

test('later values of the register show in fields without a correction, and stay below corrections', async () => {
  const { national, everywhere, say } = await layered()
  await say({ nom: 'Ici' })
  await app.owner.query(`update defibrillateurs set nom = 'Autre', adresse = 'Ailleurs' where id = $1`, [
    national,
  ])
  const seen = await everywhere()
  for (const one of seen) assert.deepEqual([one.nom, one.adresse], ['Ici', 'Ailleurs'])
  assert.equal(seen[2].national.nom, 'Autre')
})

test('the national list of the back-office has the register’s own values, and says what was corrected', async () => {
  const { gid, say } = await layered()
  await say({ nom: 'Ici' })
  const { body } = await office.get('/admin/defibrillateurs-france?per_page=100')
  const one = body.data.find((row: { gid: string }) => row.gid === gid)
  assert.deepEqual([one.nom, one.overrides], ['Mairie annexe', { nom: 'Ici' }])
})

test('notes and corrections are visible in the back-office only', async () => {
  const { communal, national, everywhere } = await layered()
  await office.patch(`/admin/defibrillateurs/${communal}`, {
    note: 'clé chez la gardienne',
    overrides: { nom: 'Ici' },
  })
  await office.patch(`/admin/defibrillateurs-france/${national}`, { note: 'à relancer' })
  const [page, list] = await everywhere()
  for (const one of [page, list]) {
    assert.doesNotMatch(JSON.stringify(one), /gardienne|relancer/)
    assert.ok(!('note' in one) && !('overrides' in one))
  }
})

test('a device that is not in the register is described by its overrides alone', async () => {
  const town = await make.commune(app)
  await ownDevice(app, town, { ...OTHERWISE, ...POSITION })
  const { body } = await app.anyone.get(`/communes/${town}/defibrillateurs`)
  const { id: _, ...one } = body.defibrillateurs[0]
  assert.deepEqual(one, {
    gid: null,
    commune_id: town,
    ...OTHERWISE,
    ...POSITION,
    code_insee: null,
    etat_fonctionnement: null,
    registry_updated_at: null,
    statut: 'actif',
    vu_le: null,
    retire_le: null,
  })
  const listed = await office.get(`/admin/communes/${town}/defibrillateurs?q=capitainerie&retire=false`)
  assert.deepEqual([listed.body.meta.total, listed.body.data[0].national], [1, null])
})
