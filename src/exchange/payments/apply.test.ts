import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import {
  checkout,
  deliverEvent,
  event,
  freshId,
  invoice,
  oldInvoice,
  oldSubscription,
  overLanes,
  SECRET,
  subscription,
  T0,
} from '../../../test/payments/events.ts'
import { applyAll, applyNow, eventRow, subscriptionRow, waitingIds } from '../../../test/payments/ledger.ts'

const app = await startApp({ env: { PAYMENT_SIGNING_SECRETS: SECRET } })
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const at = (seconds: number) => new Date((T0 + seconds) * 1000)

type One = ReturnType<typeof event>
const CREATED = 'customer.subscription.created'
const UPDATED = 'customer.subscription.updated'
const DELETED = 'customer.subscription.deleted'

async function tell(...events: One[]): Promise<void> {
  for (const one of events) {
    assert.equal((await deliverEvent(app.url, one)).status, 200)
    await applyAll(app)
  }
}
const statusOf = async (name: string) => (await subscriptionRow(app, name))?.status
const becameOf = async (one: One) => (await eventRow(app, one.id)).status

test('a subscription from its first day to its end', async () => {
  const sub = freshId('sub')
  const metadata = { acteur_id: acteur }
  const steps: [One, string][] = [
    [event(CREATED, 0, subscription(sub, 'incomplete', { metadata })), 'incomplete'],
    [event('invoice.paid', 1, invoice(sub)), 'active'],
    [event('invoice.payment_failed', 2, invoice(sub)), 'past_due'],
    [event(UPDATED, 3, subscription(sub, 'unpaid', { metadata })), 'unpaid'],
    [event('invoice.paid', 4, oldInvoice(sub)), 'active'],
    [event('customer.subscription.paused', 5, subscription(sub, 'paused', { metadata })), 'paused'],
    [event('customer.subscription.resumed', 6, subscription(sub, 'active', { metadata })), 'active'],
    [event('customer.subscription.trial_will_end', 7, subscription(sub, 'trialing')), 'active'],
    [event(UPDATED, 8, subscription(sub, 'trialing', { metadata, trial_end: T0 + 99 })), 'trialing'],
    [event('invoice.payment_failed', 9, invoice(sub)), 'past_due'],
    [event(DELETED, 10, subscription(sub, 'canceled', { canceled_at: T0 + 10 })), 'canceled'],
    [event('invoice.paid', 11, invoice(sub)), 'canceled'],
  ]
  for (const [one, status] of steps) {
    await tell(one)
    assert.equal(await statusOf(sub), status, `${one.created - T0}: ${one.type}`)
    assert.equal(await becameOf(one), 'processed', one.type)
  }
  const row = await subscriptionRow(app, sub)
  assert.deepEqual(
    [row.acteur_id, row.plan, row.provider_customer_id, row.canceled_at, row.last_event_at],
    [acteur, 'commerce-mensuel', `cus_${sub}`, at(10), at(11)],
  )
})

test('both generations of the provider’s API say the same', async () => {
  const [old, fresh] = [freshId('sub'), freshId('sub')]
  await tell(
    event(UPDATED, 1, oldSubscription(old, 'active')),
    event(UPDATED, 1, subscription(fresh, 'active')),
  )
  const [one, other] = [await subscriptionRow(app, old), await subscriptionRow(app, fresh)]
  assert.deepEqual(
    [one.plan, one.current_period_start, one.current_period_end],
    ['price_ancien', at(10), at(20)],
  )
  assert.deepEqual([other.current_period_start, other.current_period_end], [at(0), at(2_678_400)])
})

test('an older event is stale and changes nothing', async () => {
  const sub = freshId('sub')
  await tell(event(UPDATED, 10, subscription(sub, 'active')))
  const before = await subscriptionRow(app, sub)
  const late = [
    event(UPDATED, 9, subscription(sub, 'past_due', { cancel_at_period_end: true })),
    event(CREATED, 1, subscription(sub, 'incomplete')),
    event('invoice.payment_failed', 8, invoice(sub)),
  ]
  await tell(...late)
  assert.deepEqual(await subscriptionRow(app, sub), before)
  for (const one of late) assert.equal(await becameOf(one), 'stale')
})

