import { FetchRefused } from '../../kernel/fetch/fetch.ts'
import { KeptConnections } from '../../kernel/fetch/kept-connections.ts'
import { retryDuringOutage, workInTurns } from '../../kernel/jobs/in-turns.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { ownUrl, placeOrigin } from '../../kernel/settings/config.ts'
import { findVisible } from '../../publishing/publications/queries.ts'
import { record } from '../../publishing/publications/record.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import { communePath } from '../addresses.ts'
import { scopeOfPlace } from '../app.ts'
import { encrypted } from './encrypt.ts'
import { type Authorization, authorizationWith } from './keys.ts'
import { announceNotices, queueNoticeSlice } from './notices.ts'
import { type Delivery, deliveryOf, noticeOf, withdrawal } from './notification.ts'
import {
  announce,
  type DueMessage,
  LEASE_SECONDS,
  type Notice,
  OF_ONE_SERVICE,
  type Outcome,
  pauseService,
  queueSlice,
  settle,
  takeDue,
} from './queries.ts'

/**
 * Sends alerts, and what an acteur published, to the browsers that follow them (RFC 8030): queues a message to each of them, and sends what is due. Runs
 * when an alert was written, and each minute for what was lost or is due by its time.
 *
 * Lease: `next_try_at`, which `takeDue` sets beyond the timeout of a message. Fence: `attempts`; a worker with an older number changes nothing.
 * Outage: what was accepted is noted when the database is back.
 * Crash: messages of a killed worker are due again after the lease; one that was accepted meanwhile is sent twice: its
 * notification is shown again by its tag, without a sound. Retry: after 30 s, 1 min, 2 min … or when the push service says. Lost jobs: none, since
 * all that is due is found in the table.
 */

/** No message is taken later in a run. Those in flight end within `TIMEOUT_MS`. */
const RUN_MS = 45_000
const IN_FLIGHT = 256
export const GROUP = 64
/** So often a run looks for new alerts: while two runs send, no other one begins. */
const LOOK_MS = 1_000
const TIMEOUT_MS = 10_000
const MOST_BYTES = 64 * 1_024
/** An alert that comes later is no alert. */
const LATEST_SECONDS = 6 * 3_600
/** The most publications read for a notice: more than it shows, since some may be withdrawn. */
const MOST_LOOKED_AT = 8
const FIRST_WAIT = 30
const LONGEST_WAIT = 1_800
/** Push services ask for a pause of all messages, or of those to one browser, by the same answer. */
const LONGEST_PAUSE = 60

type Counts = Record<'delivered' | 'pointless' | 'gone' | 'never' | 'later', number>

export async function sendPushes(_data: unknown, context: JobContext, signal: AbortSignal): Promise<void> {
  const { db, config, secrets, log } = context
  if (config.place === 'off') return
  const authorization = await authorizationWith(db.pool, secrets, config.publicUrl ?? ownUrl(config))
  const counts: Counts = { delivered: 0, pointless: 0, gone: 0, never: 0, later: 0 }
  let [lookedAt, isQueued] = [Number.NEGATIVE_INFINITY, true]

  async function queueMessages(): Promise<void> {
    if (performance.now() > lookedAt + LOOK_MS) {
      const source = await scopeOfPlace(db.pool)
      if (source) await db.transaction(tx => announce(tx, source))
      lookedAt = performance.now()
      isQueued = false
    }
    if (!isQueued) isQueued = !(await db.transaction(queueSlice)) && !(await db.transaction(queueNoticeSlice))
  }

  // Looked for once in a run, when no alert is due any more. Their failure is that of the job, once all else is sent.
  let isLooked = false
  let notices: PromiseSettledResult<number> | undefined
  async function queueNotices(): Promise<void> {
    const source = await scopeOfPlace(db.pool)
    if (!source) return
    ;[notices] = await Promise.allSettled([announceNotices({ db, source, now: new Date(), signal })])
    isQueued = false
  }

  await queueMessages()
  await using connections = new KeptConnections(OF_ONE_SERVICE)
  let send = sender(context, authorization, connections, signal)
  await workInTurns<DueMessage, Outcome>({
    places: IN_FLIGHT,
    group: GROUP,
    runMs: RUN_MS,
    signal,
    async take(room, load) {
      // Sends between the slices of a large alert.
      for (;;) {
        await queueMessages()
        const due = await db.transaction(tx => takeDue(tx, room, load))
        send = sender(context, authorization, connections, signal)
        if (due.length > 0 || signal.aborted) return due
        if (!isQueued) continue
        if (isLooked) return due
        isLooked = true
        await queueNotices()
      }
    },
    work: message => send(message),
    async settle(ended) {
      await retryDuringOutage(() => db.transaction(tx => settle(tx, ended)), LEASE_SECONDS)
      for (const { result } of ended) counts[typeof result === 'string' ? result : 'later']++
    },
  })
  if (Object.values(counts).some(count => count > 0)) log.info({ messages: counts }, 'notifications pushed')
  if (notices?.status === 'rejected') throw notices.reason
}

/** Sends the messages of a group. Each publication is loaded once. */
function sender(
  { db, config, door }: JobContext,
  authorization: Authorization,
  connections: KeptConnections,
  signal: AbortSignal,
) {
  const origin = placeOrigin(config) ?? ownUrl(config)
  const found = new Map<string, ReturnType<typeof findVisible>>()
  /** The publication, if it is visible in this commune. */
  async function shownIn(commune: string, id: string) {
    const row = found.get(id) ?? findVisible(db.pool, id)
    found.set(id, row)
    const publication = await row
    return publication?.commune_ids.includes(commune) ? publication : undefined
  }

  async function alertFor(message: DueMessage): Promise<Delivery | undefined> {
    const { commune, commune_id, publication_id } = message
    const row = await shownIn(commune_id, publication_id)
    if (!row?.alert_place) return message.lifted ? withdrawal(publication_id, { commune, origin }) : undefined
    const [departement, code_insee] = row.alert_place
    const fuseau = fuseauOf({ departement, code_insee })
    return deliveryOf(record(row, config), { commune, fuseau, now: new Date(), origin })
  }

  async function noticeFor(message: DueMessage, notice: Notice): Promise<Delivery | undefined> {
    const { publication_ids: all, acteur, acteur_id: acteurId } = notice
    const looked = all.slice(0, MOST_LOOKED_AT)
    const rows = await Promise.all(looked.map(id => shownIn(message.commune_id, id)))
    const shown = rows.filter(row => row !== undefined)
    return noticeOf(
      shown.map(row => record(row, config)),
      {
        acteur,
        acteurId,
        path: `${communePath(message.commune_slug)}/annuaire/${notice.acteur_slug}`,
        count: all.length - looked.length + shown.length,
        fuseau: fuseauOf(message),
        now: new Date(),
        origin,
      },
    )
  }

  const deliveryTo = (message: DueMessage) =>
    message.notice ? noticeFor(message, message.notice) : alertFor(message)

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
        redirects: 0,
        connections,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_BYTES,
        signal,
      })
      return 'delivered'
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error
      if (error.status === 429 && error.retryAfter !== null) {
        const seconds = Math.min(error.retryAfter, LONGEST_PAUSE)
        await db.transaction(tx => pauseService(tx, message.key, seconds))
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
