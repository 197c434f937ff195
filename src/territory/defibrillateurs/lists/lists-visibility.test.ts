import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../../shared/fields/field.ts'
import { STATUTS } from '../../../../shared/words/defibrillateurs.ts'
import { startApp } from '../../../../test/app.ts'
import { device, ownDevice } from '../../../../test/defibrillateurs/stock.ts'
import * as make from '../../../../test/factories.ts'

/** Who sees what: every state of the register's row × every state of the commune's. */

const ALL = namesOf(STATUTS)
const STRICTNESS = ['actif', 'a_verifier', 'hors_service', 'masque']
const HERE = { latitude: 45.76, longitude: 4.84 }

const app = await startApp()
const office = app.as(await app.user(['operator_communes']))
const town = await make.commune(app, { departement: '69', code_insee: '69123' })

interface Case {
  readonly national: string
  readonly commune: string
  readonly retire: boolean
  readonly enService: boolean
  readonly gid: string
}
const cases: Case[] = []
for (const national of ALL)
  for (const commune of ALL)
    for (const retire of [false, true])
      for (const enService of [true, false]) {
        const { gid } = await device(
          app,
          town,
          {
            statut: national,
            retire_le: retire ? new Date() : null,
            en_service: enService,
            departement: '69',
            code_insee: '69123',
            nom: 'Piscine municipale',
            ...HERE,
          },
          { statut: commune },
        )
        cases.push({ national, commune, retire, enService, gid })
      }
const expected = cases
  .filter(one => one.national === 'actif' && one.commune === 'actif' && !one.retire && one.enService)
  .map(one => one.gid)

test('64 combinations were made, of which one is in service', () =>
  assert.deepEqual([cases.length, expected.length], [64, 1]))

const NEAR = `near=${HERE.latitude},${HERE.longitude}`
for (const search of [
  '',
  'q=piscine',
  'code_insee=69123',
  'departement=69',
  'bbox=4,45,5,46',
  NEAR,
  `${NEAR}&q=piscine`,
  `${NEAR}&bbox=4,45,5,46&departement=69`,
])
  test(`the catalogue shows what is active alone: ?${search}`, async () => {
    const { status, body } = await app.anyone.get(`/defibrillateurs?${search}`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.map((one: { gid: string }) => one.gid),
      expected,
    )
  })

test('the commune’s page shows what is active alone', async () => {
  const { body } = await app.anyone.get(`/communes/${town}/defibrillateurs`)
  assert.deepEqual(
    body.defibrillateurs.map((one: { gid: string; statut: string }) => [one.gid, one.statut]),
    expected.map(gid => [gid, 'actif']),
  )
  assert.equal(body.meta.count, 1)
})

test('the back-office sees all of them, told by the stricter of both', async () => {
  const { body } = await office.get(`/admin/communes/${town}/defibrillateurs?per_page=100`)
  assert.equal(body.meta.total, 64)
  for (const { gid, national, commune, retire, enService } of cases) {
    const one = body.data.find((row: { gid: string }) => row.gid === gid)
    const strict = [national, commune].sort((a, b) => STRICTNESS.indexOf(b) - STRICTNESS.indexOf(a))[0]
    assert.deepEqual(
      [one.statut, one.national.statut, one.statut_en_vigueur, one.retire_le !== null, one.actif],
      [commune, national, strict, retire, expected.includes(gid)],
    )
    assert.equal(one.national.en_service, enService)
  }
})

test('the national list of the back-office says the same of each', async () => {
  const { body } = await office.get('/admin/defibrillateurs-france?per_page=100')
  assert.equal(body.meta.total, 64)
  for (const { gid, national, commune } of cases) {
    const one = body.data.find((row: { gid: string }) => row.gid === gid)
    assert.deepEqual([one.statut, one.statut_commune, one.actif], [national, commune, expected.includes(gid)])
  }
})

test('one that its commune alone knows is as active as the commune says, on its page alone', async () => {
  const other = await make.commune(app)
  const ids = []
  for (const statut of ALL) ids.push(await ownDevice(app, other, { nom: 'Mairie', ...HERE }, { statut }))
  const { body } = await app.anyone.get(`/communes/${other}/defibrillateurs`)
  assert.deepEqual(
    body.defibrillateurs.map((one: { id: string; gid: null; nom: string; vu_le: null }) => [
      one.id,
      one.gid,
      one.nom,
      one.vu_le,
    ]),
    [[ids[0], null, 'Mairie', null]],
  )
  const listed = await office.get(`/admin/communes/${other}/defibrillateurs`)
  assert.deepEqual(
    listed.body.data.map((one: { statut: string; actif: boolean; national: null }) => [
      one.statut,
      one.actif,
      one.national,
    ]),
    ALL.map(statut => [statut, statut === 'actif', null]).reverse(),
  )
})

test('corrections of a commune change the national catalogue however they are made, until they are removed', async () => {
  const place = await make.commune(app)
  const { gid, communal } = await device(app, place, { nom: 'Gymnase Zatopek' })
  const seen = async () => (await app.anyone.get('/defibrillateurs?q=zatopek')).body.data.length
  const write = (text: string) => app.owner.query(text, [communal])
  assert.equal(await seen(), 1)
  await write(`update commune_defibrillateurs set statut = 'masque' where id = $1`)
  assert.equal(await seen(), 0)
  await write('update commune_defibrillateurs set gid = null where id = $1')
  assert.equal(await seen(), 1)
  await app.owner.query('update commune_defibrillateurs set gid = $2 where id = $1', [communal, gid])
  assert.equal(await seen(), 0)
  await write('delete from commune_defibrillateurs where id = $1')
  assert.equal(await seen(), 1)
})
