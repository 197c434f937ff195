import { applyDueEvents } from '../../src/exchange/payments/work.ts'
import { createLog } from '../../src/kernel/telemetry/log.ts'
import type { TestApp } from '../app.ts'

/** Runs the background jobs of one database when the test says so, in any order and number. */

export const eventRow = async (app: TestApp, eventId: string) =>
  (await app.owner.query('select * from payment_events where event_id = $1', [eventId])).rows[0]

export const subscriptionRow = async (app: TestApp, name: string) =>
  (await app.owner.query('select * from subscriptions where provider_subscription_id = $1', [name])).rows[0]

export const waitingIds = async (app: TestApp): Promise<string[]> =>
  (
    await app.owner.query(`select id from payment_events where status = 'received' order by received_at, id`)
  ).rows.map(({ id }) => id)

/** Runs one job like the worker. */
export async function applyNow(app: TestApp, id: string, log = createLog('silent')): Promise<void> {
  await app.service.db.transaction(tx => applyDueEvents(tx, [{ id }], { enqueue: async () => {}, log }))
}

export async function applyAll(app: TestApp): Promise<void> {
  for (const id of await waitingIds(app)) await applyNow(app, id)
}
