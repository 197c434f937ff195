import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../test/app.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

const lines: string[] = []
const app = await startApp({ log: line => lines.push(line) })
const office = app.as(await app.user(['operator_support']))
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
await make.acteur(app, commune, { deleted_at: new Date() })
const pending = { moderation_status: 'pending', valide: false, publie_le: null }
await make.publication(app, acteur, commune, pending)
await make.publication(app, acteur, commune, { ...pending, deleted_at: new Date() })
for (let n = 0; n < 2; n++)
  await app.anyone.post(`/publications/${await make.publication(app, acteur, commune)}/report`, {
    reason: 'spam',
  })
await app.anyone.post('/messages', {
  subject: 'Question',
  body: 'Quand ?',
  nom: 'Jeanne',
  email: 'jeanne@example.org',
})

await app.anyone.post('/claims', { acteur_id: acteur, message: 'Je la tiens.' })
await app.owner.query(`
  insert into subscriptions (provider, provider_subscription_id, plan, status) values
    ('payment', 'sub_1', 'commerce-mensuel', 'active'), ('payment', 'sub_2', 'commerce-mensuel', 'past_due'),
    ('payment', 'sub_3', 'vitrine', 'trialing'), ('payment', 'sub_4', 'vitrine', 'canceled'),
    ('payment', 'sub_5', null, 'incomplete')`)
await app.owner.query(`
  insert into payment_events (provider, event_id, type, status, created, received_at, kept) values
    ('payment', 'evt_1', 'invoice.paid', 'processed', now(), now(), '{}'),
    ('payment', 'evt_2', 'invoice.paid', 'processed', now() - interval '40 days', now(), '{}'),
    ('payment', 'evt_3', 'invoice.paid', 'failed', now(), now(), '{}'),
    ('payment', 'evt_4', 'invoice.paid', 'ignored', now(), now() - interval '31 days', '{}')`)

await app.owner.query(`
  insert into import_sources (nom, kind, url, moderation, enabled, schedule, max_items, consecutive_failures,
    disabled_reason)
  select 'Source', 'auto', 'https://ville.example.org/' || n, 'auto', n < 3, 'manual', 100, n % 2,
    case n when 2 then '{"code": "gone", "params": {}}'::jsonb end
  from generate_series(0, 2) as n`)

const EVERYTHING = {
  publications: 3,
  publications_pending: 1,
  publications_reported: 2,
  acteurs: 1,
  users: 1,
  claims_pending: 1,
  subscription_plans: { 'commerce-mensuel': 2, vitrine: 1 },
  subscription_logs: { failed: 1, processed: 2 },
  imports_failing: 2,
  threads_unread: 1,
}

/** On a busy machine any number may take too long, and is left out. */
async function read() {
  const { status, body } = await office.get('/admin/dashboard')
  return [status, body]
}

test('any operator reads the numbers, flat as the interface defines them', async () => {
  const { status, headers } = await office.get('/admin/dashboard')
  assert.equal(status, 200)
  await becomes(read, [200, EVERYTHING])
  assert.equal(headers.get('cache-control'), 'no-store')
})

/** Each table with the numbers that need it. */
const NEEDS = {
  publication_totals: ['publications', 'publications_pending'],
  publications: ['publications_reported'],
  acteurs: ['acteurs'],
  counters: ['users'],
  claims: ['claims_pending'],
  subscriptions: ['subscription_plans'],
  payment_events: ['subscription_logs'],
  import_sources: ['imports_failing'],
  support_threads: ['threads_unread'],
} as const
const without = (names: readonly string[]) =>
  Object.fromEntries(Object.entries(EVERYTHING).filter(([name]) => !names.includes(name)))

for (const [table, names] of Object.entries(NEEDS)) {
  test(`with ${table} locked its numbers are left out, and the others arrive in time`, async () => {
    const holder = new pg.Client(app.connection)
    await holder.connect()
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    // The locks are held until the reply, which therefore proves the timeout.
    await becomes(read, [200, without(names)]).finally(() => holder.end())
    assert.ok(lines.some(line => line.includes('is left out') && line.includes(names[0] ?? '')))
  })

  test(`when ${table} cannot be read, its figures are left out, and no reply is a 500`, async () => {
    await app.owner.query(`alter table ${table} rename to gone`)
    await becomes(read, [200, without(names)]).finally(() =>
      app.owner.query(`alter table gone rename to ${table}`),
    )
  })
}
