import { raw, sql, type Tx } from '../db/db.ts'
import { KERNEL_KEEPS, olderThan } from '../retention.ts'
import { SCHEMA } from './jobs.ts'

/** Jobs that are done or have failed for good, and those that nobody did. The queue itself deletes none (`install.ts`). */
export const deleteOldJobs = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from ${raw(SCHEMA)}.job where ${olderThan(KERNEL_KEEPS.jobs, sql`completed_on`)}
      or (state in ('created', 'retry') and ${olderThan(KERNEL_KEEPS.waitingJobs, sql`start_after`)})`)
