import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import {
  CANARIES,
  checkout,
  deliver,
  deliverEvent,
  event,
  freshId,
  invoice,
  SECRET,
  signature,
  subscription,
} from '../../../test/payments/events.ts'
import { applyAll, eventRow } from '../../../test/payments/ledger.ts'

const lines: string[] = []
const app = await startApp({ env: { PAYMENT_SIGNING_SECRETS: SECRET }, log: line => lines.push(line) })
const office = app.as(await app.user(['admin']))
const UPDATED = 'customer.subscription.updated'

/** The whole content of the database as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await app.owner.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind = 'r'`,
  )
  const parts = []
  for (const { name } of tables)
    parts.push((await app.owner.query(`select string_agg(t::text, ' ') as all from ${name} t`)).rows[0].all)
  return parts.join(' ')
}

test('no card, account, name or address of a payload reaches a table, a log, an error or an answer', async () => {
  const [card = '', , iban = '', name = '', email = ''] = CANARIES
  const misplaced = subscription(freshId('sub'), 'active', {
    customer: card,
    client_reference_id: email,
    metadata: { acteur_id: iban, note: name },
    items: { data: [{ price: { id: iban, lookup_key: card, nickname: name } }] },
    description: CANARIES.join(),
  })
  const events = [
    event(UPDATED, 1, subscription(freshId('sub'), 'active')),
    event('invoice.paid', 2, invoice(freshId('sub'))),
    event('checkout.session.completed', 3, checkout(freshId('sub'))),
    event('charge.refunded', 4, { id: freshId('ch'), object: 'charge', billing_details: { name, email } }),
    event(UPDATED, 5, misplaced),
    event(UPDATED, 6, { ...subscription(freshId('sub'), name), object: iban }),
    event(UPDATED, 7, subscription(iban, 'active', { customer: iban })),
    event('invoice.paid', 8, {
      object: 'invoice',
      id: card,
      subscription: card,
      customer: { id: iban, name },
    }),
  ]
  const answers = []
  for (const one of events) answers.push((await deliverEvent(app.url, one)).body)
  for (const payload of [`{"id": "${card}`, JSON.stringify({ note: CANARIES })])
    answers.push((await deliver(app.url, payload)).body)
  const wrong = { 'payment-signature': signature(CANARIES.join(), 'whsec_other') }
  answers.push((await deliver(app.url, CANARIES.join(), wrong)).body)
  // The database's error message quotes the values.
  await app.owner.query(`
    create function loud() returns trigger language plpgsql as $$
    begin raise exception 'refused: ${name} ${card}' using detail = '${iban}', hint = '${email}'; end $$;
    create trigger loud before insert on subscriptions for each row execute function loud()`)
  await applyAll(app)
  await app.owner.query('drop trigger loud on subscriptions')
  assert.equal((await eventRow(app, events[0]?.id ?? '')).error, 'Database error P0001.')
  await app.owner.query(`update payment_events set next_try_at = now() - interval '1 second'`)
  await applyAll(app)
  assert.equal((await eventRow(app, events[0]?.id ?? '')).status, 'processed')
  const { body: list } = await office.get('/admin/payment-events?per_page=100')
  assert.equal(list.meta.total, events.length)
  await office.post(`/admin/payment-events/${list.data[0].id}/replay`)

  const seen = { tables: await everything(), log: lines.join(' '), answers: JSON.stringify([answers, list]) }
  assert.ok(seen.tables.includes('commerce-mensuel') && seen.log.includes('/webhooks/payment'))
  for (const [place, text] of Object.entries(seen))
    for (const canary of CANARIES) assert.ok(!text.includes(canary), `${canary} stands in the ${place}`)
})
