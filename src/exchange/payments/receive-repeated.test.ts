import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { deliverEvent, event, freshId, SECRET, subscription } from '../../../test/payments/events.ts'
import { applyAll, eventRow, subscriptionRow } from '../../../test/payments/ledger.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { nightlyUpkeep } from '../../upkeep.ts'
import { resumeOverdueEvents } from './work.ts'

const app = await startApp({ env: { PAYMENT_SIGNING_SECRETS: SECRET } })
const context = { log: createLog('silent'), enqueue: async () => {} } as unknown as JobContext

/** Ages all payment rows and runs the nightly jobs. */
async function daysPass(days: number): Promise<void> {
  await app.owner.query(
    `update payment_events set created = created - d, received_at = received_at - d, processed_at = processed_at - d,
       next_try_at = next_try_at - d from (select $1 * interval '1 day' as d) days`,
    [days],
  )
  // The queue removes finished jobs.
  await app.owner.query(`delete from pgboss.job where name = 'payments.apply'`)
  await app.service.db.transaction(async tx => {
    await nightlyUpkeep(tx, {}, context)
    await resumeOverdueEvents(tx, {}, context)
  })
}

test('the same event 40 days later, signed anew: 200, and it is not applied again', async () => {
  const one = event('customer.subscription.updated', 1, subscription(freshId('sub'), 'active'))
  await deliverEvent(app.url, one)
  await applyAll(app)
  const name = String(one.data.object.id)
  assert.equal((await subscriptionRow(app, name)).status, 'active')
  await daysPass(40)
  // Applying the event again would overwrite this, and no ordering would prevent it.
  await app.owner.query(
    `update subscriptions set plan = 'touched', last_event_at = null, snapshot_at = null, snapshot_status = null,
       snapshot_rank = null where provider_subscription_id = $1`,
    [name],
  )
  const before = [await eventRow(app, one.id), await subscriptionRow(app, name)]
  for (let n = 0; n < 3; n++) {
    const { status, body } = await deliverEvent(app.url, one)
    assert.deepEqual([status, body], [200, { data: { received: true } }])
  }
  const { rows } = await app.owner.query(`select from pgboss.job where name = 'payments.apply'`)
  assert.equal(rows.length, 0, 'no job')
  await applyAll(app)
  assert.deepEqual([await eventRow(app, one.id), await subscriptionRow(app, name)], before)
})

test('nothing forgets an event: the service itself may not delete one', async () => {
  const { rows } = await app.owner.query(
    `select privilege from unnest(array['delete', 'truncate']) privilege
     where has_table_privilege('parvis_app', 'payment_events', privilege)`,
  )
  assert.deepEqual(rows, [])
})