test('in one second: what has ended stays ended, and what names the other as its past comes after it', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const [ended, changed] = [freshId('sub'), freshId('sub')]
    const end = [
      event(UPDATED, 5, subscription(ended, 'active')),
      event(DELETED, 5, subscription(ended, 'canceled')),
    ]
    const change = [
      event(UPDATED, 5, subscription(changed, 'active'), { previous_attributes: { status: 'incomplete' } }),
      event(UPDATED, 5, subscription(changed, 'past_due'), { previous_attributes: { status: 'active' } }),
    ]
    for (const which of order) await tell(end[which] as One, change[which] as One)
    assert.deepEqual([await statusOf(ended), await statusOf(changed)], ['canceled', 'past_due'], `${order}`)
  }
})

const OWNED = { metadata: { acteur_id: acteur } }

/** Events in order; any other order must have the same result. */
const STORIES: Record<string, (sub: string) => One[]> = {
  'paid, failed, ended': sub => [
    event(CREATED, 0, subscription(sub, 'incomplete', OWNED)),
    event('invoice.paid', 1, invoice(sub)),
    event(UPDATED, 2, subscription(sub, 'active', OWNED)),
    event('invoice.payment_failed', 3, invoice(sub)),
    event(DELETED, 4, subscription(sub, 'canceled', { ...OWNED, canceled_at: T0 + 4 })),
  ],
  'the last word is an invoice’s': sub => [
    event(CREATED, 0, subscription(sub, 'incomplete')),
    event('invoice.paid', 1, invoice(sub)),
    event(UPDATED, 2, subscription(sub, 'unpaid', { cancel_at_period_end: true })),
    event('invoice.paid', 3, invoice(sub)),
    event('invoice.payment_failed', 4, invoice(sub)),
  ],
}

for (const [name, story] of Object.entries(STORIES)) {
  test(`five events in all 120 orders, ${name}: always the newest state`, async () => {
    const told = freshId('sub')
    await tell(...story(told))
    const wanted = essence(await subscriptionRow(app, told))
    const subs = await Promise.all(
      permutations([0, 1, 2, 3, 4]).map(async order => {
        const sub = freshId('sub')
        const events = story(sub)
        for (const which of order) await deliverEvent(app.url, events[which] as One)
        return sub
      }),
    )
    assert.equal(subs.length, 120)
    // Each subscription's events in order of arrival, many subscriptions concurrently.
    const bySub = Map.groupBy(
      (
        await app.owner.query(
          `select id, subscription_id from payment_events where status = 'received' order by id`,
        )
      ).rows,
      ({ subscription_id }) => subscription_id,
    )
    await overLanes(
      5,
      [...bySub.values()].map(rows => async () => {
        for (const { id } of rows) await applyNow(app, id)
      }),
    )
    for (const sub of subs) assert.deepEqual(essence(await subscriptionRow(app, sub)), wanted, sub)
  })
}

test('five hundred versions, shuffled and at once: the newest stands', async () => {
  const sub = freshId('sub')
  const work = Array.from({ length: 500 }, (_, n) => {
    const second = (n * 263) % 500
    const one = event(
      UPDATED,
      second,
      subscription(sub, second === 499 ? 'past_due' : 'active', {
        trial_end: T0 + second,
      }),
    )
    return () => deliverEvent(app.url, one)
  })
  await overLanes(16, work)
  const ids = await waitingIds(app)
  assert.equal(ids.length, 500)
  await overLanes(
    5,
    ids.map(id => () => applyNow(app, id)),
  )
  const row = await subscriptionRow(app, sub)
  assert.deepEqual([row.status, row.trial_end, row.last_event_at], ['past_due', at(499), at(499)])
  const { rows } = await app.owner.query(
    'select status, count(*)::int as n from payment_events where subscription_id = $1 group by 1 order by 1',
    [sub],
  )
  assert.equal(
    rows.reduce((sum, { n }) => sum + n, 0),
    500,
  )
  assert.ok(rows.every(({ status }) => status === 'processed' || status === 'stale'))
})

test('two events of one subscription at the very same time: the newer one stands, each time', async () => {
  for (let n = 0; n < 60; n++) {
    const sub = freshId('sub')
    await tell(event(CREATED, 0, subscription(sub, 'incomplete')))
    await deliverEvent(app.url, event(UPDATED, 5, subscription(sub, 'past_due')))
    await deliverEvent(app.url, event(UPDATED, 4, subscription(sub, 'active')))
    await Promise.all((await waitingIds(app)).map(id => applyNow(app, id)))
    assert.equal(await statusOf(sub), 'past_due', `${n}`)
  }
})

