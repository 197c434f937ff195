import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { pushBrowser } from '../../../test/fixtures/push-service.ts'
import { forgetSubscriptions } from './subscriptions.ts'

const lines: string[] = []
const app = await startApp({ log: line => lines.push(line) })
const [here, there] = [await make.commune(app), await make.commune(app)]
const stored = async () =>
  (await app.owner.query('select commune_id, endpoint, p256dh, auth from push_subscriptions')).rows
const subscription = (fields = {}) => ({
  commune_id: here,
  endpoint: 'https://push.example.net/un-navigateur',
  ...pushBrowser().keys,
  ...fields,
})

test('a browser subscribes, comes again with other keys, and is deleted when it leaves', async () => {
  assert.equal((await app.anyone.post('/push-subscriptions', subscription())).status, 201)
  const again = subscription({ commune_id: there })
  assert.equal((await app.anyone.post('/push-subscriptions', again)).status, 201)
  assert.deepEqual(await stored(), [again])
  const { endpoint } = again
  for (let times = 0; times < 2; times++)
    assert.equal((await app.anyone.post('/push-subscriptions/remove', { endpoint })).status, 200)
  assert.deepEqual(await stored(), [])
  assert.ok(!lines.join().includes('un-navigateur'), 'addresses of browsers are in no log')
})

test('what a browser follows is kept until it says otherwise, also under a new address', async () => {
  const post = async (fields: object) => {
    const { status, body } = await app.anyone.post('/push-subscriptions', subscription(fields))
    return status === 201 ? body.data.notices : status
  }
  const club = await make.acteur(app, here)
  const next = 'https://push.example.net/nouvelle-adresse'
  assert.equal(await post({}), null)
  assert.equal(await post({ notices: 'each' }), 'each')
  assert.equal(await post({}), 'each')
  assert.equal(await post({ endpoint: next, replaces: 'https://push.example.net/un-navigateur' }), 'each')
  assert.deepEqual(
    (await stored()).map(({ endpoint }) => endpoint),
    [next],
  )
  assert.equal(await post({ endpoint: next, replaces: next, notices: null }), null)
  assert.equal(await post({ endpoint: next, acteur_id: club }), 'daily')
  for (const refused of [
    { acteur_id: club, notices: null },
    { acteur_id: club, commune_id: there },
    { notices: 'hourly' },
  ])
    assert.equal(await post(refused), 422)
  assert.equal(await post({ acteur_id: here }), 404)
  await app.anyone.post('/push-subscriptions/remove', { endpoint: next })
})

test('addresses that the service may not reach, and keys that are none, are refused', async () => {
  for (const fields of [
    'http://push.example.net/a',
    'https://127.0.0.1/a',
    'https://localhost/a',
    'https://push.example.net:8443/a',
    'https://10.0.0.1/a',
    'https://user:pw@push.example.net/a',
    `https://push.example.net/${'a'.repeat(1_000)}`,
  ].map(endpoint => ({ endpoint })))
    assert.equal(
      (await app.anyone.post('/push-subscriptions', subscription(fields))).status,
      422,
      fields.endpoint,
    )
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  assert.equal((await app.anyone.post('/push-subscriptions', subscription({ p256dh }))).status, 422)
  assert.deepEqual(await stored(), [])
})

test('a commune whose place is closed has no subscribers', async () => {
  const closed = await make.commune(app)
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [closed])
  const refused = await app.anyone.post('/push-subscriptions', subscription({ commune_id: closed }))
  assert.equal(refused.status, 404)
  assert.deepEqual(await stored(), [])
})

test('a browser that has neither come nor got an alert for two years is forgotten', async () => {
  await app.anyone.post('/push-subscriptions', subscription())
  const old = subscription({ endpoint: 'https://push.example.net/ancien' })
  await app.anyone.post('/push-subscriptions', old)
  await app.owner.query(
    `update push_subscriptions set used_at = now() - interval '25 months' where endpoint = $1`,
    [old.endpoint],
  )
  assert.equal(await app.service.db.transaction(forgetSubscriptions), 1)
  assert.equal((await stored()).length, 1)
})
