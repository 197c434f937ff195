import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { Problem } from '../../../kernel/refusals/errors.ts'
import { describeError } from '../../../kernel/telemetry/log.ts'
import { RightLost } from '../../../people/access/rights.ts'
import { explain } from '../explanations.ts'
import { importFigures } from '../metrics.ts'
import { askSource, failure } from './ask-source.ts'
import { endAttempt } from './end-run.ts'
import { beginAttempt, noteRead, sourceToRead } from './queries.ts'

/**
 * One run, by the worker: asks the source, then does everything that follows from the answer in one transaction. The
 * states of `import_runs.status`:
 *
 *   (none) → queued:     insertRun, with its job: asked for, or due
 *   (none) → running:    insertRun, a dry run: within its request, without a job
 *   queued → running:    beginAttempt, by a job: turn + 1
 *   running → running:   beginAttempt, by another job: turn + 1; or by the same one, to read a source that was changed
 *   running → succeeded: endRun, all items were taken or there was nothing new
 *   running → partial:   endRun, some items were not
 *   running → failed:    endRun, it could not be read or written
 *   queued → failed:     endLostRuns, no job has it any more
 *   running → failed:    endLostRuns, no job has it any more, or a dry run is two minutes old
 *
 * A source has one queued or running run at most (`import_runs_one_at_a_time`). Lease: the job in the queue, as long as its
 * worker sends heartbeats. Fence: the column `turn` (`attempt.fence`), compared under a lock before anything is written.
 * Crash: nothing has been written; the queue gives the job to another worker. Retry: the queue's, when the database is
 * unavailable; any other error ends the run, and the source is read again at its next time. End: ten failures in a row
 * switch the source off.
 */

export const RUN = 'imports.run'

/** When the source is changed while it is read, it is read again, this often at most. */
const MOST_READINGS = 3

export async function runImport(
  { run }: { run: string },
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, enqueue } = context
  const figures = importFigures(context.metrics)
  const began = performance.now()
  for (let readings = 1; ; readings++) {
    const attempt = await beginAttempt(db.pool, run)
    const source = attempt && (await sourceToRead(db.pool, attempt.source_id))
    if (!attempt || !source) return
    const now = new Date()
    const answer = await askSource(context, source, now, { whole: false, signal })
    if ('reading' in answer) await noteRead(db.pool, attempt, answer.reading.items.length)
    const attempted = { attempt, source, now, last: readings === MOST_READINGS, enqueue }
    const ended = await db
      .transaction(tx => endAttempt(tx, { ...attempted, answer }))
      .catch(error => {
        // The database is away: the queue retries the job. Any other error would happen again, so it ends the run.
        if (error instanceof Problem && error.code === 'unavailable') throw error
        if (error instanceof RightLost)
          return db.transaction(tx => endAttempt(tx, { ...attempted, answer, rightLost: true }))
        log.error({ run, source: source.id, error: describeError(error) }, 'an import could not be written')
        const broken = { key: null, failure: failure(explain('writing_broke')) }
        return db.transaction(tx => endAttempt(tx, { ...attempted, answer: broken, last: true }))
      })
    if (ended === 'read again') continue
    if (ended) {
      figures.runs(ended.status)
      figures.took(source.kind, (performance.now() - began) / 1_000)
      log.info({ run, source: source.id, ...ended }, 'import run')
    }
    return
  }
}
