import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { exportAll, subjectOf } from '../../office/personal-data/resources.ts'

/** Former members: their publications stay with the acteur, and they neither read nor change them. */

const app = await startApp()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const [admin, owner] = [await app.user(['admin']), await app.user()]
await make.member(app, acteur, owner)
const office = app.as(admin)

const SECRET = 'brouillon que d’autres ont écrit plus tard'
const draft = { title: 'Fête', body: 'À vingt heures.', acteur_id: acteur, commune_id: commune }
const leave = (user: { id: string }) =>
  app.owner.query('delete from actor_users where acteur_id = $1 and user_id = $2', [acteur, user.id])
const mailsTo = async (email: string) =>
  (
    await app.owner.query('select template, text from mails where recipient_email = $1 order by place', [
      email,
    ])
  ).rows

/** A publication whose author has left, edited by the others since. */
async function somebodyWhoLeft() {
  const user = await app.user()
  await make.member(app, acteur, user)
  const { body } = await app.as(user, null).post('/publications', draft)
  const { id } = body.data
  assert.equal((await app.as(user, null).get(`/me/publications/${id}`)).status, 200)
  await leave(user)
  const edited = await app.as(owner, null).patch(`/publications/${id}`, { title: SECRET, body: SECRET })
  assert.equal(edited.status, 200)
  return { user, id }
}

test('a former member neither reads nor changes the acteur’s publications', async () => {
  const { user, id } = await somebodyWhoLeft()
  const before = await make.row(app, id)
  const theirs = app.as(user, null)
  for (const query of ['', `?acteur_id=${acteur}`, '?moderation_status=pending']) {
    const { status, body } = await theirs.get(`/me/publications${query}`)
    assert.deepEqual([status, body.data, body.meta.total], [200, [], 0])
  }
  assert.equal((await theirs.get(`/me/publications/${id}`)).status, 404)
  for (const answer of [
    await theirs.patch(`/publications/${id}`, { title: 'x' }),
    await theirs.patch(`/publications/${id}/moderate`, { moderation_status: 'pending' }),
    await theirs.delete(`/publications/${id}`),
  ]) {
    assert.equal(answer.status, 403)
    assert.doesNotMatch(JSON.stringify(answer.body), new RegExp(SECRET))
  }
  assert.deepEqual(await make.row(app, id), before)
})

test('owners are told of a rejection in place of an author who has left', async () => {
  const { user, id } = await somebodyWhoLeft()
  const rejection = { moderation_status: 'rejected', reason: 'Le brouillon est illisible.' }
  assert.equal((await office.patch(`/admin/publications/${id}/moderate`, rejection)).status, 200)
  assert.deepEqual(await mailsTo(user.email), [])
  const [told, ...more] = await mailsTo(owner.email)
  assert.deepEqual([told.template, more.length], ['publication-rejected', 0])
  assert.ok(told.text.includes(SECRET) && told.text.includes(rejection.reason))
})

test('the export of a former member contains only their own words', async () => {
  const { user } = await somebodyWhoLeft()
  await make.member(app, acteur, user)
  await app.as(user, null).post('/publications', { ...draft, title: 'À moi seul' })
  await leave(user)
  const held = await exportAll(
    app.service.db.pool,
    await subjectOf(app.service.db.pool, user.email),
    app.service.secrets,
  )
  const titles = held.publications?.map(row => (row as { title: string | null }).title)
  assert.deepEqual(titles, [null, 'À moi seul'])
  assert.doesNotMatch(JSON.stringify(held), new RegExp(SECRET))
})

test('an administrator sees what they wrote for other acteurs, as long as they are one', async () => {
  const second = await app.user(['admin'])
  const { body } = await app.as(second, null).post('/publications', draft)
  const mine = async () => (await app.as(second, null).get('/me/publications')).body.meta.total
  assert.equal(await mine(), 1)
  await office.delete(`/admin/users/${second.id}/roles/admin`)
  assert.equal(await mine(), 0)
  assert.equal((await app.as(second, null).get(`/me/publications/${body.data.id}`)).status, 404)
})
