import { FetchRefused } from '../../kernel/fetch/fetch.ts'
import { retryDuringOutage, workInTurns } from '../../kernel/jobs/in-turns.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import {
  type DueDelivery,
  LEASE_SECONDS,
  measure,
  type Outcome,
  settle,
  takeDue,
  takeFull,
} from './deliveries.ts'
import { mailDisabled } from './disabled-mail.ts'
import { pairsOf } from './endpoints.ts'
import { payloadOf } from './events.ts'
import { headersOf } from './signing.ts'

/**
 * Sends events to the endpoints that want them. Runs when events were queued, and each minute for retries.
 *
 * Lease: `next_try_at`, which `takeDue` sets beyond the timeout of an attempt. Fence: `attempts`; a worker with an older number changes
 * nothing. Outage: an answer is noted when the database is back. Crash: deliveries of a killed worker are due again after the lease; one that was accepted meanwhile comes twice, with the
 * same `webhook-id`. Retry: after 5 s, 30 s, 2 min … 4 h, for three days. Lost jobs: none, since all that is due is found in the table.
 */

/** No delivery is taken later in a run. Those in flight end within `TIMEOUT_MS`. */
const RUN_MS = 45_000
const IN_FLIGHT = 32
const GROUP = 8
const TIMEOUT_MS = 15_000
/** Answers are read and not kept. */
const MOST_BYTES = 64 * 1_024

export async function sendEvents(_data: unknown, context: JobContext, signal: AbortSignal): Promise<void> {
  const { db, log } = context
  await db.transaction(async tx => {
    for (const { id } of await takeFull(tx)) await mailDisabled({ ...context, tx }, id, 'full')
  })
  const counts = { delivered: 0, refused: 0 }
  await workInTurns<DueDelivery, boolean>({
    places: IN_FLIGHT,
    group: GROUP,
    runMs: RUN_MS,
    signal,
    take: (room, load) => db.transaction(tx => takeDue(tx, room, load)),
    work: delivery => sendOne(delivery, context, signal),
    async settle(ended) {
      for (const { result } of ended) counts[result ? 'delivered' : 'refused']++
    },
  })
  if (counts.delivered + counts.refused > 0) log.info({ events: counts }, 'webhooks sent')
}

async function sendOne(delivery: DueDelivery, context: JobContext, signal: AbortSignal): Promise<boolean> {
  const began = performance.now()
  const outcome = await post(delivery, context, signal)
  const ms = Math.round(performance.now() - began)
  const note = () =>
    context.db.transaction(async tx => {
      const disabledFor = await settle(tx, delivery, outcome)
      if (outcome.error !== 'aborted')
        await measure(tx, delivery.endpoint_id, ms, outcome.error === undefined)
      if (disabledFor) await mailDisabled({ ...context, tx }, delivery.endpoint_id, disabledFor)
    })
  await retryDuringOutage(note, LEASE_SECONDS)
  return outcome.error === undefined
}

async function post(
  delivery: DueDelivery,
  { config, door, secrets }: JobContext,
  signal: AbortSignal,
): Promise<Outcome> {
  const { id, url, granted_to, secret_sealed, former_sealed } = delivery
  const body = JSON.stringify(payloadOf(delivery))
  const known = [secret_sealed, former_sealed].flatMap(one => (one === null ? [] : [secrets.open(one)]))
  const delivered = (status: number | null): Outcome => ({ status, error: undefined, retryAfter: null })
  try {
    const answer = await door.allowing(pairsOf(granted_to, config)).stream(url, {
      headers: headersOf({ id, body }, known, new Date()),
      content: { bytes: Buffer.from(body), type: 'application/json' },
      redirects: 0,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
      signal,
    })
    // Never: nothing is asked conditionally.
    if (answer.status === 'not_modified') return delivered(304)
    for await (const _ of answer.chunks);
    return delivered(answer.httpStatus)
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    // An answer that is too long or packed oddly is still an answer.
    if (error.code === 'too_large' || error.code === 'bad_encoding') return delivered(error.status)
    return { status: error.status, error: error.code, retryAfter: error.retryAfter }
  }
}
