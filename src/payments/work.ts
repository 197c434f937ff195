import { sql, type Tx } from '../kernel/db/db.ts'
import { describePostgresError } from '../kernel/db-errors.ts'
import type { JobContext } from '../kernel/jobs/jobs.ts'
import { describeError } from '../kernel/log.ts'
import { applyEvent } from './apply.ts'
import { lockDueEvents, postponeEvent, type StoredEvent, settleEvent } from './queries.ts'
import { Unusable, waitAfter } from './rules.ts'

type Surroundings = Pick<JobContext, 'enqueue' | 'log'>
export const APPLY = 'payments.apply'

/**
 * What becomes of an event. The states of `payment_events.status`:
 *
 *   (none) → received:      insertEvent, with its job in one transaction; one that comes again changes nothing
 *   received → processed:   settleEvent, applied to its subscription
 *   received → ignored:     settleEvent, of a kind that says nothing here
 *   received → stale:       settleEvent, something newer has been applied
 *   received → received:    postponeEvent, it could not be applied: the next job after 1, 2, 4 … s, an hour at most
 *   received → failed:      settleEvent, it cannot be used as it is, or 25 retries were in vain
 *   received → received:    reviveEvent, by the back-office: at once, attempts from 0
 *   ignored → received:     reviveEvent, the same
 *   stale → received:       reviveEvent, the same
 *   failed → received:      reviveEvent, the same
 *
 * Lease: the lock on its row, for the one transaction that applies it; so there is no fence to check. Crash: the
 * transaction is undone, and the queue gives the job to another worker. A job that comes twice or early finds nothing
 * that is due. A job that is lost: resumeOverdueEvents, a quarter of an hour after the event was due. End: `processed`
 * for good; `ignored`, `stale` and `failed` until the back-office asks again.
 */

/**
 * Applies each event in the transaction of its job. When one cannot be applied, the failure is recorded in the same
 * transaction, with the time of the next attempt: the count is exact, and such an event does not delay others, since its
 * job ends and a new one is enqueued for later.
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
    const told = { payment_event: id, type: kindForLog(event.type), attempts, error: describeError(error) }
    if (wait === undefined) {
      await settleEvent(tx, id, 'failed', wordsOf(error))
      log.error(told, 'payment event failed: see GET /admin/payment-events')
    } else {
      await postponeEvent(tx, id, wait, wordsOf(error))
      await enqueue(tx, APPLY, { id }, wait)
      log.warn(told, 'payment event could not be applied yet')
    }
  }
}

/** The error that is stored: never the message of a database error, which might quote values of the payload. */
function wordsOf(error: unknown): string {
  if (error instanceof Unusable) return error.message
  const postgres = describePostgresError(error)
  if (!postgres) return `Internal error (${error instanceof Error ? error.name : typeof error}).`
  const { sqlstate, constraint } = postgres
  return `Database error ${[sqlstate, constraint].filter(Boolean).join(' ')}.`
}

const kindForLog = (type: string) => (/^[a-z_.]{1,60}$/.test(type) ? type : 'other')

const MOST_OVERDUE = 500

/** Enqueues a job for each event whose job was lost (retries used up, a table restored without it). */
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
