import { type Db, sql } from '../../kernel/db/db.ts'

/** What became of each item is known for good; how it came to be, for three months. */
export const forgetOldRuns = (db: Db) =>
  db.run(sql`
    delete from import_runs
    where created_at < now() - interval '90 days' and status not in ('queued', 'running')`)
