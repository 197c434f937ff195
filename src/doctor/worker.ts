import { absenceOf, backlogOf, isWorked, spell } from '../health/backlog.ts'
import { anybodyThere } from '../health/nodes.ts'
import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/db/database.ts'
import { sql } from '../kernel/db/db.ts'
import { count, type Finding, note, ok, wrong } from './finding.ts'

/** Mails and jobs that no worker takes are an error nowhere else. */
export async function worker(db: Database, { databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<Finding> {
  const backlog = await backlogOf(db).catch(() => undefined)
  if (!backlog) return note('worker', 'cannot be looked for yet: the database is not up to date')
  if (!isWorked(backlog)) {
    const says = absenceOf(backlog)
    return databaseUrl || (await anybodyThere(db))
      ? wrong(
          'worker',
          `${says}; start a node with PROCESS=worker or all, restart one that runs and is stuck`,
        )
      : note('worker', `${says}; the service does not run`)
  }
  const failed = await count(db, sql`select count(*) as n from pgboss.job where state = 'failed'`)
  const seen = `seen ${spell(backlog.worker_age ?? 0)} ago`
  return failed > 0 ? note('worker', `${seen}; ${failed} jobs have failed for good`) : ok('worker', seen)
}
