import { FetchRefused } from '../kernel/fetch/fetch.ts'
import type { JobContext } from '../kernel/jobs/jobs.ts'
import { type DueDelivery, type Outcome, settle, takeDue } from './deliveries.ts'
import { mailDisabled } from './disabled-mail.ts'
import { headersOf } from './signing.ts'

/**
 * Sends events to the endpoints that want them. Runs when events were queued, and each minute for retries.
 *
 * Lease: `next_try_at`, which `takeDue` sets beyond the timeout of an attempt. Fence: `attempts`; a worker with an older number changes
 * nothing. Crash: deliveries of a killed worker are due again after the lease; one that was accepted meanwhile comes twice, with the
 * same `webhook-id`. Retry: after 5 s, 30 s, 2 min … 4 h, for three days. Lost jobs: none, since all that is due is found in the table.
 */

/** No delivery is taken later in a run. Those in flight end within `TIMEOUT_MS`. */
const RUN_MS = 45_000
const IN_FLIGHT = 32
/** Limit of one endpoint, so that a slow one leaves room for others. */
const OF_ONE_ENDPOINT = 8
const TIMEOUT_MS = 15_000
/** Answers are not kept. */
const MOST_BYTES = 64 * 1_024

export async function sendEvents(_data: unknown, context: JobContext, signal: AbortSignal): Promise<void> {
  const { db, log } = context
  const end = performance.now() + RUN_MS
  const inFlight = new Map<DueDelivery, Promise<void>>()
  const errors: unknown[] = []
  const counts = { delivered: 0, refused: 0 }
  for (;;) {
    const room = Math.min(OF_ONE_ENDPOINT, IN_FLIGHT - inFlight.size)
    const isOver = room === 0 || signal.aborted || performance.now() > end
    const due = isOver ? [] : await takeDue(db.pool, room, busyEndpoints([...inFlight.keys()]))
    for (const delivery of due)
      inFlight.set(
        delivery,
        sendOne(delivery, context, signal)
          .then(
            isDelivered => void counts[isDelivered ? 'delivered' : 'refused']++,
            error => void errors.push(error),
          )
          .finally(() => inFlight.delete(delivery)),
      )
    if (inFlight.size === 0) break
    if (due.length < OF_ONE_ENDPOINT) await Promise.race(inFlight.values())
  }
  if (counts.delivered + counts.refused > 0) log.info({ events: counts }, 'webhooks sent')
  if (errors.length > 0) throw errors[0]
}

function busyEndpoints(inFlight: readonly DueDelivery[]): string[] {
  const byEndpoint = Map.groupBy(inFlight, ({ endpoint_id }) => endpoint_id)
  return [...byEndpoint].flatMap(([id, deliveries]) => (deliveries.length >= OF_ONE_ENDPOINT ? [id] : []))
}

async function sendOne(delivery: DueDelivery, context: JobContext, signal: AbortSignal): Promise<boolean> {
  const outcome = await post(delivery, context, signal)
  await context.db.transaction(async tx => {
    const disabledFor = await settle(tx, delivery, outcome)
    if (disabledFor) await mailDisabled({ ...context, tx }, delivery.endpoint_id, disabledFor)
  })
  return outcome.error === undefined
}

/** The body of a delivery. */
const bodyOf = ({ event, at, seq, data }: Pick<DueDelivery, 'event' | 'at' | 'seq' | 'data'>): string =>
  JSON.stringify({ type: event, timestamp: at, sequence: seq, data })

async function post(
  delivery: DueDelivery,
  { door, secrets }: JobContext,
  signal: AbortSignal,
): Promise<Outcome> {
  const { id, url, secret_sealed, former_sealed } = delivery
  const body = bodyOf(delivery)
  const known = [secret_sealed, former_sealed].flatMap(one => (one === null ? [] : [secrets.open(one)]))
  try {
    await door.fetch(url, {
      headers: headersOf({ id, body }, known, new Date()),
      content: { bytes: Buffer.from(body), type: 'application/json' },
      ...{ redirects: 0, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, signal },
    })
    return { status: 200, error: undefined, retryAfter: null }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    // An answer that is too long is still an answer.
    if (error.code === 'too_large') return { status: 200, error: undefined, retryAfter: null }
    return { status: error.status, error: error.code, retryAfter: error.retryAfter }
  }
}
