import type { Tx } from '../../../kernel/db/db.ts'
import type { LongSession } from '../../../kernel/db/long-session.ts'
import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { RightLost } from '../../../people/access/rights.ts'
import { communeCodes } from '../../communes/registers/commune-codes.ts'

import { textOf } from '../explanations.ts'
import { askRemote, canBeAsked, fingerprintOf, openRemote, whyNotRead } from '../register/remote.ts'
import { UnreadableRegister } from '../register/unreadable.ts'
import {
  beginSync,
  endAbandoned,
  endSync,
  insertSyncUnlessBusy,
  knownVersion,
  lockOverdue,
  lockSyncs,
  noteWaiting,
  SYNC,
  type Sync,
} from './runs.ts'
import { type Source, sync, TakenOver } from './sync.ts'

/** A sync whose worker is killed each time fails after so many attempts. */
const MOST_ATTEMPTS = 6
const SECONDS_TO_WAIT = 2

/** The job of one sync. Killed, it leaves nothing; the next attempt begins from the start. */
export async function runSync({ sync: id }: { sync: string }, context: JobContext, signal: AbortSignal) {
  const { db } = context
  await db.longSession(async session => {
    if (!(await lockSyncs(session))) {
      await db.transaction(async tx => {
        if ((await noteWaiting(tx, id)) > 0) await context.enqueue(tx, SYNC, { sync: id }, SECONDS_TO_WAIT)
      })
      return
    }
    const run = await beginSync(session, id)
    if (run) await attempt(session, run, context, signal)
  })
}

const RIGHT_LOST = { code: 'right_lost', params: {} } as const

async function attempt(session: LongSession, run: Sync, context: JobContext, signal: AbortSignal) {
  const { db, log } = context
  try {
    if (run.attempts > MOST_ATTEMPTS) throw new UnreadableRegister('interrupted_each_time')
    const source = await sourceOf(session, run, context, signal)
    if (source) await sync(session, run, source, { db, log })
  } catch (error) {
    if (error instanceof TakenOver) return
    const why = error instanceof RightLost ? RIGHT_LOST : whyNotRead(error)
    // The database is unavailable or the service stops: the queue retries the job.
    if (why === undefined) throw error
    await endSync(db.pool, run, { status: 'failed', explanation: why })
    log.warn({ sync: run.id, why: textOf(why, 'en') }, 'sync of defibrillators failed')
  }
}

/** Undefined: nothing has changed, and the sync has been ended. */
async function sourceOf(
  session: LongSession,
  run: Sync,
  { config, door: plain, db, log }: JobContext,
  signal: AbortSignal,
): Promise<Source | undefined> {
  const url = config.geodaeUrl
  // The operator named the register.
  const door = plain.allowing(config.importAllowPrivate)
  if (run.commune_id !== null && canBeAsked(url)) {
    const codes = (await communeCodes(session)).of(run.commune_id)
    if (codes.length === 0) throw new UnreadableRegister('no_code')
    return { records: () => askRemote({ door, signal, url }, codes), codes }
  }
  const fingerprint = fingerprintOf(url)
  const isNational = run.commune_id === null
  const known = isNational && !run.forced ? await knownVersion(session, fingerprint) : undefined
  const remote = await openRemote({ door, signal, url, known })
  if (remote)
    return {
      records: remote.records,
      codes: null,
      ...(isNational && { fingerprint, validators: remote.validators }),
    }
  await endSync(db.pool, run, {
    status: 'ok',
    source: fingerprint,
    validators: known,
    counts: { rows: 0, not_modified: true },
  })
  log.info({ sync: run.id }, 'sync of defibrillators done: the register is the one that is known')
  return undefined
}

/** Every night, unless a national sync is already queued or running. */
export async function syncNightly(tx: Tx, _data: unknown, { enqueue }: Pick<JobContext, 'enqueue'>) {
  const run = await insertSyncUnlessBusy(tx, { trigger: 'schedule', forced: false })
  if (run) await enqueue(tx, SYNC, { sync: run.id })
}

/** Enqueues a job for each sync whose job was lost. */
export async function resumeOverdueSyncs(
  tx: Tx,
  _data: unknown,
  { enqueue, log }: Pick<JobContext, 'enqueue' | 'log'>,
) {
  const overdue = await lockOverdue(tx)
  for (const { id, trigger } of overdue) {
    if (trigger === 'command') await endAbandoned(tx, id)
    else await enqueue(tx, SYNC, { sync: id })
  }
  if (overdue.length > 0) log.warn({ syncs: overdue.length }, 'syncs of defibrillators had lost their job')
}