test('a checkout links subscription, customer and acteur, before or after the subscription is known', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const sub = freshId('sub')
    const events = [
      event('checkout.session.completed', 60, checkout(sub, { client_reference_id: acteur })),
      event(CREATED, 61, subscription(sub, 'active')),
    ]
    await tell(...order.map(which => events[which] as One))
    const row = await subscriptionRow(app, sub)
    assert.deepEqual(
      [row.acteur_id, row.provider_customer_id, row.status, row.plan],
      [acteur, `cus_${sub}`, 'active', 'commerce-mensuel'],
      `${order}`,
    )
    for (const one of events) assert.equal(await becameOf(one), 'processed')
  }
})

test('an acteur that was put into another one is that one, whatever the provider goes on calling it', async () => {
  const [former, today] = [await make.acteur(app, commune), await make.acteur(app, commune)]
  const office = app.as(await app.user(['operator_claims']))
  const metadata = { acteur_id: former }
  const [sub, later] = [freshId('sub'), freshId('sub')]
  const ownerOf = async (name: string) => (await subscriptionRow(app, name)).acteur_id
  await tell(event(CREATED, 0, subscription(sub, 'active', { metadata })))
  assert.equal(await ownerOf(sub), former)
  const { body } = await office.post(`/admin/acteurs/${today}/merge`, { from_id: former })
  await tell(
    event(UPDATED, 5, subscription(sub, 'active', { metadata })),
    event('checkout.session.completed', 6, checkout(later, { client_reference_id: former })),
  )
  assert.deepEqual([await ownerOf(sub), await ownerOf(later)], [today, today])
  await office.post(`/admin/acteurs/${today}/merges/${body.meta.merge.id}/undo`, undefined)
  assert.equal(await ownerOf(sub), former)
})

test('a reference may be a user; one that is nobody’s links nothing and fails nothing', async () => {
  const user = await app.user()
  const [first, second] = [freshId('sub'), freshId('sub')]
  await tell(
    event('checkout.session.completed', 1, checkout(first, { client_reference_id: user.id })),
    event(CREATED, 2, subscription(second, 'active', { metadata: { acteur_id: crypto.randomUUID() } })),
    event('checkout.session.completed', 3, checkout(second, { client_reference_id: 'canari@example.org' })),
  )
  assert.equal((await subscriptionRow(app, first)).user_id, user.id)
  const row = await subscriptionRow(app, second)
  assert.deepEqual([row.acteur_id, row.user_id], [null, null])
})

test('other kinds, and invoices or checkouts of no subscription, are ignored', async () => {
  const events = [
    event('invoice.upcoming', 1, invoice(freshId('sub'))),
    event('charge.refunded', 2, { id: freshId('ch'), object: 'charge' }),
    event('toString', 3, {}),
    event('invoice.paid', 4, { id: freshId('in'), object: 'invoice', parent: null }),
    event('checkout.session.completed', 5, checkout('', { mode: 'payment', subscription: null })),
    { ...event('v1.billing.meter.error_report_triggered', 6, {}), created: '2026-01-01T00:00:00.000Z' },
  ]
  await tell(...(events as One[]))
  for (const one of events) assert.equal((await eventRow(app, one.id)).status, 'ignored', one.type)
})

test('an event without a subscription or with an unknown status fails at once with a reason', async () => {
  const nameless = event(UPDATED, 1, {})
  const unknown = event(UPDATED, 2, subscription(freshId('sub'), 'reincarnated'))
  await tell(nameless, unknown)
  for (const one of [nameless, unknown]) {
    const { status, attempts, error } = await eventRow(app, one.id)
    assert.deepEqual([status, attempts], ['failed', 1])
    assert.match(error, /^The event does not /)
  }
  assert.equal(await subscriptionRow(app, String(unknown.data.object.id)), undefined)
})

/** Leaves out our own columns: ids and times of writing. */
const essence = (row: Record<string, unknown>) =>
  Object.fromEntries(
    [
      'status',
      'plan',
      'acteur_id',
      'current_period_end',
      'cancel_at_period_end',
      'canceled_at',
      'last_event_at',
    ].map(name => [name, row[name]]),
  )

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map(rest => [item, ...rest]))
}
