import { atMost } from '../../kernel/crowds/concurrency.ts'
import { found, Problem } from '../../kernel/errors.ts'
import type { PrepareContext } from '../../kernel/routes/action.ts'
import { sourceExists } from '../queries.ts'
import type { ImportRun, RunItem } from '../shapes.ts'
import { plan } from '../taking/plan.ts'
import { takerOf, usualTypes } from '../taking/plan-queries.ts'
import { ask } from './ask-source.ts'
import { type Ending, endRun, findRun, insertRun, NOTHING, sourceToRead } from './queries.ts'
import { concealing, countsOf, entriesOf, itemOf, judged } from './run-log.ts'

/** Shows what a run would do, within the request. It stores the run itself in the history, and nothing else. */

type Means = Pick<PrepareContext<undefined, undefined, undefined>, 'db' | 'door' | 'secrets' | 'log' | 'now'>
export type Shown = ImportRun & { items: RunItem[] }

/** On one node: each may hold an answer of 10 MiB, and waits for another server. */
const AT_ONCE = 4
const WAITING = 12
const takePlace = atMost(AT_ONCE, WAITING)
/** The longest time of a dry run, however many pages a source has. */
const LONGEST_MS = 30_000

export const dryRun = (means: Means, sourceId: string): Promise<Shown> =>
  takePlace(async () => {
    const { db } = means
    const begun = await insertRun(db.pool, sourceId, { trigger: 'manual', dry_run: true })
    if (!begun) throw new Problem((await sourceExists(db.pool, sourceId)) ? 'run_in_progress' : 'not_found')
    let ending = interrupted
    let items: RunItem[] = []
    try {
      ;({ ending, items } = await look(means, sourceId))
    } finally {
      // Also after an error: else the source would count as busy until `endLostRuns`.
      await endRun(db.pool, begun.id, ending)
    }
    return { ...found(await findRun(db.pool, begun.id)), items }
  })

const failed = (error: string): Ending => ({ status: 'failed', counts: NOTHING, error, entries: [] })
const interrupted = failed('It was interrupted.')

async function look(means: Means, sourceId: string): Promise<{ ending: Ending; items: RunItem[] }> {
  const { db, now } = means
  const source = found(await sourceToRead(db.pool, sourceId))
  const signal = AbortSignal.timeout(LONGEST_MS)
  const answer = await ask(means, source, now, { whole: true, signal }).catch(error => {
    if (signal.aborted) return { key: null, failure: { error: 'The answer did not arrive in time.' } }
    throw error
  })
  if ('failure' in answer) {
    const { error } = answer.failure
    const entries = [{ at: now.toISOString(), level: 'error', message: error, item: null }] as const
    return { ending: { ...failed(error), entries }, items: [] }
  }
  // The request was not conditional, so "not modified" is an error of the server.
  if ('notModified' in answer)
    return { ending: failed('The server answered with an error (304).'), items: [] }
  const { reading, key } = answer
  const planned = await db.transaction(async tx =>
    plan(tx, await takerOf(tx, source), reading, await usualTypes(tx), now),
  )
  const conceal = concealing(key)
  const counts = countsOf(planned)
  return {
    ending: { ...judged(counts), counts, entries: entriesOf(reading.notes, planned, now, conceal) },
    items: planned.map(one => itemOf(one, conceal)),
  }
}
