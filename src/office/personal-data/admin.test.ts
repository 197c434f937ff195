import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const admin = await app.user(['admin'])
const office = app.as(admin)
const acteur = await make.acteur(app, await make.commune(app))
const email = 'partante@example.org'
const asked = await app.anyone.post('/claims', {
  acteur_id: acteur,
  message: 'La mienne.',
  nom: 'Jeanne',
  email,
})
const claim = asked.body.data.id
const claimed = async () =>
  (await app.owner.query('select nom, email from claims where id = $1', [claim])).rows[0]
const traces = async () =>
  (
    await app.owner.query(
      `select action, user_id, after from audit_log where entity in ('user', 'address') order by id`,
    )
  ).rows

test('the data of an address is exported with or without account, traced without the data', async () => {
  const { status, body } = await office.post('/admin/personal-data/export', { email: email.toUpperCase() })
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.held.claims.map(({ id }: { id: string }) => id),
    [claim],
  )
  assert.deepEqual(await traces(), [
    { action: 'address.exported', user_id: admin.id, after: { exported: { claims: 1 } } },
  ])
  const nobody = await office.post('/admin/personal-data/export', { email: 'inconnue@example.org' })
  assert.equal(nobody.status, 404)
})

test('an erasure is previewed without effect, then does the same', async () => {
  const erase = (really: boolean) => office.post('/admin/personal-data/erase', { email, really })
  const looked = (await erase(false)).body.data
  assert.deepEqual([looked.done, looked.still_named], [false, []])
  assert.equal((await claimed()).email, email)
  assert.equal((await traces()).length, 1)
  const { status, body } = await erase(true)
  assert.deepEqual([status, body.data.done, body.data.erased], [200, true, looked.erased])
  assert.deepEqual(await claimed(), { nom: null, email: null })
  assert.equal((await erase(true)).status, 404)
  const trace = (await traces()).at(-1)
  assert.deepEqual([trace.action, trace.user_id], ['address.erased', admin.id])
  assert.ok(!JSON.stringify(trace).includes(email))
})

test('an erasure says which acteurs lose their only owner, before it and after', async () => {
  const leaving = await app.user()
  const commune = await make.commune(app)
  const alone = await make.acteur(app, commune, { nom: 'Chorale' })
  const shared = await make.acteur(app, commune, { nom: 'Club' })
  for (const id of [alone, shared]) await make.member(app, id, leaving)
  await make.member(app, alone, await app.user(), 'editor')
  await make.member(app, shared, await app.user())
  for (const really of [false, true]) {
    const { body } = await office.post('/admin/personal-data/erase', { email: leaving.email, really })
    assert.deepEqual(body.data.left_alone, [{ acteur_id: alone, nom: 'Chorale', colleagues: 1 }])
  }
})

test('the last administrator is not erased, and operators have no access', async () => {
  const last = await office.post('/admin/personal-data/erase', { email: admin.email, really: true })
  assert.equal(last.body.error, 'last_admin')
  const operator = app.as(await app.user(['operator_support']))
  for (const what of ['export', 'erase'])
    assert.equal((await operator.post(`/admin/personal-data/${what}`, { email, really: false })).status, 403)
})
