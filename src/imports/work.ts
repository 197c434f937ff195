import { sql, type Tx } from '../kernel/db.ts'
import type { JobContext } from '../kernel/jobs.ts'
import { take } from './apply.ts'
import { concealing, countsOf, entriesOf } from './entries.ts'
import { takerOf, usualTypes } from './plan-queries.ts'
import { type Answer, ask, type Failure } from './read.ts'
import {
  type Ending,
  endRun,
  lockTurn,
  NOTHING,
  type Remembered,
  saveAftermath,
  sourceToRead,
  type Turn,
  takeTurn,
} from './run-queries.ts'
import { importsTheSame, readsTheSame, type Settings } from './settings.ts'
import type { Schedule } from './shapes.ts'
import { MOST_FAILURES, nextAfterFailure, nextSlot } from './timing.ts'

/** One run, by the worker: asks the source, then does everything that follows from the answer in one transaction. */

export const RUN = 'imports.run'

/** Somebody changed the source while it was read: it is read again, but not for ever. */
const MOST_READINGS = 3

export async function runImport(
  { run }: { run: string },
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = context
  for (let readings = 1; ; readings++) {
    const turn = await takeTurn(db.pool, run)
    const source = turn && (await sourceToRead(db.pool, turn.source_id))
    if (!turn || !source) return
    const now = new Date()
    const answer = await ask(context, source, now, { whole: false, signal })
    const last = readings === MOST_READINGS
    const ended = await db.transaction(tx => conclude(tx, turn, source, answer, now, last))
    if (ended === 'read again') continue
    if (ended) log.info({ run, source: source.id, ...ended }, 'import run')
    return
  }
}

type Read = Settings & Remembered & { readonly id: string }

/** Undefined when the turn was lost meanwhile, or the source deleted: then nothing is written. */
async function conclude(
  tx: Tx,
  turn: Turn,
  read: Read,
  answer: Answer,
  now: Date,
  last: boolean,
): Promise<Pick<Ending, 'status' | 'counts' | 'error'> | 'read again' | undefined> {
  const source = await lockTurn(tx, turn)
  if (!source) return undefined
  const end = async (ending: Ending) => {
    await endRun(tx, turn.id, ending)
    const { status, counts, error } = ending
    return { status, counts, error }
  }
  if (turn.trigger === 'schedule' && !source.enabled)
    return await end(ended('The source was switched off meanwhile.', now))
  const same = 'notModified' in answer ? importsTheSame : readsTheSame
  if (!same(read, source))
    return last ? await end(ended('The source was changed while it was read.', now)) : 'read again'
  if ('failure' in answer) return await end(await failRun(tx, source, answer.failure, now))

  const well = { consecutive_failures: 0, disabled_reason: null, next_try_at: revived(source, now) }
  if ('notModified' in answer) {
    await saveAftermath(tx, source.id, { ...well, status: 'succeeded', remembered: undefined })
    const entry = {
      at: now.toISOString(),
      level: 'info',
      message: 'Not modified since it was last read.',
      item: null,
    } as const
    return await end({ status: 'succeeded', counts: NOTHING, error: null, entries: [entry] })
  }

  // Two sources that bring the same thing at the same moment: the second one sees what the first one made.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('parvis.imports.take'))`)
  const { reading } = answer
  const taker = await takerOf(tx, source)
  const outcomes = await take(tx, taker, reading, await usualTypes(tx), now, turn.id)
  const counts = countsOf(outcomes)
  const status = counts.failed === 0 ? 'succeeded' : counts.failed < counts.fetched ? 'partial' : 'failed'
  const error =
    counts.failed === 0 ? null : `${counts.failed} of ${counts.fetched} items could not be taken in.`
  // What could come out otherwise the next time is read again, although the source stays as it is.
  const settled = outcomes.every(
    one => one.action !== 'failed' && !(one.action === 'skipped' && /commune$/.test(one.reason)),
  )
  await saveAftermath(tx, source.id, {
    ...well,
    status,
    remembered: {
      etag: settled ? storable(reading.etag) : null,
      last_modified: settled ? storable(reading.last_modified) : null,
      read_kind: reading.kind,
    },
  })
  return await end({
    status,
    counts,
    error,
    entries: entriesOf(reading.notes, outcomes, now, concealing(answer.key)),
  })
}

/** Longer ones than any server means are not kept, nor what no header can hold. */
const storable = (validator: string | null) =>
  validator !== null && validator.length <= 1000 && /^[\t\x20-\x7e\x80-\xff]+$/.test(validator)
    ? validator
    : null

/** A source that had failed waits no longer than the others. */
const revived = (
  { id, schedule, consecutive_failures, enabled }: Settings & { id: string; consecutive_failures: number },
  now: Date,
) => (consecutive_failures === 0 || !enabled ? undefined : nextSlot(schedule, id, now))

const ended = (error: string, now: Date): Ending => ({
  status: 'failed',
  counts: NOTHING,
  error,
  entries: [{ at: now.toISOString(), level: 'error', message: error, item: null }],
})

async function failRun(
  tx: Tx,
  source: { id: string; schedule: Schedule; enabled: boolean; consecutive_failures: number },
  { error, gone, retryAfter }: Failure,
  now: Date,
): Promise<Ending> {
  const failures = source.consecutive_failures + 1
  const disabled_reason = gone
    ? `The server says that it is gone for good: ${error}`
    : failures >= MOST_FAILURES
      ? `It failed ${failures} times in a row, the last time with: ${error}`
      : null
  const off = disabled_reason !== null || !source.enabled
  await saveAftermath(tx, source.id, {
    status: 'failed',
    consecutive_failures: failures,
    disabled_reason: source.enabled ? disabled_reason : null,
    next_try_at: off ? null : nextAfterFailure(source.schedule, source.id, failures, retryAfter, now),
    remembered: undefined,
  })
  const ending = ended(error, now)
  if (disabled_reason === null || !source.enabled) return ending
  const entry = {
    at: now.toISOString(),
    level: 'error',
    message: 'Switched off: see disabled_reason.',
    item: null,
  } as const
  return { ...ending, entries: [...ending.entries, entry] }
}
