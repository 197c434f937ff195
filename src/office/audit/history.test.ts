import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const [admin, operator] = [await app.user(['admin']), await app.user(['operator_moderation'])]
await app.owner.query(`update users set nom = 'Maëlle Le Goff' where id = $1`, [operator.id])
const [office, moderator] = [app.as(admin), app.as(operator)]
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const publication = await make.publication(app, acteur, commune)
const reporter = await app.user()

test('an operator reads who changed what in a publication, without hashes, texts and reporters', async () => {
  await office.patch(`/publications/${publication}`, { title: 'Bal', body: 'Un secret de texte' })
  await app.as(reporter, 'public').post(`/publications/${publication}/report`, { reason: 'spam' })
  const decided = { moderation_status: 'rejected', reason_code: 'spam' }
  await moderator.patch(`/admin/publications/${publication}/moderate`, decided)
  const { status, body } = await moderator.get(`/admin/publications/${publication}/history`)
  assert.equal(status, 200)
  const [rejected, reported, edited] = body.data
  assert.deepEqual([body.data.length, body.meta.total, body.meta.next], [3, 3, null])
  assert.deepEqual(rejected.by, { id: operator.id, nom: 'Maëlle Le Goff' })
  assert.deepEqual([rejected.action, rejected.app_source], ['publication.moderated', 'backoffice'])
  const moved = Object.fromEntries(rejected.changes.map((one: { field: string }) => [one.field, one]))
  assert.deepEqual(moved.moderation_status, {
    field: 'moderation_status',
    before: 'published',
    after: 'rejected',
  })
  assert.deepEqual([reported.action, reported.by], ['publication.reported', null])
  assert.deepEqual(reported.changes, [{ field: 'reason', before: null, after: 'spam' }])
  assert.deepEqual(edited.by, { id: admin.id, nom: admin.email }, 'an operator without a name')
  assert.deepEqual(
    edited.changes.map((one: { field: string }) => Object.keys(one)),
    [['field', 'before', 'after'], ['field']],
  )
  const said = JSON.stringify(body)
  for (const secret of ['secret de texte', 'sha256', 'ip_hash', reporter.id, operator.email])
    assert.ok(!said.includes(secret), secret)
})

test('an assignment names the colleagues', async () => {
  const other = await make.publication(app, acteur, commune)
  for (const assignee_id of [operator.id, null])
    await office.patch(`/admin/publications/${other}/assignee`, { assignee_id })
  const [left, given] = (await moderator.get(`/admin/publications/${other}/history`)).body.data
  const names = { [operator.id]: 'Maëlle Le Goff' }
  assert.deepEqual(given.changes, [{ field: 'assignee_id', before: null, after: operator.id }])
  assert.deepEqual([given.names, left.names], [names, names])
})

test('paging neither repeats nor misses a row', async () => {
  for (let n = 0; n < 4; n++)
    await moderator.patch(`/admin/publications/${publication}/feature`, { en_avant: n % 2 === 0 })
  const first = (await moderator.get(`/admin/publications/${publication}/history?per_page=4`)).body
  const rest = (
    await moderator.get(
      `/admin/publications/${publication}/history?per_page=4&after=${encodeURIComponent(first.meta.next)}`,
    )
  ).body
  const ids = [...first.data, ...rest.data].map((one: { id: number }) => one.id)
  assert.deepEqual([ids.length, new Set(ids).size, rest.meta.next], [7, 7, null])
  assert.deepEqual(
    ids,
    [...ids].sort((one, other) => other - one),
  )
})

test('acteurs, claims and communes have a history too, with contacts only as changed; unknown ids are 404', async () => {
  await office.patch(`/admin/acteurs/${acteur}`, { telephone: '02 00 00 00 00', nom: 'Club' })
  const ofActeur = (await office.get(`/admin/acteurs/${acteur}/history`)).body.data[0]
  assert.deepEqual(
    ofActeur.changes.map((one: { field: string; after?: string }) => [one.field, one.after]),
    [
      ['nom', 'Club'],
      ['telephone', undefined],
    ],
  )
  const asked = await app.anyone.post('/claims', { acteur_id: acteur, message: 'La mienne.', nom: 'Jeanne' })
  const claim = asked.body.data.id
  await office.patch(`/admin/claims/${claim}`, { status: 'rejected', note: 'Appelée au 02 11 11 11 11' })
  const ofClaim = (await office.get(`/admin/claims/${claim}/history`)).body.data
  assert.deepEqual(
    ofClaim.map((one: { action: string }) => one.action),
    ['claim.decided', 'claim.submitted'],
  )
  assert.deepEqual(ofClaim[0].changes, [{ field: 'status', before: 'pending', after: 'rejected' }])
  await office.patch(`/admin/communes/${commune}`, { population: 900 })
  const ofCommune = (await office.get(`/admin/communes/${commune}/history`)).body.data
  assert.deepEqual(ofCommune[0].changes, [{ field: 'population', before: null, after: 900 }])
  for (const kind of ['publications', 'acteurs', 'claims', 'communes'])
    assert.equal((await office.get(`/admin/${kind}/${admin.id}/history`)).status, 404, kind)
})
