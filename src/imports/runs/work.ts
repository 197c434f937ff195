import { Problem } from '../../kernel/errors.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { describeError } from '../../kernel/log.ts'
import { ask, failure } from '../reading/ask-source.ts'
import { conclude } from './conclude.ts'
import { sourceToRead, takeTurn } from './queries.ts'

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
    const ended = await db
      .transaction(tx => conclude(tx, turn, source, answer, now, last))
      .catch(error => {
        // Tried again by whoever takes the job next. Anything else would happen again: it is the run's end.
        if (error instanceof Problem && error.code === 'unavailable') throw error
        log.error({ run, source: source.id, error: describeError(error) }, 'an import could not be written')
        const broken = { key: null, failure: failure('It could not be written: an internal error.') }
        return db.transaction(tx => conclude(tx, turn, source, broken, now, true))
      })
    if (ended === 'read again') continue
    if (ended) log.info({ run, source: source.id, ...ended }, 'import run')
    return
  }
}
