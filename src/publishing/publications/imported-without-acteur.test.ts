import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

/** Imported publications without an acteur: decided by the back-office only, and public once published. */

const app = await startApp()
const commune = await make.commune(app)
const [moderator, administrator, clerk, member] = [
  await app.user(['operator_moderation']),
  await app.user(['admin']),
  await app.user(),
  await app.user(),
]
const hall = await make.mairie(app, commune, clerk)
const club = await make.acteur(app, commune, { can_publish: true })
await make.member(app, club, member)
await app.owner.query(`insert into app_sources (slug, acteur_ids) values ('club', array[$1::uuid])`, [club])

const waiting = { moderation_status: 'pending', valide: false, publie_le: null, moderation_by: 'import' }
const id = await make.publication(app, null, commune, { title: 'Braderie', ...waiting })
const published = await make.publication(app, null, commune, { title: 'Brocante', epingle: true })

test('it waits for review, and a moderator publishes it', async () => {
  const { body: queue } = await app.as(moderator).get('/admin/publications?moderation_status=pending')
  assert.deepEqual(
    queue.data.map((row: { id: string; acteur: unknown }) => [row.id, row.acteur]),
    [[id, null]],
  )
  assert.equal((await app.anyone.get(`/publications/${id}`)).status, 404)
  const moderated = await app
    .as(moderator)
    .patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  assert.deepEqual([moderated.status, moderated.body.data.acteur_id], [200, null])
})

test('published, it is in every public list but those of acteurs', async () => {
  const one = await app.anyone.get(`/publications/${published}`)
  assert.deepEqual([one.status, one.body.data.acteur, one.body.data.acteur_id], [200, null, null])
  for (const path of ['/publications', `/communes/${commune}/publications`, '/publications?q=brocante'])
    assert.ok(
      (await app.anyone.get(path)).body.data.some((row: { id: string }) => row.id === published),
      path,
    )
  assert.deepEqual((await app.anyone.get(`/acteurs/${club}/publications`)).body.data, [])
  assert.equal((await app.anyone.post(`/publications/${published}/report`, { reason: 'spam' })).status, 201)
})

test('apps limited to acteurs do not show it', async () => {
  assert.equal((await app.as(undefined, 'club').get(`/publications/${published}`)).status, 403)
  assert.deepEqual((await app.as(undefined, 'club').get('/publications')).body.data, [])
})

test('members of acteurs cannot change it; administrators can', async () => {
  for (const [method, path, body] of [
    ['PATCH', `/publications/${published}`, { title: 'Autre' }],
    ['DELETE', `/publications/${published}`, undefined],
    ['PATCH', `/publications/${published}/moderate`, { moderation_status: 'pending' }],
  ] as const) {
    const refused = await app.as(member, 'public').send(method, path, body)
    assert.deepEqual([refused.status, refused.body.error], [403, 'scope_violation'], `${method} ${path}`)
  }
  const edited = await app.as(administrator).patch(`/publications/${published}`, { title: 'Grande brocante' })
  assert.deepEqual([edited.status, edited.body.data.title], [200, 'Grande brocante'])
})

test('a town hall sees it in its commune, and can hold it', async () => {
  const list = await app.as(clerk, 'mairie').get(`/mairie/acteurs/${hall}/publications?scope=commune`)
  assert.ok(list.body.data.some((row: { id: string }) => row.id === published))
  const held = await app
    .as(clerk, 'mairie')
    .patch(`/mairie/acteurs/${hall}/publications/${published}/moderate`, { moderation_status: 'pending' })
  assert.deepEqual([held.status, held.body.data.status], [200, 'pending'])
})

test('rejecting it mails nobody; it is deleted and restored like any other', async () => {
  const as = app.as(administrator)
  const rejected = await as.patch(`/admin/publications/${published}/moderate`, {
    moderation_status: 'rejected',
  })
  assert.equal(rejected.status, 200)
  assert.equal((await as.delete(`/admin/publications/${published}`)).status, 200)
  const restored = await as.patch(`/admin/publications/${published}/restore`)
  assert.deepEqual([restored.status, restored.body.data.acteur], [200, null])
})
