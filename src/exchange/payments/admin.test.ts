import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { deliverEvent, event, freshId, invoice, SECRET, subscription } from '../../../test/payments/events.ts'
import { applyAll, applyNow, eventRow, subscriptionRow } from '../../../test/payments/ledger.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { keepComparison } from './comparisons.ts'
import { resumeOverdueEvents } from './work.ts'

const app = await startApp({ env: { PAYMENT_SIGNING_SECRETS: SECRET } })
const office = app.as(await app.user(['admin']))
const commune = await make.commune(app)
const bakery = await make.acteur(app, commune, { nom: 'Boulangerie Œuvrard' })
const UPDATED = 'customer.subscription.updated'

const subs = await make.several(5, async n => {
  const name = freshId('sub')
  const fields = n < 2 ? { metadata: { acteur_id: bakery } } : {}
  await deliverEvent(app.url, event(UPDATED, n, subscription(name, n === 4 ? 'canceled' : 'active', fields)))
  return name
})
await applyAll(app)

test('subscriptions: newest first, every filter, exact totals, and a cursor that misses nothing', async () => {
  const all = await office.get('/admin/subscriptions')
  assert.equal(all.status, 200)
  const names = (body: { data: { provider_subscription_id: string }[] }) =>
    body.data.map(one => one.provider_subscription_id)
  assert.deepEqual(names(all.body), subs.toReversed())
  assert.deepEqual(Object.keys(all.body.data[0]), [
    'id',
    'provider',
    'provider_subscription_id',
    'provider_customer_id',
    'acteur_id',
    'user_id',
    'plan',
    'status',
    'current_period_start',
    'current_period_end',
    'cancel_at_period_end',
    'canceled_at',
    'trial_end',
    'last_event_at',
    'created_at',
    'updated_at',
    'acteur',
    'user',
    'version',
  ])
  const found = async (query: string) => (await office.get(`/admin/subscriptions?${query}`)).body.meta.total
  assert.deepEqual(
    [
      await found('status=active'),
      await found('status=canceled'),
      await found('plan=commerce-mensuel'),
      await found('plan=commerce'),
      await found(`acteur_id=${bakery}`),
      await found('q=OEUVRARD'),
      await found(`q=${subs[3]}`),
      await found(`q=cus_${subs[3]}`),
      await found('q=%25'),
      await found('q=_'),
      await found('q='),
    ],
    [4, 1, 5, 0, 2, 2, 1, 1, 0, 5, 5],
  )
  const seen: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const { body } = await office.get(`/admin/subscriptions?per_page=2${after && `&after=${after}`}`)
    seen.push(...names(body))
    after = body.meta.next
  }
  assert.deepEqual(seen, subs.toReversed())
  for (const query of ['statut=active', 'status=unknown', 'acteur_id=1', 'after=x'])
    assert.equal((await office.get(`/admin/subscriptions?${query}`)).status, 422, query)
})

test('subscriptions and events are the administrators’ alone', async () => {
  const others = app.as(await app.user(['operator_support', 'operator_claims', 'operator_moderation']))
  for (const path of ['/admin/subscriptions', '/admin/payment-events'])
    assert.equal((await others.get(path)).body.error, 'admin_required')
})

test('events: newest first, by status and by kind, without their content', async () => {
  const one = event('invoice.upcoming', 1, invoice(freshId('sub')))
  await deliverEvent(app.url, one)
  await applyAll(app)
  const { body } = await office.get('/admin/payment-events')
  assert.equal(body.data[0].event_id, one.id)
  assert.deepEqual(Object.keys(body.data[0]), [
    'id',
    'provider',
    'event_id',
    'type',
    'status',
    'attempts',
    'error',
    'created',
    'received_at',
    'processed_at',
    'subscription_id',
    'version',
  ])
  const totals = async (query: string) => (await office.get(`/admin/payment-events?${query}`)).body.meta.total
  assert.deepEqual(
    [
      await totals('status=processed'),
      await totals('status=ignored'),
      await totals(`type=${UPDATED}`),
      await totals('status=failed'),
    ],
    [5, 1, 5, 0],
  )
})

/** An event that the database refuses until an operator repairs it. */
async function poisonous(work: () => Promise<void>): Promise<void> {
  await app.owner.query(`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin
      if new.provider_subscription_id like 'sub_poison%' then
        raise exception 'cannot apply % of %', new.plan, new.provider_customer_id using errcode = 'P0001';
      end if;
      return new;
    end $$;
    create trigger poison before insert or update on subscriptions for each row execute function refuse_poison()`)
  try {
    await work()
  } finally {
    await app.owner.query('drop trigger poison on subscriptions; drop function refuse_poison()')
  }
}
const hurry = (id: string) =>
  app.owner.query(`update payment_events set next_try_at = now() - interval '1 second' where id = $1`, [id])

