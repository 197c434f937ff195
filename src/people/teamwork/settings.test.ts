import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome } from '../../../test/sign-in.ts'
import { moveColumn } from '../../territory/communes/registers/load-merged.ts'

const app = await startApp()
const admin = app.as(await app.user(['admin']))
const moderator = app.as(await app.user(['operator_moderation']))
const [here, there] = [await make.commune(app), await make.commune(app)]
const acteur = await make.acteur(app, here)
const waiting = { moderation_status: 'pending', valide: false, publie_le: null }
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const since = (hours: number) => ({ ...waiting, created_at: hoursAgo(hours), edited_at: hoursAgo(hours) })
const settings = async () => (await moderator.get('/admin/team-settings')).body.data
const change = (body: object, as = admin, version?: number) =>
  as.patch(
    '/admin/team-settings',
    body,
    version === undefined ? {} : { headers: { 'if-match': `"${version}"` } },
  )
const ids = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

const old = await make.publication(app, acteur, here, since(72))
const elsewhere = await make.publication(app, acteur, there, since(72))
const young = await make.publication(app, acteur, here, since(1))
// Edited since: it waits from then on.
const edited = await make.publication(app, acteur, here, { ...since(72), edited_at: hoursAgo(2) })
await make.publication(app, acteur, here, { ...since(72), deleted_at: new Date() })
await make.publication(app, acteur, here, { ...since(72), moderation_status: 'rejected' })
await app.owner.query(
  `insert into claims (acteur_id, message, language, expires_at, created_at)
   select $1, 'Moi.', 'fr', now() + interval '7 days', now() - interval '72 hours'`,
  [acteur],
)
await app.anyone.post('/messages', { subject: 'Question', body: 'Quand ?', nom: 'J', email: 'j@example.org' })
await app.owner.query(`update support_threads set last_message_at = now() - interval '72 hours'`)

test('without a target nothing is late; with one, what waits for longer is listed and counted', async () => {
  assert.deepEqual(ids(await admin.get('/admin/publications?late=true')), [])
  assert.equal(outcome(await change({ target_hours: 48 })), '200')
  assert.deepEqual(ids(await admin.get('/admin/publications?late=true&sort=created_at_asc')), [
    old,
    elsewhere,
  ])
  const others = ids(await admin.get('/admin/publications?late=false&moderation_status=pending'))
  assert.deepEqual(others.sort(), [edited, young].sort())
  assert.equal(ids(await admin.get('/admin/claims?late=true')).length, 1)
  assert.deepEqual(ids(await admin.get('/admin/claims?late=false')), [])
  assert.equal(ids(await admin.get('/admin/messages/threads?late=true')).length, 1)
  assert.deepEqual(ids(await admin.get('/admin/messages/threads?late=false')), [])
  const { moderation, claims, support, dashboard } = (await admin.get('/admin/counts')).body.data
  assert.deepEqual([moderation.late, claims.late, support.late, dashboard.target_hours], [2, 1, 1, 48])
  const { body } = await admin.get(`/admin/publications/${edited}`)
  assert.equal(body.data.waits_since, body.data.waits_since && new Date(body.data.waits_since).toISOString())
  await change({ target_hours: 100 })
  assert.deepEqual(ids(await admin.get('/admin/publications?late=true')), [])
})

test('what is late elsewhere is neither listed nor counted for a limited moderator', async () => {
  await change({ target_hours: 48 })
  const user = await app.user()
  await admin.post(`/admin/users/${user.id}/roles`, { role: 'operator_moderation', communes: [here] })
  const limited = app.as(user)
  assert.deepEqual(ids(await limited.get('/admin/publications?late=true')), [old])
  assert.equal((await limited.get('/admin/counts')).body.data.moderation.late, 1)
})

test('the team’s order is urgent first, or newest first', async () => {
  const list = async () => ids(await moderator.get('/admin/publications?moderation_status=pending&sort=team'))
  assert.equal((await settings()).urgent_first, true)
  const [first, second] = await list()
  assert.deepEqual([first, second].sort(), [old, elsewhere].sort())
  await change({ urgent_first: false })
  assert.equal((await list())[0], young)
  await change({ urgent_first: true })
})

test('administrators change the settings; of two at once, one is refused', async () => {
  assert.equal(outcome(await change({ target_hours: 10 }, moderator)), '403 admin_required')
  for (const target_hours of [0, 721, 1.5, '48'])
    assert.equal(outcome(await change({ target_hours })), '422 validation_failed')
  const { version } = await settings()
  const both = await Promise.all([24, 72].map(target_hours => change({ target_hours }, admin, version)))
  assert.deepEqual(both.map(outcome).sort(), ['200', '412 stale_version'])
  const trail = await make.auditOf(app, 'team')
  assert.ok(trail.every(({ action }) => action === 'team_settings.updated'))
  assert.equal(outcome(await change({ target_hours: null })), '200')
})

test('the first commune is to be opened until one has a town hall, or from its choice to its last step', async () => {
  const isToOpen = async () => (await admin.get('/admin/counts')).body.data.reserved.first_commune
  const merged = await make.commune(app, { successor_id: here })
  assert.equal(await isToOpen(), true)
  for (const first_commune_id of [merged, '00000000-0000-7000-8000-000000000000']) {
    const answer = await change({ first_commune_id })
    assert.deepEqual(
      [outcome(answer), answer.body.details[0].path],
      ['422 validation_failed', 'first_commune_id'],
    )
  }
  for (const first_commune_passed of [-1, 6])
    assert.equal(outcome(await change({ first_commune_passed })), '422 validation_failed')
  await make.mairie(app, there)
  assert.equal(await isToOpen(), false, 'another way led to a town hall')
  await change({ first_commune_id: there, first_commune_passed: 2 })
  assert.equal(await isToOpen(), true, 'begun and not done')
  await change({ first_commune_passed: 5 })
  assert.equal(await isToOpen(), false)
  await app.owner.query('update communes set mairie_actor_id = null')
  assert.equal(await isToOpen(), false, 'done stays done')
  const { first_commune_id } = await settings()
  assert.equal(first_commune_id, there)
})

test('the first commune follows a merger', async () => {
  await change({ first_commune_id: there })
  await app.owner.query('update communes set successor_id = $1 where id = $2', [here, there])
  await app.service.db.transaction(moveColumn('team_settings', 'first_commune_id').move)
  assert.equal((await settings()).first_commune_id, here)
})
