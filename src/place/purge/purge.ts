import { setTimeout as sleep } from 'node:timers/promises'
import { FetchRefused } from '../../kernel/fetch/fetch.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { post, TAGS } from './post.ts'
import {
  changesFor,
  failed,
  forgetOthers,
  LEASE_SECONDS,
  lastOf,
  SEEN_MS,
  SETTLED_SECONDS,
  settle,
  type Turn,
  take,
} from './queries.ts'
import { tagOf, WHOLE } from './tags.ts'

/**
 * Tells the caches in front of la place (`PLACE_PURGE_URL`) what changed, so that they may keep pages for an hour. Runs when changes
 * were numbered, and each minute. Each change is told twice: when no node lets caches keep a page without having seen it, and when none can
 * answer from a replica that is behind, since such an answer may have been kept meanwhile.
 *
 * Lease: `leased_until`, longer than a turn. Fence: `turn`; a worker with an older number settles nothing. Crash: what a killed
 * worker did not settle is told again after the lease. Retry: after 1 s, 2 s, 4 s … 60 s; meanwhile nodes answer as without a cache
 * (changes-seen.ts). Lost jobs: none, since all that is due is found in the tables.
 */

const PURGE_JOB = 'place.purge'
/** The jobs that begin when changes have their numbers. */
export const afterChanges = ({ placePurge }: Pick<Config, 'placePurge'>) => (placePurge ? [PURGE_JOB] : [])

/** No turn begins later in a run. */
const RUN_MS = 45_000
/** The longest turn: with what it waits before, it is shorter than its lease. */
const TURN_MS = (LEASE_SECONDS - 5) * 1_000

export async function purgeCaches(
  _data: unknown,
  context: JobContext,
  signal: AbortSignal,
  _job = '',
  seenMs = SEEN_MS,
): Promise<void> {
  const { placePurge } = context.config
  const caches = placePurge?.urls ?? []
  await forgetOthers(context.db.pool, caches)
  if (!placePurge) return
  const ended = await Promise.allSettled(
    caches.map(cache => tellAll(cache, placePurge, context, signal, seenMs)),
  )
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

type Purge = NonNullable<Config['placePurge']>

async function tellAll(
  cache: string,
  purge: Purge,
  context: JobContext,
  signal: AbortSignal,
  seenMs: number,
): Promise<void> {
  const { db } = context
  const end = performance.now() + RUN_MS
  /** The last change, and when each node has seen it. */
  let last = { seq: -1, seenAt: 0 }
  while (performance.now() < end && !signal.aborted) {
    const turn = await db.transaction(tx => take(tx, cache))
    if (!turn) return
    // Told sooner, a cache would ask for the page again and get the old one, to be kept for an hour.
    if (turn.seq !== turn.last_seq && turn.last_seq !== last.seq)
      last = { seq: turn.last_seq, seenAt: performance.now() + seenMs }
    await sleep(Math.max(0, last.seenAt - performance.now()), undefined, { signal }).catch(() => {})
    if (!(await tellTurn(turn, cache, purge, context, signal))) return
  }
}

/** False where the cache did not answer. */
async function tellTurn(
  turn: Turn,
  cache: string,
  purge: Purge,
  { db, door, log, enqueue }: JobContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { fresh, again } = await changesFor(db.pool, turn)
  // A type is shown everywhere.
  const isUnknown = turn.is_unknown || fresh.some(({ kind }) => kind === 'type')
  const isWhole = isUnknown || turn.is_whole
  const tags = isWhole ? [WHOLE] : [...new Set([...fresh, ...again].flatMap(({ ids }) => ids.map(tagOf)))]
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)])
  try {
    for (let at = 0; at < tags.length; at += TAGS)
      await post(door, { cache, key: purge.key, tags: tags.slice(at, at + TAGS) }, inTime)
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    await db.transaction(async tx => {
      const wait = await failed(tx, cache, turn, signal.aborted ? undefined : error.code)
      await enqueue(tx, PURGE_JOB, {}, wait)
    })
    if (!signal.aborted) log.warn({ cache: new URL(cache).host, code: error.code }, 'cache not told')
    return false
  }
  return await db.transaction(async tx => {
    const told = isWhole
      ? { seq: turn.last_seq, againSeq: turn.last_seq, wholeIn: isUnknown ? SETTLED_SECONDS : null }
      : { seq: lastOf(fresh, turn.last_seq), againSeq: lastOf(again, turn.again_seq) }
    if (!(await settle(tx, cache, turn, told))) return false
    if (isUnknown || fresh.length > 0) await enqueue(tx, PURGE_JOB, {}, SETTLED_SECONDS + 1)
    return true
  })
}