test('a poisonous event blocks nobody, fails after 25 more tries, and is applied once when it is replayed', async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: line => lines.push(line) })
  const sub = freshId('sub_poison')
  const poison = event(UPDATED, 1, subscription(sub, 'active'))
  const good = event(UPDATED, 1, subscription(freshId('sub'), 'active'))
  await poisonous(async () => {
    await deliverEvent(app.url, poison)
    const { id } = await eventRow(app, poison.id)
    for (let n = 1; n <= 26; n++) {
      const before = Date.now()
      await applyNow(app, id, log)
      const [row, after] = [await eventRow(app, poison.id), Date.now()]
      assert.deepEqual([row.attempts, row.status], [n, n <= 25 ? 'received' : 'failed'])
      if (n <= 25) {
        const wait = Math.min(2 ** (n - 1), 3_600) * 1_000
        const [least, most] = [row.next_try_at - after, row.next_try_at - before]
        assert.ok(least <= wait + 5_000 && most >= wait - 5_000, `${n}: ${least} to ${most} ms`)
      }
      // A job that repeats too early finds nothing to do; the first wait is a second only.
      await app.owner.query(
        `update payment_events set next_try_at = now() + interval '1 minute' where id = $1 and status = 'received'`,
        [id],
      )
      await applyNow(app, id, log)
      assert.equal((await eventRow(app, poison.id)).attempts, n)
      if (n <= 25) await hurry(id)
    }
    await deliverEvent(app.url, good)
    await applyAll(app)
    assert.equal((await eventRow(app, good.id)).status, 'processed')
    const { error } = await eventRow(app, poison.id)
    assert.equal(error, 'Database error P0001.')
    assert.equal(await subscriptionRow(app, sub), undefined)
  })
  assert.ok(lines.length >= 26 && !lines.join('').includes('commerce-mensuel'))

  const { id } = await eventRow(app, poison.id)
  const replay = () => office.post(`/admin/payment-events/${id}/replay`)
  const answers = await Promise.all([replay(), replay(), replay()])
  for (const { status, body } of answers) {
    assert.equal(status, 200)
    assert.deepEqual([body.data.status, body.data.attempts, body.data.error], ['received', 0, null])
  }
  const trace = await make.auditOf(app, id)
  assert.deepEqual(
    trace.map(({ action, before, after }) => ({ action, before, after })),
    [
      {
        action: 'payment_event.replayed',
        before: { status: 'failed', attempts: 26 },
        after: { status: 'received', attempts: 0 },
      },
    ],
  )
  await Promise.all([applyNow(app, id), applyNow(app, id)])
  const applied = await subscriptionRow(app, sub)
  assert.equal(applied.status, 'active')
  assert.equal((await replay()).body.data.status, 'processed')
  await applyAll(app)
  assert.deepEqual(await subscriptionRow(app, sub), applied)
  assert.equal((await make.auditOf(app, id)).length, 1)
})

test('an event whose job was lost is given another one, and no other event is', async () => {
  const events = [1, 2].map(n => event('invoice.upcoming', n, invoice(freshId('sub'))))
  for (const one of events) await deliverEvent(app.url, one)
  const ids = await Promise.all(events.map(async one => (await eventRow(app, one.id)).id as string))
  await app.owner.query(
    `update payment_events set next_try_at = now() - interval '16 minutes' where id = $1`,
    [ids[0]],
  )
  const given: unknown[] = []
  const enqueue = async (_tx: Tx, name: string, data: object) => void given.push([name, data])
  const resume = () =>
    app.service.db.transaction(tx => resumeOverdueEvents(tx, {}, { enqueue, log: createLog('silent') }))
  await resume()
  await resume()
  assert.deepEqual(given, [['payments.apply', { id: ids[0] }]])
  await applyAll(app)
})

