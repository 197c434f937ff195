import { anybodyThere } from '../../foundation/nodes.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { absenceOf, backlogOf, isWorked, spell, waitingJobsOf as waiting } from '../health/backlog.ts'
import { countFailedJobs } from '../health/failed-queries.ts'
import { explain } from './explanations.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

const LONG_SECONDS = 600

/** A missing worker shows nowhere else: mails and jobs just wait. */
export async function worker(db: Database, { databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<Finding> {
  const backlog = await backlogOf(db).catch(() => undefined)
  if (!backlog)
    return note('worker', 'cannot be checked: the database is not up to date', explain('worker_unknown'))
  if (!isWorked(backlog)) {
    const says = absenceOf(backlog)
    const explanation = explain('no_worker', { mails: backlog.mails, jobs: backlog.jobs })
    return databaseUrl || (await anybodyThere(db))
      ? wrong(
          'worker',
          `${says}; start a node with PROCESS=worker or all, restart one that runs and is stuck`,
          explanation,
        )
      : note('worker', `${says}; the service does not run`, explanation)
  }
  const failed = await countFailedJobs(db.pool).catch(() => 0)
  const seen = `seen ${spell(backlog.worker_age ?? 0)} ago`
  // Same condition as the alert: a worker runs but does not keep up.
  if ((backlog.oldest_job ?? 0) > LONG_SECONDS)
    return note('worker', `${seen}; ${waiting(backlog)}`, explain('worker_behind', { n: backlog.jobs }))
  return failed > 0
    ? note(
        'worker',
        `${seen}; ${failed} jobs have failed for good`,
        explain('worker_with_failures', { n: failed }),
      )
    : ok('worker', seen, explain('worker'))
}
