import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_communes']))
const full = async (id: string) => (await office.get(`/admin/communes/${id}/full`)).body.data

test('the whole of a commune in one answer', async () => {
  const id = await make.commune(app, { departement: '69' })
  const other = await make.commune(app)
  const mairie = await make.mairie(app, id)
  await app.owner.query(`update acteurs set telephone = '04' where id = $1`, [mairie])
  const shop = await make.acteur(app, other)
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [shop, id])
  await make.acteur(app, id, { deleted_at: new Date() })
  await make.publication(app, mairie, id)
  await make.publication(app, shop, other, {
    commune_ids: [other, id],
    moderation_status: 'pending',
    valide: false,
  })
  await make.publication(app, mairie, id, { deleted_at: new Date() })
  const answer = await office.patch(`/admin/communes/${id}`, {
    elus: [{ nom: 'Élan', prenom: 'Zoé', fonction: 'Maire' }],
    collectes: [{ type: 'verre', frequence: 'hebdomadaire', jours: [1] }],
    infos: [{ telephone: '01 02 03 04 05' }],
  })
  assert.equal(answer.status, 200)
  const data = await full(id)
  assert.deepEqual(Object.keys(data), [
    'commune',
    'mairie_actor',
    'infos',
    'infos_publiques',
    'elus',
    'collectes',
    'defibrillateurs',
    'acteurs_count',
    'publications_count',
  ])
  assert.deepEqual([data.commune.id, data.mairie_actor.id, data.mairie_actor.telephone], [id, mairie, '04'])
  assert.deepEqual([data.acteurs_count, data.publications_count], [2, 2])
  assert.deepEqual([data.infos[0].telephone, data.infos_publiques.telephone], ['01 02 03 04 05', '04'])
  assert.equal(data.infos_publiques.complements[0].telephone, '01 02 03 04 05')
  assert.equal(data.collectes[0].prochaines_dates.length, 3)
  assert.deepEqual(data.defibrillateurs, {
    defibrillateurs: [],
    meta: { count: 0, last_synced_at: null, sync_status: null },
  })
  const without = await full(await make.commune(app))
  assert.deepEqual([without.mairie_actor, without.acteurs_count, without.publications_count], [null, 0, 0])
})
