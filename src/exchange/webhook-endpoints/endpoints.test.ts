import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { PUBLICATIONS, received204, startReceiver } from '../../../test/fixtures/webhook-receiver.ts'

const {
  app,
  commune,
  club,
  port,
  received,
  answers,
  asAdmin,
  admin,
  secrets,
  silent,
  someNode,
  endpoint,
  rowsOf,
  stateOf,
  hurry,
  settled,
} = await startReceiver()

test('410 disables an endpoint at once, three days of failures later, and both are mailed', async () => {
  await someNode()
  const [gone, failing] = [await endpoint('/gone'), await endpoint('/failing')]
  answers.set('/gone', (_, response) => void response.writeHead(410).end())
  answers.set('/failing', (_, response) => void response.writeHead(503).end())
  const id = await make.publication(app, club, commune)
  await eventually(async () => (await stateOf(gone)).disabled_for === 'gone', 'gone')
  await eventually(async () => (await rowsOf(failing))[0]?.error === 'bad_status', 'a first failure')
  assert.deepEqual(await stateOf(failing), { state: 'active', disabled_for: null })
  await app.owner.query(
    `update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1`,
    [failing],
  )
  await eventually(async () => {
    await hurry()
    await app.owner.query(`insert into pgboss.job (name, data) values ('webhooks.send', '{}')`)
    await sleep(300)
    return (await stateOf(failing)).disabled_for === 'failing'
  }, 'failing')
  const mails = await app.owner.query(`select recipient_email from mails where template = 'webhook-disabled'`)
  assert.deepEqual(mails.rows, [{ recipient_email: admin.email }, { recipient_email: admin.email }])
  // Verified again, it gets what waited.
  answers.set('/failing', received204)
  assert.equal((await asAdmin.post(`/admin/webhooks/${failing}/verify`)).status, 200)
  await settled([failing], 'what waited')
  assert.deepEqual(received.get('/failing')?.at(-1)?.resource, id)
})

test('after an exchange of the secret both verify; an event is sent again with its id', async () => {
  await someNode()
  const id = await endpoint('/exchanged')
  const { body } = await asAdmin.post(`/admin/webhooks/${id}/secret`)
  secrets.set('/exchanged', [...(secrets.get('/exchanged') ?? []), body.data.secret])
  await make.publication(app, club, commune)
  await eventually(async () => received.get('/exchanged')?.length === 1, 'verified by both secrets')
  await eventually(async () => (await rowsOf(id))[0]?.state === 'delivered', 'its answer is noted')
  const stored = JSON.stringify(
    (await app.owner.query('select * from webhook_endpoints where id = $1', [id])).rows,
  )
  for (const secret of secrets.get('/exchanged') ?? []) assert.ok(!stored.includes(secret))
  await app.owner.query(`update webhook_endpoints set former_until = now() where id = $1`, [id])
  secrets.set('/exchanged', [body.data.secret])
  const [delivery] = (await asAdmin.get(`/admin/webhooks/${id}/deliveries`)).body.data
  assert.equal(delivery.state, 'delivered')
  assert.equal((await asAdmin.post(`/admin/webhooks/${id}/deliveries/${delivery.id}/replay`)).status, 200)
  await eventually(async () => received.get('/exchanged')?.length === 2, 'again')
  assert.equal(new Set(received.get('/exchanged')?.map(one => one.id)).size, 1)
})

test('the erasure of a person deletes the endpoints that they made; only owners and administrators see any', async () => {
  const leaving = await app.user()
  await make.member(app, club, leaving)
  const path = `/me/acteurs/${club}/webhooks`
  const body = { nom: 'Site', url: 'https://exemple.fr/parvis', events: PUBLICATIONS }
  const { data } = (await app.as(leaving, 'public').post(path, body)).body
  const editor = await app.user()
  await make.member(app, club, editor, 'editor', ['manage_publications'])
  for (const user of [editor, await app.user()]) {
    assert.equal((await app.as(user, 'public').get(path)).status, 403)
    assert.equal((await app.as(user, 'public').post(`${path}/${data.id}/verify`)).status, 403)
    assert.equal((await app.as(user).get('/admin/webhooks')).status, 403)
  }
  const other = await make.acteur(app, commune)
  await make.member(app, other, editor)
  const elsewhere = await app.as(editor, 'public').get(`/me/acteurs/${other}/webhooks/${data.id}/deliveries`)
  assert.equal(elsewhere.status, 404)
  const erased = { email: leaving.email, really: true }
  assert.equal((await asAdmin.post('/admin/personal-data/erase', erased)).status, 200)
  const { rows } = await app.owner.query('select from webhook_endpoints where id = $1', [data.id])
  assert.equal(rows.length, 0)
})

test('an endpoint that does not answer the challenge stays unverified; private and plain addresses are refused', async () => {
  const add = (url: string) => asAdmin.post('/admin/webhooks', { nom: 'X', url, events: PUBLICATIONS })
  for (const url of [
    'https://127.0.0.1/x',
    'https://127.0.0.1:3931',
    'https://10.0.0.1/',
    'http://exemple.fr/',
    'https://localhost/',
  ])
    assert.equal((await add(url)).body.error, 'source_url_forbidden', url)
  const { body } = await add(`http://127.0.0.1:${port}/silent`)
  silent.add('/silent')
  const verified = await asAdmin.post(`/admin/webhooks/${body.data.id}/verify`)
  assert.equal(`${verified.status} ${verified.body.error}`, '422 webhook_unverified')
  assert.equal((await stateOf(body.data.id)).state, 'unverified')
  silent.clear()
})
