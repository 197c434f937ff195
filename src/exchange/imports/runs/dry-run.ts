import { semaphore } from '../../../kernel/concurrency/semaphore.ts'
import { found, Problem } from '../../../kernel/refusals/errors.ts'
import type { PrepareContext } from '../../../kernel/routes/action.ts'
import { explain, type ImportExplanation } from '../explanations.ts'
import { plan } from '../items/plan.ts'
import { loadImportingSource, loadUsualTypes } from '../items/plan-queries.ts'
import { type LockedSource, sourceExists } from '../queries.ts'
import type { Reading, SeenColumns } from '../reading/item.ts'
import { findRun, type StoredRun } from '../run-history.ts'
import type { StoredItem } from '../run-shapes.ts'
import { askSource, failure } from './ask-source.ts'
import { endRun, insertRun, NO_COUNTS, type RunResult, sourceToRead, type Validators } from './queries.ts'
import { countsOf, endingOf, entriesOf, keyRedactor, storedItem, storedItems } from './run-log.ts'

/** Shows what a run would do, within the request. A dry run stores its own row in the history, and nothing else. */

type Services = Pick<
  PrepareContext<undefined, undefined, undefined>,
  'config' | 'db' | 'door' | 'secrets' | 'log' | 'now'
>

/** On one node: each may hold an answer of 10 MiB, and waits for another server. */
const AT_ONCE = 4
const WAITING = 12
export const inDryRunSlot = semaphore(AT_ONCE, WAITING)
/** The longest time of a dry run, however many pages a source has. */
const LONGEST_MS = 30_000

export interface DryRun {
  readonly run: StoredRun
  readonly items: readonly StoredItem[]
  readonly columns: SeenColumns | null
}

export const dryRun = (services: Services, sourceId: string): Promise<DryRun> =>
  inDryRunSlot(async () => {
    const { pool } = services.db
    const begun = await insertRun(pool, sourceId, { trigger: 'manual', dry_run: true })
    if (!begun) throw new Problem((await sourceExists(pool, sourceId)) ? 'run_in_progress' : 'not_found')
    let result = failed(explain('interrupted'))
    let items: readonly StoredItem[] = []
    let columns: SeenColumns | null = null
    try {
      ;({ result, items, columns } = await simulateRun(services, found(await sourceToRead(pool, sourceId))))
    } finally {
      // Also when it breaks: else the source would count as busy until `endLostRuns`.
      await endRun(pool, begun.id, result)
    }
    return { run: found(await findRun(pool, begun.id)), items, columns }
  })

interface SimulatedRun {
  readonly result: RunResult
  readonly items: readonly StoredItem[]
  readonly reading: Reading | undefined
  readonly columns: SeenColumns | null
}

const failed = (error: ImportExplanation): RunResult => ({
  status: 'failed',
  counts: NO_COUNTS,
  error,
  entries: [],
  items: [],
})

/** Reads the source and plans its items, and writes nothing. */
export async function simulateRun(
  services: Services,
  source: LockedSource & Validators,
): Promise<SimulatedRun> {
  const { db, now } = services
  const signal = AbortSignal.timeout(LONGEST_MS)
  const answer = await askSource(services, source, now, { whole: true, signal }).catch(error => {
    if (signal.aborted) return { key: null, failure: failure(explain('timeout')) }
    throw error
  })
  const nothing = { items: [], reading: undefined, columns: null }
  if ('failure' in answer) {
    const { error, columns = null } = answer.failure
    const entries = [{ at: now.toISOString(), level: 'error', ...error, item: null }] as const
    return { result: { ...failed(error), entries }, ...nothing, columns }
  }
  // The request was not conditional, so "not modified" is a fault of the server.
  if ('notModified' in answer) return { result: failed(explain('bad_status', { status: 304 })), ...nothing }
  const { key } = answer
  const reading = tellingOfNothing(answer.reading)
  const planned = await db.transaction(async tx =>
    plan(tx, await loadImportingSource(tx, source), reading, await loadUsualTypes(tx), now),
  )
  const redact = keyRedactor(key)
  const counts = countsOf(planned)
  const entries = entriesOf(reading.notes, planned, now, redact)
  return {
    result: { ...endingOf(counts), counts, entries, items: storedItems(planned, redact) },
    items: planned.map(one => storedItem(one, redact)),
    reading,
    columns: reading.columns ?? null,
  }
}

/** A user who tries a source must see that it is empty; an hourly run logs no line for that. */
const tellingOfNothing = (reading: Reading): Reading =>
  reading.items.length > 0
    ? reading
    : { ...reading, notes: [...reading.notes, { level: 'warning', ...explain('no_items'), item: null }] }
