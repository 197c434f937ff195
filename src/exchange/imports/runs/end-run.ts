import { sql, type Tx, where } from '../../../kernel/db/db.ts'
import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { RightLost, reachInJob } from '../../../people/access/rights.ts'
import { sourceInTerritory } from '../../../people/access/territory.ts'
import { pushAlerts } from '../../../publishing/publications/push-alerts.ts'
import { because, explain, type ImportExplanation } from '../explanations.ts'
import { importItems } from '../items/apply.ts'
import { loadImportingSource, loadUsualTypes } from '../items/plan-queries.ts'
import { noteVanished } from '../items/vanished.ts'
import type { Reading } from '../reading/item.ts'
import type { StoredEntry } from '../run-shapes.ts'
import { importsTheSame, readsTheSame, type Settings } from '../settings.ts'
import { type Answer, type Failure, failure } from './ask-source.ts'
import {
  type Attempt,
  endRun,
  lockAttempt,
  NO_COUNTS,
  type RunResult,
  type SourceOutcome,
  saveSourceOutcome,
  type Validators,
} from './queries.ts'
import { countsOf, endingOf, entriesOf, keyRedactor, storedItems } from './run-log.ts'
import { MOST_FAILURES, nextAfterFailure, nextSlot } from './timing.ts'

/** Ends a run, whatever its source answered: in one transaction, whole or not at all. */

interface Attempted {
  readonly attempt: Attempt
  /** The source as it was when it was read. */
  readonly source: Settings & Validators & { readonly id: string }
  readonly answer: Answer
  readonly now: Date
  /** A source that was changed meanwhile is not read again. */
  readonly last: boolean
  /** The person who asked for the run has lost the right to: it takes nothing. */
  readonly rightLost?: boolean
  readonly enqueue: JobContext['enqueue']
}
type Locked = Settings & { readonly id: string; readonly consecutive_failures: number }
type Ended = Pick<RunResult, 'status' | 'counts' | 'error'>

/**
 * Undefined when another worker has taken the run over (the fence), or the source was deleted: then nothing is written.
 */
export async function endAttempt(tx: Tx, attempted: Attempted): Promise<Ended | 'read again' | undefined> {
  const source = await lockAttempt(tx, attempted.attempt)
  if (!source) return undefined
  const result = await resultOf(tx, attempted, source)
  if (result === 'read again') return result
  if (!attempted.rightLost) await refuseRightLost(tx, attempted.attempt)
  await endRun(tx, attempted.attempt.id, result)
  await pushAlerts(
    { tx, enqueue: (job, data) => attempted.enqueue(tx, job, data) },
    result.items.flatMap(({ publication_id: id }) => (id === undefined ? [] : [id])),
  )
  const { status, counts, error } = result
  return { status, counts, error }
}

/** At the end, since a suspension waits for this lock: all that was written is rolled back. */
async function refuseRightLost(tx: Tx, { requested_by, source_id }: Attempt): Promise<void> {
  if (requested_by === null) return
  const reach = await reachInJob(tx, requested_by, 'imports')
  const isInside =
    reach &&
    (await tx.one(sql`
      select from import_sources s ${where([sql`s.id = ${source_id}`, ...sourceInTerritory(reach.territory)])}`))
  if (!isInside) throw new RightLost()
}

async function resultOf(
  tx: Tx,
  { attempt, source: read, answer, now, last, rightLost }: Attempted,
  source: Locked,
): Promise<RunResult | 'read again'> {
  if (rightLost) return failedRun(explain('right_lost_meanwhile'), now)
  if (attempt.trigger === 'schedule' && !source.enabled) return failedRun(explain('off_meanwhile'), now)
  const same = 'notModified' in answer ? importsTheSame : readsTheSame
  if (!same(read, source)) return last ? failedRun(explain('changed_meanwhile'), now) : 'read again'
  if ('failure' in answer) {
    const reason = await saveFailure(tx, source, answer.failure, undefined, now)
    const failed = failedRun(answer.failure.error, now)
    return reason
      ? { ...failed, entries: [...failed.entries, entry('error', explain('switched_off'), now)] }
      : failed
  }
  if ('notModified' in answer) {
    await saveSuccess(tx, source, 'succeeded', undefined, now)
    const entries = [entry('info', explain('not_modified'), now)]
    return { status: 'succeeded', counts: NO_COUNTS, error: null, entries, items: [] }
  }
  return await importReading(tx, attempt, source, answer, now)
}

