import { atMost } from '../../kernel/crowds/concurrency.ts'
import type { PrepareContext } from '../../kernel/routes/action.ts'
import type { LockedSource } from '../queries.ts'
import type { Reading } from '../reading/item.ts'
import { type Said, say } from '../said.ts'
import { plan } from '../taking/plan.ts'
import { takerOf, usualTypes } from '../taking/plan-queries.ts'
import { ask } from './ask-source.ts'
import { type Ending, NOTHING, type Remembered } from './queries.ts'
import { concealing, countsOf, entriesOf, itemOf, judged, keptOf } from './run-log.ts'
import type { KeptItem } from './shapes.ts'

/** What a run would do, without doing it. */

export type Means = Pick<
  PrepareContext<undefined, undefined, undefined>,
  'db' | 'door' | 'secrets' | 'log' | 'now'
>
export interface Look {
  readonly ending: Ending
  readonly items: readonly KeptItem[]
  readonly reading: Reading | undefined
}

/** On one node: each may hold an answer of 10 MiB, and waits for another server. */
const AT_ONCE = 4
const WAITING = 12
export const takePlace = atMost(AT_ONCE, WAITING)
/** The longest time of a dry run, however many pages a source has. */
const LONGEST_MS = 30_000

export const failed = (error: Said): Ending => ({
  status: 'failed',
  counts: NOTHING,
  error,
  entries: [],
  items: [],
})

export async function look(means: Means, source: LockedSource & Remembered): Promise<Look> {
  const { db, now } = means
  const signal = AbortSignal.timeout(LONGEST_MS)
  const answer = await ask(means, source, now, { whole: true, signal }).catch(error => {
    if (signal.aborted) return { key: null, failure: { error: say('timeout') } }
    throw error
  })
  const nothing = { items: [], reading: undefined }
  if ('failure' in answer) {
    const { error } = answer.failure
    const entries = [{ at: now.toISOString(), level: 'error', ...error, item: null }] as const
    return { ending: { ...failed(error), entries }, ...nothing }
  }
  // The request was not conditional, so "not modified" is a fault of the server.
  if ('notModified' in answer) return { ending: failed(say('bad_status', { status: 304 })), ...nothing }
  const { reading, key } = answer
  const planned = await db.transaction(async tx =>
    plan(tx, await takerOf(tx, source), reading, await usualTypes(tx), now),
  )
  const conceal = concealing(key)
  const counts = countsOf(planned)
  const entries = entriesOf(reading.notes, planned, now, conceal)
  return {
    ending: { ...judged(counts), counts, entries, items: keptOf(planned, conceal) },
    items: planned.map(one => itemOf(one, conceal)),
    reading,
  }
}
