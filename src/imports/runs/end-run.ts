import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Reading } from '../reading/item.ts'
import { because, type Said, say } from '../said.ts'
import { importsTheSame, readsTheSame, type Settings } from '../settings.ts'
import { take } from '../taking/apply.ts'
import { takerOf, usualTypes } from '../taking/plan-queries.ts'
import { type Answer, type Failure, failure } from './ask-source.ts'
import {
  type Aftermath,
  type Attempt,
  type Ending,
  endRun,
  lockAttempt,
  NOTHING,
  type Remembered,
  saveAftermath,
} from './queries.ts'
import { concealing, countsOf, entriesOf, judged, keptOf } from './run-log.ts'
import type { KeptEntry } from './shapes.ts'
import { MOST_FAILURES, nextAfterFailure, nextSlot } from './timing.ts'

/** Ends a run, whatever its source answered: in one transaction, whole or not at all. */

type Read = Settings & Remembered & { readonly id: string }
type Locked = Settings & { readonly id: string; readonly consecutive_failures: number }
export type Ended = Pick<Ending, 'status' | 'counts' | 'error'>

/**
 * Undefined when another worker has taken the run over (the fence), or the source was deleted: then nothing is written.
 */
export async function conclude(
  tx: Tx,
  attempt: Attempt,
  read: Read,
  answer: Answer,
  now: Date,
  last: boolean,
): Promise<Ended | 'read again' | undefined> {
  const source = await lockAttempt(tx, attempt)
  if (!source) return undefined
  const outcome = await outcomeOf(tx, attempt, read, source, answer, now, last)
  if (outcome === 'read again') return outcome
  await endRun(tx, attempt.id, outcome)
  const { status, counts, error } = outcome
  return { status, counts, error }
}

async function outcomeOf(
  tx: Tx,
  attempt: Attempt,
  read: Read,
  source: Locked,
  answer: Answer,
  now: Date,
  last: boolean,
): Promise<Ending | 'read again'> {
  if (attempt.trigger === 'schedule' && !source.enabled) return broken(say('off_meanwhile'), now)
  const same = 'notModified' in answer ? importsTheSame : readsTheSame
  if (!same(read, source)) return last ? broken(say('changed_meanwhile'), now) : 'read again'
  if ('failure' in answer) {
    const reason = await saveFailure(tx, source, answer.failure, undefined, now)
    const ending = broken(answer.failure.error, now)
    return reason
      ? { ...ending, entries: [...ending.entries, entry('error', say('switched_off'), now)] }
      : ending
  }
  if ('notModified' in answer) {
    await saveSuccess(tx, source, 'succeeded', undefined, now)
    const entries = [entry('info', say('not_modified'), now)]
    return { status: 'succeeded', counts: NOTHING, error: null, entries, items: [] }
  }
  return await takeIn(tx, attempt, source, answer, now)
}

/** Longer than usual: indexing five hundred texts of twenty thousand letters takes long, and others may hold locks. */
const LONGEST_STATEMENT_MS = 60_000
const LONGEST_WAIT_MS = 30_000

async function takeIn(
  tx: Tx,
  attempt: Attempt,
  source: Locked,
  { reading, key }: { readonly reading: Reading; readonly key: string | null },
  now: Date,
): Promise<Ending> {
  const patient = await tx.patient(LONGEST_STATEMENT_MS)
  await patient.run(sql`select set_config('lock_timeout', ${`${LONGEST_WAIT_MS}`}, true)`)
  // One at a time: when two sources bring the same thing at the same moment, the second sees what the first created.
  await patient.run(sql`select pg_advisory_xact_lock(hashtext('parvis.imports.take'))`)
  const taker = await takerOf(patient, source)
  const outcomes = await take(patient, taker, reading, await usualTypes(patient), now, attempt.id)
  const counts = countsOf(outcomes)
  const { status, error } = judged(counts)
  // When the outcome could differ next time although the source does not change, the validators are not kept.
  const settled = outcomes.every(
    one => one.action !== 'failed' && !(one.action === 'skipped' && /commune$/.test(one.reason)),
  )
  const remembered = {
    etag: settled ? storable(reading.etag) : null,
    last_modified: settled ? storable(reading.last_modified) : null,
    read_kind: reading.kind,
  }
  if (status === 'failed' && error) await saveFailure(tx, source, failure(error), remembered, now)
  else await saveSuccess(tx, source, status === 'failed' ? 'partial' : status, remembered, now)
  const conceal = concealing(key)
  const entries = entriesOf(reading.notes, outcomes, now, conceal)
  return { status, counts, error, entries, items: keptOf(outcomes, conceal) }
}

/** Validators that are too long, or that no header can hold, are not kept. */
const storable = (validator: string | null) =>
  validator !== null && validator.length <= 1000 && /^[\t\x20-\x7e\x80-\xff]+$/.test(validator)
    ? validator
    : null

const entry = (level: KeptEntry['level'], what: Said, now: Date): KeptEntry => ({
  at: now.toISOString(),
  level,
  ...what,
  item: null,
})

const broken = (error: Said, now: Date): Ending => ({
  status: 'failed',
  counts: NOTHING,
  error,
  entries: [entry('error', error, now)],
  items: [],
})

////////////////////////////////////////////////////////////////////////////// what it means for the source

type Kept = Aftermath['remembered']

const saveSuccess = (
  tx: Tx,
  { id, schedule, enabled, consecutive_failures }: Locked,
  status: 'succeeded' | 'partial',
  remembered: Kept,
  now: Date,
) =>
  saveAftermath(tx, id, {
    status,
    consecutive_failures: 0,
    disabled_reason: null,
    // A source that had failed returns to its usual times.
    next_try_at: consecutive_failures === 0 || !enabled ? undefined : nextSlot(schedule, id, now),
    remembered,
  })

/** Answers the reason when the source was switched off. */
async function saveFailure(
  tx: Tx,
  { id, schedule, enabled, consecutive_failures }: Locked,
  { error, gone, retryAfter }: Failure,
  remembered: Kept,
  now: Date,
): Promise<Said | null> {
  const failures = consecutive_failures + 1
  const why = gone
    ? say('gone', { status: 410 })
    : failures >= MOST_FAILURES
      ? say('failed_repeatedly', { times: failures, ...because(error) })
      : null
  const disabled_reason = enabled ? why : null
  const off = !enabled || disabled_reason !== null
  await saveAftermath(tx, id, {
    status: 'failed',
    consecutive_failures: failures,
    disabled_reason,
    next_try_at: off ? null : nextAfterFailure(schedule, id, failures, retryAfter, now),
    remembered,
  })
  return disabled_reason
}
