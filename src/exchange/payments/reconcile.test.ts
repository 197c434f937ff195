import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { deliverEvent, event, freshId, SECRET, subscription, T0 } from '../../../test/payments/events.ts'
import { applyAll, subscriptionRow } from '../../../test/payments/ledger.ts'
import { KEY, startProvider } from '../../../test/payments/provider.ts'
import { compare } from './reconcile.ts'

const app = await startApp({ env: { PAYMENT_SIGNING_SECRETS: SECRET } })
const provider = await startProvider()
const UPDATED = 'customer.subscription.updated'
const configOf = (env: Record<string, string> = {}) =>
  testConfig({ STRIPE_API_KEY: KEY, STRIPE_API_BASE: provider.url, ...env })
const config = configOf()
const run = (repair = false, settings = config) => compare(app.service.db, settings, repair)

beforeEach(async () => {
  provider.subscriptions.length = 0
  provider.asked.length = 0
  await app.owner.query('truncate subscriptions, payment_events')
})

/** Subscriptions known by an event here, and equal at the provider. */
async function both(count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => freshId('sub'))
  for (const name of names) {
    await deliverEvent(app.url, event(UPDATED, 1, subscription(name, 'active')))
    provider.subscriptions.push(subscription(name, 'active'))
  }
  await applyAll(app)
  return names
}

test('all pages are compared, and where both say the same there is nothing to tell', async () => {
  await both(230)
  assert.deepEqual(await run(), { compared: 230, drifts: [] })
  assert.equal(provider.asked.length, 3)
})

test('missing, different and unknown subscriptions are reported; a repair takes the provider’s values', async () => {
  const [same = '', changed = ''] = await both(2)
  const [missing, unknown] = [freshId('sub'), freshId('sub')]
  provider.subscriptions.push(subscription(missing, 'canceled', { canceled_at: T0 + 5 }))
  provider.subscriptions[1] = subscription(changed, 'past_due', { cancel_at_period_end: true })
  await deliverEvent(app.url, event(UPDATED, 1, subscription(unknown, 'active')))
  await applyAll(app)
  const before = await subscriptionRow(app, same)
  const told = await run()
  assert.deepEqual(
    told.drifts.map(({ name, kind, fields, repaired }) => ({ name, kind, fields: fields.length, repaired })),
    [
      { name: changed, kind: 'differs', fields: 2, repaired: false },
      { name: missing, kind: 'missing', fields: 0, repaired: false },
      { name: unknown, kind: 'unknown', fields: 0, repaired: false },
    ],
  )
  assert.equal((await subscriptionRow(app, changed)).status, 'active', 'nothing is changed without --repair')

  const repaired = await run(true)
  assert.deepEqual(
    repaired.drifts.map(one => one.repaired),
    [true, true, false],
  )
  assert.deepEqual(
    (await run()).drifts.map(({ name }) => name),
    [unknown],
  )
  const row = await subscriptionRow(app, changed)
  assert.deepEqual([row.status, row.cancel_at_period_end], ['past_due', true])
  assert.equal((await subscriptionRow(app, missing)).canceled_at.getTime(), (T0 + 5) * 1000)
  assert.deepEqual(await subscriptionRow(app, same), before)
  const { rows } = await app.owner.query(
    `select app_source, before, after from audit_log where action = 'subscription.reconciled' and entity_id = $1`,
    [row.id],
  )
  assert.deepEqual(rows, [
    { app_source: 'command', before: { status: 'active' }, after: { status: 'past_due' } },
  ])
})

test('an event from before the answer is stale afterwards; one from after it counts', async () => {
  const [name = ''] = await both(1)
  provider.subscriptions[0] = subscription(name, 'unpaid')
  await run(true)
  await deliverEvent(app.url, event(UPDATED, 10, subscription(name, 'past_due')))
  await applyAll(app)
  assert.equal((await subscriptionRow(app, name)).status, 'unpaid')
  const later = Math.floor(Date.now() / 1000) + 3_600 - T0
  await deliverEvent(app.url, event(UPDATED, later, subscription(name, 'canceled')))
  await applyAll(app)
  assert.equal((await subscriptionRow(app, name)).status, 'canceled')
  // An older answer does not overwrite a newer event.
  assert.deepEqual((await run(true)).drifts, [])
  assert.equal((await subscriptionRow(app, name)).status, 'canceled')
})

test('a bad day of the provider is sat out: too many requests, errors, a cut line', async () => {
  await both(1)
  provider.moods.push(429, 500, 429, 0, 503)
  assert.deepEqual(await run(), { compared: 1, drifts: [] })
  assert.equal(provider.asked.length, 6)
})

test('errors that the operator has to fix are one message each, and change nothing', async () => {
  const [name = ''] = await both(1)
  provider.subscriptions[0] = subscription(name, 'unpaid')
  await assert.rejects(run(true, configOf({ STRIPE_API_KEY: 'rk_test_wrong' })), /refuses STRIPE_API_KEY/)
  await assert.rejects(run(true, testConfig()), /STRIPE_API_KEY is not set/)
  provider.moods.push(403)
  await assert.rejects(run(true), /may not read subscriptions/)
  provider.moods.push(...Array(4).fill(500))
  await assert.rejects(run(true), /does not answer as it should \(500\)/)
  const nowhere = configOf({ STRIPE_API_BASE: 'http://127.0.0.1:2' })
  await assert.rejects(run(true, nowhere), /does not answer as it should \(ECONNREFUSED\)/)
  assert.equal((await subscriptionRow(app, name)).status, 'active')
})
