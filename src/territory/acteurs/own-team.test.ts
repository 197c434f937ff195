import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { PASSWORD, signInAt } from '../../../test/sign-in.ts'

/** What an owner learns of an address: nothing, before whoever has it accepts. */
const app = await startApp()
const auth = signInAt(app)
const commune = await make.commune(app)

async function team() {
  const owner = await app.user()
  const acteur = await make.acteur(app, commune, { nom: 'Club de judo' })
  await make.member(app, acteur, owner)
  const path = `/me/acteurs/${acteur}/members`
  return { owner, acteur, path, own: app.as(owner) }
}
/** An administrator with an account of their own, from before. */
async function known(email: string, nom = 'Zoé Delaunay') {
  const bearer = await auth.member(email, PASSWORD)
  await app.owner.query('update users set nom = $1 where email = $2', [nom, email])
  return { token: await auth.token(bearer) }
}

test('asked by their address, somebody with an account and somebody without one look the same, until they accept', async () => {
  const { path, own, acteur } = await team()
  const zoe = await known('zoe@example.org')
  await app.owner.query(`insert into users (invited_email, nom) values ('attendue@example.org', 'Inès Roy')`)
  const emails = ['zoe@example.org', 'attendue@example.org', 'inconnue@example.org']
  const began = new Date()
  const seen = []
  for (const email of emails) {
    const { status, body } = await own.post(path, { email, nom: 'Un nom', role: 'owner' })
    assert.equal(status, 201)
    const { id, created_at, email: shown, ...rest } = body.data
    assert.equal(shown, email)
    assert.ok(new Date(created_at) >= began)
    // A version 4: the id of an account begins with the moment when it was made.
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    seen.push(rest)
  }
  const [first] = seen
  assert.deepEqual([first?.nom, first?.expected, first?.myself], [null, true, false])
  for (const other of seen) assert.deepEqual(other, first)
  const listed = (await own.get(path)).body.data.filter((one: { myself: boolean }) => !one.myself)
  assert.deepEqual(
    listed.map(({ nom, expected, version }: Record<string, unknown>) => [nom, expected, version]),
    emails.map(() => [null, true, 1]),
  )
  // Each got one mail, held back no longer than the other.
  for (const email of emails)
    assert.equal((await auth.mailsTo(email)).filter(({ text }) => text.includes('Club de judo')).length, 1)
  for (const one of listed) {
    const handed = await own.post(`${path}/${one.id}/hand-over`)
    assert.deepEqual([handed.status, handed.body.details[0].path], [422, 'userId'], one.email)
    const again = await own.post(path, { email: one.email, role: 'editor' })
    assert.equal(again.status, 409)
  }
  const me = (await own.get('/me')).body.data.id
  assert.equal((await own.delete(`${path}/${me}`)).body.error, 'last_owner', 'nobody has accepted')
  assert.equal((await own.get('/me/closing')).body.data.left_alone.length, 1)

  assert.equal((await app.as(zoe).get(`/me/acteurs/${acteur}`)).status, 200)
  const after = (await own.get(path)).body.data.find(
    (one: { email: string }) => one.email === 'zoe@example.org',
  )
  assert.deepEqual([after.nom, after.expected], ['Zoé Delaunay', false])
  const waited = listed.find((one: { email: string }) => one.email === 'zoe@example.org')
  assert.notEqual(after.id, waited.id)
  // A page that was open before goes on working.
  const changed = await own.patch(`${path}/${waited.id}`, { permissions: ['publish_publications'] })
  assert.deepEqual([changed.status, changed.body.data.id], [200, after.id])
  assert.equal((await own.get('/me/closing')).body.data.left_alone.length, 0)
})

test('an invited member is changed and removed by the id of the invitation, and by no other id', async () => {
  const { path, own, acteur } = await team()
  await known('paul@example.org', 'Paul')
  const { id } = (await own.post(path, { email: 'paul@example.org', role: 'editor' })).body.data
  const { rows } = await app.owner.query(`select id from users where email = 'paul@example.org'`)
  for (const act of [
    () => own.patch(`${path}/${rows[0].id}`, { permissions: [] }),
    () => own.delete(`${path}/${rows[0].id}`),
    () => own.post(`${path}/${rows[0].id}/hand-over`),
  ])
    assert.equal((await act()).status, 404)
  const changed = await own.patch(`${path}/${id}`, { permissions: ['manage_publications'] })
  assert.deepEqual([changed.status, changed.body.data.id, changed.body.data.nom], [200, id, null])
  const gone = await own.delete(`${path}/${id}`)
  assert.deepEqual([gone.status, gone.body.data.id, gone.body.data.nom], [200, id, null])
  const members = await app.owner.query('select from actor_users where acteur_id = $1', [acteur])
  assert.equal(members.rowCount, 1)
})

test('writing for the acteur accepts as well; one may leave before', async () => {
  const { path, own, acteur } = await team()
  const lea = await known('lea@example.org', 'Léa')
  const asked = { email: 'lea@example.org', role: 'editor', permissions: ['manage_publications'] }
  assert.equal((await own.post(path, asked)).status, 201)
  const written = { acteur_id: acteur, commune_id: commune, title: 'Loto', body: 'Dimanche.' }
  assert.equal((await app.as(lea).post('/publications', written)).status, 201)
  const [found] = (await own.get(path)).body.data.filter(
    (one: { email: string }) => one.email === asked.email,
  )
  assert.deepEqual([found.nom, found.expected], ['Léa', false])

  assert.equal((await own.delete(`${path}/${found.id}`)).status, 200)
  assert.equal((await own.post(path, asked)).status, 201)
  const me = (await app.as(lea).get('/me')).body.data.id
  assert.equal((await app.as(lea).delete(`${path}/${me}`)).status, 200)
})

test('an address that has an account is answered no sooner than another one', async () => {
  const { path, own } = await team()
  await known('vite@example.org')
  for (const email of ['vite@example.org', 'autre@example.org']) {
    const began = performance.now()
    assert.equal((await own.post(path, { email, role: 'editor' })).status, 201)
    assert.ok(performance.now() - began >= 245, 'the time of both is the same one')
  }
})