test('of concurrent replays of an event, or owners set for a subscription, one succeeds and the others get a conflict', async () => {
  const [first, second] = [await make.acteur(app, commune), await make.acteur(app, commune)]
  const sub = freshId('sub')
  const one = event('invoice.upcoming', 1, invoice(sub))
  await deliverEvent(app.url, one)
  await applyAll(app)
  const { id } = await eventRow(app, one.id)
  await app.owner.query(`update payment_events set status = 'failed' where id = $1`, [id])
  const { version } = (await office.get('/admin/payment-events?status=failed')).body.data[0]
  const as = (seen: number) => ({ headers: { 'if-match': `"${seen}"` } })
  const replayed = await Promise.all(
    Array.from({ length: 4 }, () =>
      office.post(`/admin/payment-events/${id}/replay`, undefined, as(version)),
    ),
  )
  assert.deepEqual(replayed.map(({ status }) => status).sort(), [200, 412, 412, 412])
  assert.equal((await make.auditOf(app, id)).length, 1)

  await deliverEvent(app.url, event(UPDATED, 1, subscription(sub, 'active')))
  await applyAll(app)
  const { id: subscribed } = await subscriptionRow(app, sub)
  const path = `/admin/subscriptions/${subscribed}`
  const seen = (await office.get(path)).body.data.version
  const attached = await Promise.all(
    [first, second].map(acteur_id => office.patch(path, { acteur_id }, as(seen))),
  )
  assert.deepEqual(attached.map(({ status }) => status).sort(), [200, 412])
  const now = (await office.get(path)).body.data
  assert.equal(now.version, seen + 1)
  assert.equal(now.acteur_id, attached.find(({ status }) => status === 200)?.body.data.acteur_id)
})

test('a replay of what is no event is 404', async () => {
  for (const id of [crypto.randomUUID(), 'x'])
    assert.equal((await office.post(`/admin/payment-events/${id}/replay`)).status, 404)
})

test('subscriptions are in a user’s export, and an erasure removes the user from them', async () => {
  const { exportAll, eraseAll } = await import('../../office/personal-data/resources.ts')
  const user = await app.user()
  const sub = freshId('sub')
  const checkout = (subscription: string | null) =>
    event('checkout.session.completed', 1, {
      object: 'checkout.session',
      id: freshId('cs'),
      subscription,
      client_reference_id: user.id,
    })
  for (const name of [sub, null]) await deliverEvent(app.url, checkout(name))
  await applyAll(app)
  // An event not applied yet.
  await deliverEvent(app.url, checkout(freshId('sub')))
  const subject = { userId: user.id, addresses: [user.email], telephones: [] }
  const held = await exportAll(app.service.db.pool, subject, app.service.secrets)
  assert.equal(held.subscriptions?.length, 1)
  const gone = await app.service.db.transaction(tx => eraseAll(tx, subject, app.service.secrets))
  assert.equal(gone.subscriptions, 1)
  assert.equal((await subscriptionRow(app, sub)).user_id, null)
  const { rows } = await app.owner.query('select from payment_events where kept::text like $1', [
    `%${user.id}%`,
  ])
  assert.equal(rows.length, 0)
})

test('one subscription leads to its acteur and its events; one of nobody is attached, and stays so', async () => {
  const [name = ''] = subs.slice(3)
  const { id } = (await office.get(`/admin/subscriptions?q=${name}`)).body.data[0]
  const ownerless = (await office.get('/admin/subscriptions?ownerless=true')).body
  assert.ok(ownerless.data.some((one: { id: string }) => one.id === id))
  const { status, body } = await office.patch(`/admin/subscriptions/${id}`, { acteur_id: bakery })
  assert.deepEqual([status, body.data.acteur], [200, { id: bakery, nom: 'Boulangerie Œuvrard' }])
  await deliverEvent(app.url, event(UPDATED, 9, subscription(name, 'past_due')))
  await applyAll(app)
  const after = (await office.get(`/admin/subscriptions/${id}`)).body.data
  assert.deepEqual([after.status, after.acteur_id], ['past_due', bakery])
  const events = (await office.get(`/admin/payment-events?subscription_id=${id}`)).body
  assert.deepEqual(
    [
      events.meta.total,
      ...new Set(events.data.map((one: { subscription_id: string }) => one.subscription_id)),
    ],
    [2, id],
  )
  const nobody = await office.patch(`/admin/subscriptions/${id}`, { acteur_id: crypto.randomUUID() })
  assert.deepEqual([nobody.status, nobody.body.details[0].path], [422, 'acteur_id'])
})

test('the last comparison is shown, each difference with its subscription', async () => {
  const [name = ''] = subs
  assert.equal((await office.get('/admin/payment-comparison')).body.data, null)
  const drift = (of: string) => ({
    name: of,
    kind: 'differs' as const,
    fields: ['plan: a here, b there'],
    repaired: false,
  })
  const { provider } = (await office.get('/admin/subscriptions')).body.data[0]
  await keepComparison(app.service.db.pool, provider, 7, [drift('sub_gone')])
  await keepComparison(app.service.db.pool, provider, 8, [drift(name), drift('sub_gone')])
  const { compared, drifts } = (await office.get('/admin/payment-comparison')).body.data
  assert.equal(compared, 8)
  assert.deepEqual(
    drifts.map((one: { subscription_id: string | null }) => one.subscription_id !== null),
    [true, false],
  )
})
