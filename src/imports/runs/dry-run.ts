import { found, Problem } from '../../kernel/errors.ts'
import { sourceExists } from '../queries.ts'
import { say } from '../said.ts'
import { failed, look, type Means, takePlace } from './look.ts'
import { endRun, insertRun, sourceToRead } from './queries.ts'
import type { KeptItem } from './shapes.ts'
import { findRun, type KeptRun } from './shown.ts'

/** Shows what a run would do, within the request. It stores the run itself in the history, and nothing else. */

export interface Shown {
  readonly run: KeptRun
  readonly items: readonly KeptItem[]
}

export const dryRun = (means: Means, sourceId: string): Promise<Shown> =>
  takePlace(async () => {
    const { pool } = means.db
    const begun = await insertRun(pool, sourceId, { trigger: 'manual', dry_run: true })
    if (!begun) throw new Problem((await sourceExists(pool, sourceId)) ? 'run_in_progress' : 'not_found')
    let ending = failed(say('interrupted'))
    let items: readonly KeptItem[] = []
    try {
      ;({ ending, items } = await look(means, found(await sourceToRead(pool, sourceId))))
    } finally {
      // Also when it breaks: else the source would count as busy until `endLostRuns`.
      await endRun(pool, begun.id, ending)
    }
    return { run: found(await findRun(pool, begun.id)), items }
  })
