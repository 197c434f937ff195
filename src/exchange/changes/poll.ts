import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Jobs } from '../../kernel/jobs/jobs.ts'
import { numberChanges } from './number.ts'

/** How old a change is, usually, when it gets its number. The job of each minute would be slower, and a job for each write dearer. */
const POLL_MS = 250

/** Numbers changes soon after their commit, in each worker. An outage is reported by the job, which does the same. */
export function pollChanges(
  db: Database,
  { enqueue }: Pick<Jobs, 'enqueue'>,
  readers: readonly string[],
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const polling = (async () => {
    while (!signal.aborted) {
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
      const due = await db.pool
        .one(sql`select from changes_waiting where due_at <= now() limit 1`)
        .catch(() => undefined)
      if (due && !signal.aborted) await numberChanges(db, { signal, enqueue, readers }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await polling
    },
  }
}
