import { raw, sql, type Tx } from '../db/db.ts'
import { KERNEL_KEEPS, olderThan } from '../records/retention.ts'
import { SCHEMA } from './jobs.ts'

/** Deletes finished and failed jobs, and jobs that were never started. pg-boss itself deletes none (`install.ts`). */
export const deleteOldJobs = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from ${raw(SCHEMA)}.job where ${olderThan(KERNEL_KEEPS.jobs, sql`completed_on`)}
      or (state in ('created', 'retry') and ${olderThan(KERNEL_KEEPS.waitingJobs, sql`start_after`)})`)
