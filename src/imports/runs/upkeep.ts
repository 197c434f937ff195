import { type Db, sql } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/retention.ts'
import { retention } from '../../retention.ts'

/** What each item became stays (import_items); the runs and their logs go. */
export const forgetOldRuns = (db: Db) =>
  db.run(sql`
    delete from import_runs
    where ${olderThan(retention.importRuns.kept, sql`created_at`)} and status not in ('queued', 'running')`)