/** Longer than usual: indexing five hundred texts of twenty thousand letters takes long, and others may hold locks. */
const LONGEST_STATEMENT_MS = 60_000
const LONGEST_WAIT_MS = 30_000

async function importReading(
  tx: Tx,
  attempt: Attempt,
  source: Locked,
  { reading, key }: { readonly reading: Reading; readonly key: string | null },
  now: Date,
): Promise<RunResult> {
  const slowTx = await tx.withTimeout(LONGEST_STATEMENT_MS)
  await slowTx.run(sql`select set_config('lock_timeout', ${`${LONGEST_WAIT_MS}`}, true)`)
  // One at a time: when two sources bring the same thing at the same moment, the second sees what the first created.
  await slowTx.run(sql`select pg_advisory_xact_lock(hashtext('parvis.imports.take'))`)
  const importing = await loadImportingSource(slowTx, source)
  const outcomes = await importItems(
    slowTx,
    importing,
    reading,
    await loadUsualTypes(slowTx),
    now,
    attempt.id,
  )
  const vanished = await noteVanished(slowTx, source, reading, now, attempt.id)
  const counts = countsOf(outcomes)
  const { status, error } = endingOf(counts, vanished.fault)
  // When the outcome could differ next time although the source does not change, the validators are not kept.
  const settled =
    !vanished.isOpen &&
    outcomes.every(
      one =>
        one.action !== 'failed' &&
        !one.filesLater &&
        !(one.action === 'skipped' && /commune$/.test(one.reason)),
    )
  const remembered = {
    etag: settled ? storable(reading.etag) : null,
    last_modified: settled ? storable(reading.last_modified) : null,
    read_kind: reading.kind,
  }
  if (status === 'failed' && error) await saveFailure(tx, source, failure(error), remembered, now)
  else await saveSuccess(tx, source, status === 'failed' ? 'partial' : status, remembered, now)
  const redact = keyRedactor(key)
  const entries = entriesOf([...reading.notes, ...vanished.notes], outcomes, now, redact)
  return { status, counts, error, entries, items: storedItems(outcomes, redact) }
}

/** Validators that are too long, or that no header can hold, are not kept. */
const storable = (validator: string | null) =>
  validator !== null && validator.length <= 1000 && /^[\t\x20-\x7e\x80-\xff]+$/.test(validator)
    ? validator
    : null

const entry = (level: StoredEntry['level'], what: ImportExplanation, now: Date): StoredEntry => ({
  at: now.toISOString(),
  level,
  ...what,
  item: null,
})

const failedRun = (error: ImportExplanation, now: Date): RunResult => ({
  status: 'failed',
  counts: NO_COUNTS,
  error,
  entries: [entry('error', error, now)],
  items: [],
})

////////////////////////////////////////////////////////////////////////////// what it means for the source

const saveSuccess = (
  tx: Tx,
  { id, schedule, enabled, consecutive_failures }: Locked,
  status: 'succeeded' | 'partial',
  remembered: SourceOutcome['remembered'],
  now: Date,
) =>
  saveSourceOutcome(tx, id, {
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
  remembered: SourceOutcome['remembered'],
  now: Date,
): Promise<ImportExplanation | null> {
  const failures = consecutive_failures + 1
  const why = gone
    ? explain('gone', { status: 410 })
    : failures >= MOST_FAILURES
      ? explain('failed_repeatedly', { times: failures, ...because(error) })
      : null
  const disabled_reason = enabled ? why : null
  const off = !enabled || disabled_reason !== null
  await saveSourceOutcome(tx, id, {
    status: 'failed',
    consecutive_failures: failures,
    disabled_reason,
    next_try_at: off ? null : nextAfterFailure(schedule, id, failures, retryAfter, now),
    remembered,
  })
  return disabled_reason
}
