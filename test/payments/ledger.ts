import { createLog } from '../../src/kernel/log.ts'
import { applyDueEvents } from '../../src/payments/work.ts'
import type { TestApp } from '../app.ts'

/** The background work of one test's own database, done when the test says so: in any order, as often as it likes. */

export const eventRow = async (app: TestApp, eventId: string) =>
  (await app.owner.query('select * from payment_events where event_id = $1', [eventId])).rows[0]

export const subscriptionRow = async (app: TestApp, name: string) =>
  (await app.owner.query('select * from subscriptions where provider_subscription_id = $1', [name])).rows[0]

export const waitingIds = async (app: TestApp): Promise<string[]> =>
  (
    await app.owner.query(`select id from payment_events where status = 'received' order by received_at, id`)
  ).rows.map(({ id }) => id)

/** What the worker does with one job. */
export async function applyNow(app: TestApp, id: string, log = createLog('silent')): Promise<void> {
  await app.service.db.transaction(tx => applyDueEvents(tx, [{ id }], { enqueue: async () => {}, log }))
}

export async function applyAll(app: TestApp): Promise<void> {
  for (const id of await waitingIds(app)) await applyNow(app, id)
}
