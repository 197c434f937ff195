import { fuseauOf } from '../../communes/collectes/zones.ts'
import { ownUrl } from '../../kernel/config.ts'
import { FetchRefused } from '../../kernel/fetch/fetch.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { findVisible } from '../../publications/queries.ts'
import { record } from '../../publications/record.ts'
import { scopeOfPlace } from '../app.ts'
import { encrypted } from './encrypt.ts'
import { type Authorization, authorizationWith } from './keys.ts'
import { deliveryOf } from './notification.ts'
import {
  announce,
  type DueMessage,
  type Outcome,
  pauseHost,
  type Settled,
  settle,
  takeDue,
} from './queries.ts'

/**
 * Sends alerts to the browsers that follow a commune (RFC 8030): each minute one node queues a message to each of them, and
 * sends what is due.
 *
 * Lease: `next_try_at`, which `takeDue` sets beyond a batch. Fence: `attempts`; a worker with an older number changes nothing.
 * Crash: messages of a killed worker are due again after the lease; one that was accepted meanwhile is sent twice, and the
 * browser shows it once, by its tag. Retry: after 30 s, 1 min, 2 min … or when the push service says. Lost jobs: none, since
 * all that is due is found in the table.
 */

/** A run ends before the next minute’s run begins. */
const RUN_MS = 50_000
/** Batches that are sent at once: a slow push service delays one of them. */
const LANES = 4
const BATCH = 16
const TIMEOUT_MS = 10_000
const MOST_BYTES = 64 * 1_024
/** An alert that comes later is no alert. */
const LATEST_SECONDS = 6 * 3_600
const FIRST_WAIT = 30
const LONGEST_WAIT = 1_800
/** Push services ask for a pause of all messages, or of those to one browser, by the same answer. */
const LONGEST_PAUSE = 60

type Counts = Record<'delivered' | 'pointless' | 'gone' | 'never' | 'later', number>

export async function sendPushes(_data: unknown, context: JobContext, signal: AbortSignal): Promise<void> {
  const { db, config, secrets, log } = context
  if (config.place === 'off') return
  const authorization = await authorizationWith(db.pool, secrets, config.publicUrl ?? ownUrl(config))
  const source = await scopeOfPlace(db.pool)
  if (source) await db.transaction(tx => announce(tx, source))
  const end = performance.now() + RUN_MS
  const counts: Counts = { delivered: 0, pointless: 0, gone: 0, never: 0, later: 0 }
  async function sendAll(): Promise<void> {
    while (!signal.aborted && performance.now() < end) {
      const batch = await takeDue(db.pool, BATCH)
      if (batch.length === 0) return
      const settled = await sendBatch(batch, context, authorization, signal)
      for (const { outcome } of settled) counts[typeof outcome === 'string' ? outcome : 'later']++
    }
  }
  await Promise.all(Array.from({ length: LANES }, sendAll))
  if (Object.values(counts).some(count => count > 0)) log.info({ messages: counts }, 'alerts pushed')
}

async function sendBatch(
  batch: readonly DueMessage[],
  context: JobContext,
  authorization: Authorization,
  signal: AbortSignal,
): Promise<readonly Settled[]> {
  const { db, config, door } = context
  const alerts = new Map(
    await Promise.all(
      [...new Set(batch.map(one => one.publication_id))].map(
        async id => [id, await findVisible(db.pool, id)] as const,
      ),
    ),
  )
  const pauses = new Map<string, number>()

  async function send(message: DueMessage): Promise<Outcome> {
    const row = alerts.get(message.publication_id)
    if (!row?.alert_place) return 'pointless'
    const [departement, code_insee] = row.alert_place
    const place = { commune: message.commune, fuseau: fuseauOf({ departement, code_insee }), now: new Date() }
    const delivery = deliveryOf(record(row, config), place)
    if (!delivery) return 'pointless'
    try {
      await door.fetch(message.endpoint, {
        headers: { ...delivery.headers, authorization: await authorization(message.endpoint) },
        content: {
          bytes: encrypted(delivery.text, message),
          type: 'application/octet-stream',
          encoding: 'aes128gcm',
        },
        ...{ redirects: 0, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, signal },
      })
      return 'delivered'
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error
      if (error.status === 429 && error.retryAfter !== null)
        pauses.set(new URL(message.endpoint).host, Math.min(error.retryAfter, LONGEST_PAUSE))
      return outcomeOf(error, message)
    }
  }

  const settled = await Promise.all(batch.map(async message => ({ message, outcome: await send(message) })))
  await db.transaction(async tx => {
    await settle(tx, settled)
    for (const [host, seconds] of pauses) await pauseHost(tx, host, seconds)
  })
  return settled
}

const PASSING = ['timeout', 'network', 'aborted']

function outcomeOf({ code, status, retryAfter }: FetchRefused, { attempts, age }: DueMessage): Outcome {
  if (status === 404 || status === 410) return 'gone'
  const isPassing = status === null ? PASSING.includes(code) : status === 429 || status >= 500
  if (!isPassing) return 'never'
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempts - 1))
  const seconds = code === 'aborted' ? 0 : Math.max(wait, retryAfter ?? 0)
  return age + seconds > LATEST_SECONDS ? 'never' : { seconds }
}
