import { setTimeout as wait } from 'node:timers/promises'
import { type Taken, workInTurns } from '../../../kernel/jobs/in-turns.ts'
import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { releaseKey, saveMedia } from '../../../media/queries.ts'
import { diskRoom, isLow, lockRoom, refuseBeyondQuota } from '../../../media/room.ts'
import { storeOf } from '../../../media/which-store.ts'
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
import { Turns } from './turns.ts'

/**
 * Copies the pictures that publications name (`image_url`), and the documents and pictures of imported items: every minute
 * one node fetches them through the fetch door, in turns (`turns.ts`). Pictures are re-encoded. The states of `fetched_files.status`:
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
/** Some more while slow hosts are waited for. Each file takes up to 15 MiB of memory. */
export const PLACES = 8
/** Between two files of one host. */
const PAUSE_MS = 500
/** A run ends before the next minute's run begins. */
const RUN_MS = 45_000
/** So often a run looks for new publications. */
const LOOK_MS = 1_000
const WAITS_SECONDS = [300, 1_800, 7_200, 28_800, 86_400, 259_200]
const NOT_NOW_SECONDS = 60

interface Fetching extends Taken {
  readonly due: Due
  readonly claimed: Claimed
}

export async function fetchFiles(
  _data: unknown,
  context: JobContext,
  signal: AbortSignal,
  job: string,
  pauseMs = PAUSE_MS,
): Promise<void> {
  const { db, config, log } = context
  const counts: Record<string, number> = {}
  const turns = new Turns(pauseMs)
  let [lookedAt, isOver] = [Number.NEGATIVE_INFINITY, false]

  async function lookForFiles(): Promise<void> {
    const room = await diskRoom(config)
    if (isLow(room)) {
      isOver = true
      log.warn(
        { free_bytes: room.freeBytes, floor_bytes: room.floorBytes },
        'pictures and documents wait: the disk is full',
      )
      return
    }
    await enlist(db.pool)
    turns.offer(await dueFiles(db.pool, job))
    lookedAt = performance.now()
  }

  async function claimNext(room: number): Promise<Fetching[]> {
    const taken: Fetching[] = []
    while (taken.length < room) {
      const due = turns.next()
      if (!due) break
      const claimed = await claimFile(db.pool, due.id, job)
      if (claimed) taken.push({ due, claimed, key: due.domain, slow: false })
      else turns.end(due)
    }
    return taken
  }

  await workInTurns<Fetching, Outcome>({
    places: PLACES,
    group: PLACES,
    runMs: RUN_MS,
    signal,
    async take(room) {
      while (!isOver && !signal.aborted) {
        const isNew = turns.nothingIsDue || performance.now() > lookedAt + LOOK_MS
        if (isNew) await lookForFiles()
        const taken = isOver ? [] : await claimNext(room)
        if (taken.length > 0 || !turns.nothingIsInFlight || (isNew && turns.nothingIsDue)) return taken
        // Only hosts that rest are due.
        await wait(Math.min(turns.restMs, LOOK_MS), undefined, { signal }).catch(() => {})
      }
      return []
    },
    async work({ due, claimed }) {
      try {
        const outcome = await ask(claimed, context, signal, () => turns.answered(due))
        await settle(context, claimed, outcome)
        return outcome
      } catch (error) {
        isOver = true
        throw error
      } finally {
        turns.end(due)
      }
    },
    async settle(ended) {
      for (const { result } of ended) counts[nameOf(result)] = (counts[nameOf(result)] ?? 0) + 1
    },
  })
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
