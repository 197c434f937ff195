import { setTimeout as wait } from 'node:timers/promises'
import { semaphore } from '../../kernel/concurrency/semaphore.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { releaseKey, saveMedia } from '../../media/queries.ts'
import { diskRoom, isLow, lockRoom, refuseBeyondQuota } from '../../media/room.ts'
import { storeOf } from '../../media/which-store.ts'
import { ask, type Outcome, reasonOf } from './ask.ts'
import {
  type Claimed,
  claimFile,
  type Due,
  dueFiles,
  enlist,
  giveUp,
  keep,
  leaveAsItWas,
  leaveHostAlone,
  postpone,
} from './queries.ts'

/**
 * Copies the pictures that publications name (`image_url`), and the documents and pictures of imported items: every minute
 * one node fetches them through the fetch door. Pictures are re-encoded. The states of `fetched_files.status`:
 *
 *   (none) → waiting:     enlist, a publication names a new address; or wantFiles, an item of an import does
 *   waiting → waiting:    claimFile, by a job: attempts + 1; or postpone, next attempt after 5 min, 30 min, 2 h …
 *   waiting → kept:       keep, the file is in our store; or leaveAsItWas, it has not changed (304)
 *   waiting → given_up:   giveUp: the address is invalid, gone, too large or of another type; seven attempts failed; the acteur's
 *                         quota is full (storage_full); or it was removed for legal reasons (removed), which is final
 *   kept → waiting:       enlist, a publication names the address more than a week later; or wantFiles, its item has changed
 *   given_up → waiting:   enlist, likewise; after storage_full at once, or retryFetchedFiles at night
 *
 * Lease: `claimed_by` (the id of the job) until `claimed_until`. Fence: `attempts`; a worker with an older number changes
 * nothing. Crash: the queue gives the same job to another worker, which has the lease already; stored files keep their
 * name. Retry: postpone. Lost jobs: none, since all that is due is found in the table.
 */
const HOSTS_AT_ONCE = 3
/** Between two files of one host. */
const PAUSE_MS = 500
/** A run ends before the next minute's run begins. */
const RUN_MS = 45_000
const WAITS_SECONDS = [300, 1_800, 7_200, 28_800, 86_400, 259_200]
const NOT_NOW_SECONDS = 60

export async function fetchFiles(
  _data: unknown,
  context: JobContext,
  signal: AbortSignal,
  job: string,
  pauseMs = PAUSE_MS,
): Promise<void> {
  const { db, config, log } = context
  const end = performance.now() + RUN_MS
  const over = () => signal.aborted || performance.now() > end
  const counts: Record<string, number> = {}
  const inFew = semaphore(HOSTS_AT_ONCE, Number.POSITIVE_INFINITY)

  async function ofOneHost(files: readonly Due[]): Promise<void> {
    for (const [at, { id }] of files.entries()) {
      if (at > 0) await wait(pauseMs, undefined, { signal })
      const claimed = over() ? undefined : await claimFile(db.pool, id, job)
      if (!claimed) continue
      const outcome = await ask(claimed, context, signal)
      await settle(context, claimed, outcome)
      const name = nameOf(outcome)
      counts[name] = (counts[name] ?? 0) + 1
      if (typeof outcome === 'object' && 'later' in outcome && outcome.host) return
    }
  }

  while (!over()) {
    const room = await diskRoom(config)
    if (isLow(room)) {
      log.warn(
        { free_bytes: room.freeBytes, floor_bytes: room.floorBytes },
        'pictures and documents wait: the disk is full',
      )
      break
    }
    await enlist(db.pool)
    const due = await dueFiles(db.pool, job)
    if (due.length === 0) break
    const byHost = Map.groupBy(due, ({ host }) => host)
    await Promise.all([...byHost.values()].map(files => inFew(() => ofOneHost(files))))
  }
  if (Object.keys(counts).length > 0) log.info({ files: counts }, 'files fetched')
}

async function settle({ db, config }: JobContext, claimed: Claimed, outcome: Outcome): Promise<void> {
  if (outcome === 'not now') {
    await postpone(db.pool, claimed, NOT_NOW_SECONDS, { counted: false })
  } else if (outcome === 'not modified') {
    await leaveAsItWas(db.pool, claimed)
  } else if ('none' in outcome) {
    await giveUp(db.pool, claimed, outcome.none)
  } else if ('later' in outcome) {
    const next = WAITS_SECONDS[claimed.attempts - 1]
    const seconds = Math.max(next ?? 0, outcome.later ?? 0)
    if (next === undefined) await giveUp(db.pool, claimed, 'unreachable')
    else await postpone(db.pool, claimed, seconds, { counted: true })
    if (outcome.host)
      await leaveHostAlone(db.pool, claimed.host, Math.max(WAITS_SECONDS[0] ?? 0, outcome.later ?? 0))
  } else {
    await keepOrGiveUp({ db, config }, claimed, outcome).finally(() =>
      releaseKey(db, storeOf(config), outcome.kept),
    )
  }
}

/**
 * Checks the quota again in the transaction that stores the file: uploads and files of other hosts may have used it
 * meanwhile.
 */
async function keepOrGiveUp(
  { db, config }: Pick<JobContext, 'db' | 'config'>,
  claimed: Claimed,
  { kept, etag, lastModified }: Extract<Outcome, { readonly kept: object }>,
): Promise<void> {
  const refusal = await db
    .transaction(async tx => {
      if (claimed.acteur_id) await lockRoom(tx, claimed.acteur_id)
      await saveMedia(tx, kept)
      await keep(tx, claimed, kept, { etag, lastModified })
      if (claimed.acteur_id) await refuseBeyondQuota(tx, claimed.acteur_id, 0, config)
      return undefined
    })
    .catch(reasonOf)
  if (refusal) await giveUp(db.pool, claimed, refusal)
}

function nameOf(outcome: Outcome): string {
  if (typeof outcome === 'string') return outcome.replace(' ', '_')
  if ('none' in outcome) return outcome.none
  return 'later' in outcome ? 'later' : 'kept'
}
