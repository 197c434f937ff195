import { sql, type Tx } from '../../kernel/db/db.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { describePostgresError } from '../../kernel/refusals/db-errors.ts'
import { describeError } from '../../kernel/telemetry/log.ts'
import { applyEvent } from './apply.ts'
import { lockDueEvents, postponeEvent, type StoredEvent, settleEvent } from './queries.ts'
import { Unusable, waitAfter } from './rules.ts'

type Surroundings = Pick<JobContext, 'enqueue' | 'log'>
export const APPLY = 'payments.apply'

/**
 * The states of `payment_events.status`:
 *
 *   (none) → received:      insertEvent, in one transaction with its job; a repeat changes nothing
 *   received → processed:   settleEvent, applied to its subscription
 *   received → ignored:     settleEvent, its type is not used
 *   received → stale:       settleEvent, a newer event has been applied
 *   received → received:    postponeEvent, applying failed: retried after 1, 2, 4 … s, at most an hour
 *   received → failed:      settleEvent, unusable, or 25 retries failed
 *   received → received:    reviveEvent, by the back-office: at once, attempts start at 0
 *   ignored → received:     reviveEvent, the same
 *   stale → received:       reviveEvent, the same
 *   failed → received:      reviveEvent, the same
 *
 * Lease: the row lock of the transaction that applies the event, so no fencing is needed. Crash: the
 * transaction is rolled back, and the queue gives the job to another worker. A repeated or early job finds nothing
 * due. Lost job: resumeOverdueEvents, 15 minutes after the event was due. Final: `processed`;
 * `ignored`, `stale` and `failed` until the back-office replays the event.
 */

/**
 * Applies each event in its job's transaction. A failure is recorded in the same transaction with the time of the next
 * attempt, so the count is exact. The job ends and a new one is queued for later, so a failing event delays no others.
 */
export async function applyDueEvents(tx: Tx, jobs: readonly { id: string }[], surroundings: Surroundings) {
  const ids = jobs.map(({ id }) => id)
  for (const event of await lockDueEvents(tx, ids)) await applyDueEvent(tx, event, surroundings)
}

async function applyDueEvent(tx: Tx, event: StoredEvent, { enqueue, log }: Surroundings): Promise<void> {
  const { id } = event
  await tx.run(sql`savepoint applying`)
  try {
    await settleEvent(tx, id, await applyEvent(tx, event))
    await tx.run(sql`release savepoint applying`)
  } catch (error) {
    await tx.run(sql`rollback to savepoint applying`)
    const attempts = event.attempts + 1
    const wait = error instanceof Unusable ? undefined : waitAfter(attempts)
    const about = { payment_event: id, type: kindForLog(event.type), attempts, error: describeError(error) }
    if (wait === undefined) {
      await settleEvent(tx, id, 'failed', wordsOf(error))
      log.error(about, 'payment event failed: see GET /admin/payment-events')
    } else {
      await postponeEvent(tx, id, wait, wordsOf(error))
      await enqueue(tx, APPLY, { id }, wait)
      log.warn(about, 'payment event could not be applied yet')
    }
  }
}

/** The stored error. Never contains a database error's message, which may quote the payload. */
function wordsOf(error: unknown): string {
  if (error instanceof Unusable) return error.message
  const postgres = describePostgresError(error)
  if (!postgres) return `Internal error (${error instanceof Error ? error.name : typeof error}).`
  const { sqlstate, constraint } = postgres
  return `Database error ${[sqlstate, constraint].filter(Boolean).join(' ')}.`
}

const kindForLog = (type: string) => (/^[a-z_.]{1,60}$/.test(type) ? type : 'other')

const MOST_OVERDUE = 500

/** Queues a job for each event whose job was lost (retries used up, table restored without the queue). */
export async function resumeOverdueEvents(tx: Tx, _data: unknown, { enqueue, log }: Surroundings) {
  const overdue = await tx.all<{ id: string }>(sql`
    update payment_events set next_try_at = now()
    where id in (select id from payment_events
                 where status = 'received' and next_try_at < now() - interval '15 minutes'
                 order by next_try_at limit ${MOST_OVERDUE} for update skip locked)
    returning id`)
  for (const { id } of overdue) await enqueue(tx, APPLY, { id })
  if (overdue.length > 0) log.warn({ events: overdue.length }, 'payment events were overdue')
}
