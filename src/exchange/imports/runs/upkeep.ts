import { retention } from '../../../foundation/retention.ts'
import { type Db, sql } from '../../../kernel/db/db.ts'
import { olderThan } from '../../../kernel/records/retention.ts'

/** Deletes old runs and their logs; `import_items` keeps which publication each item became. */
export const forgetOldRuns = (db: Db) =>
  db.run(sql`
    delete from import_runs
    where ${olderThan(retention.importRuns.kept, sql`created_at`)} and status not in ('queued', 'running')`)
