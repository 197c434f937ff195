import { fuseauOf } from '../../communes/collectes/zones.ts'
import { ownUrl } from '../../kernel/config.ts'
import { FetchRefused } from '../../kernel/fetch/fetch.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { findVisible } from '../../publications/queries.ts'
import { record } from '../../publications/record.ts'
import { scopeOfPlace } from '../app.ts'
import { encrypted } from './encrypt.ts'
import { type Authorization, authorizationWith } from './keys.ts'
import { type Delivery, deliveryOf, withdrawal } from './notification.ts'
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
 * Sends alerts to the browsers that follow a commune (RFC 8030): queues a message to each of them, and sends what is due. Runs
 * when an alert was written, and each minute for what was lost or is due by its time.
 *
 * Lease: `next_try_at`, which `takeDue` sets beyond the timeout of a message. Fence: `attempts`; a worker with an older number changes nothing.
 * Crash: messages of a killed worker are due again after the lease; one that was accepted meanwhile is sent twice: its
 * notification is shown again by its tag, without a sound. Retry: after 30 s, 1 min, 2 min … or when the push service says. Lost jobs: none, since
 * all that is due is found in the table.
 */

/** No message is taken later in a run. Those in flight end within `TIMEOUT_MS`. */
const RUN_MS = 45_000
const IN_FLIGHT = 64
/** A host gets no more groups from here on, so that a slow push service leaves room for the others. */
export const OF_ONE_HOST = 32
export const GROUP = 8
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
  const inFlight = new Map<DueMessage, Promise<void>>()
  let ended: Settled[] = []
  const errors: unknown[] = []

  async function settleEnded(): Promise<void> {
    const settled = ended
    ended = []
    await db.transaction(tx => settle(tx, settled))
    for (const { outcome } of settled) counts[typeof outcome === 'string' ? outcome : 'later']++
  }

  for (;;) {
    const room = Math.min(GROUP, IN_FLIGHT - inFlight.size)
    const isOver = room === 0 || signal.aborted || performance.now() > end
    const group = isOver ? [] : await takeDue(db.pool, room, busyHosts([...inFlight.keys()]))
    const send = sender(context, authorization, signal)
    for (const message of group)
      inFlight.set(
        message,
        send(message)
          .then(
            outcome => void ended.push({ message, outcome }),
            error => void errors.push(error),
          )
          .finally(() => inFlight.delete(message)),
      )
    if (inFlight.size === 0 && ended.length === 0) break
    // A full group: more are due.
    if (group.length < GROUP && ended.length === 0) await Promise.race(inFlight.values())
    if (ended.length > 0) await settleEnded()
  }
  if (Object.values(counts).some(count => count > 0)) log.info({ messages: counts }, 'alerts pushed')
  if (errors.length > 0) throw errors[0]
}

function busyHosts(inFlight: readonly DueMessage[]): string[] {
  const byHost = Map.groupBy(inFlight, ({ host }) => host)
  return [...byHost].flatMap(([host, messages]) => (messages.length >= OF_ONE_HOST ? [host] : []))
}

/** Sends the messages of a group. Each alert is loaded once. */
function sender({ db, config, door }: JobContext, authorization: Authorization, signal: AbortSignal) {
  const alerts = new Map<string, ReturnType<typeof findVisible>>()
  function alertOf(id: string) {
    const alert = alerts.get(id) ?? findVisible(db.pool, id)
    alerts.set(id, alert)
    return alert
  }

  async function deliveryTo(message: DueMessage): Promise<Delivery | undefined> {
    const row = await alertOf(message.publication_id)
    if (!row?.alert_place || !row.commune_ids.includes(message.commune_id))
      return message.lifted ? withdrawal(message.publication_id, message.commune) : undefined
    const [departement, code_insee] = row.alert_place
    const place = { commune: message.commune, fuseau: fuseauOf({ departement, code_insee }), now: new Date() }
    return deliveryOf(record(row, config), place)
  }

  return async (message: DueMessage): Promise<Outcome> => {
    const delivery = await deliveryTo(message)
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
      if (error.status === 429 && error.retryAfter !== null) {
        const seconds = Math.min(error.retryAfter, LONGEST_PAUSE)
        await db.transaction(tx => pauseHost(tx, message.host, seconds))
      }
      return outcomeOf(error, message)
    }
  }
}

const PASSING = ['timeout', 'network', 'aborted']

function outcomeOf({ code, status, retryAfter }: FetchRefused, { attempts, age }: DueMessage): Outcome {
  if (status === 404 || status === 410) return 'gone'
  const isPassing = status === null ? PASSING.includes(code) : status === 429 || status >= 500
  if (!isPassing) return 'never'
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempts - 1))
  const seconds = code === 'aborted' ? 0 : Math.max(wait, retryAfter ?? 0)
  return age + seconds > LATEST_SECONDS ? 'never' : { seconds, timedOut: code === 'timeout' }
}
