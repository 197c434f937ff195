import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Jobs } from '../../kernel/jobs/jobs.ts'
import { isDeskWaiting, numberDeskChanges } from '../../people/live/number.ts'
import { type Numbering, numberChanges } from './number.ts'

/** How old a change is, usually, when it gets its number. The job of each minute would be slower, and a job for each write dearer. */
const POLL_MS = 250

/** Numbers public changes, and those of the desks, soon after their commit, in each worker. An outage is reported by the job, which does the same. */
export function pollChanges(
  db: Database,
  { enqueue }: Pick<Jobs, 'enqueue'>,
  how: Pick<Numbering, 'readers' | 'config'>,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const polling = (async () => {
    while (!signal.aborted) {
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
      const due = await db.pool
        .one<{ changes: boolean; desk: boolean }>(
          sql`select exists (select from changes_waiting where due_at <= now()) as changes, ${isDeskWaiting} as desk`,
        )
        .catch(() => undefined)
      if (due?.desk && !signal.aborted) await db.transaction(numberDeskChanges).catch(() => {})
      if (due?.changes && !signal.aborted)
        await numberChanges(db, { signal, enqueue, ...how }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await polling
    },
  }
}
