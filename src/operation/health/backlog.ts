import { GONE_SECONDS } from '../../foundation/nodes.ts'
import type { Database } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import { waitingJobs } from '../../kernel/jobs/jobs.ts'

/** Whether a worker runs, and what waits for one. Ages in seconds; null where nothing waits. */
export interface Backlog {
  readonly worker_age: number | null
  readonly jobs: number
  readonly oldest_job: number | null
  readonly mails: number
  readonly oldest_mail: number | null
}

/** A few index scans: both queues contain only unfinished work. */
export async function backlogOf(db: Database): Promise<Backlog> {
  const row = await db.pool.one<Backlog>(sql`
    select (select extract(epoch from now() - max(worked_at))::float8 from nodes) as worker_age,
           job.n as jobs, job.age as oldest_job, mail.n as mails, mail.age as oldest_mail
    from (select count(*) as n, extract(epoch from now() - min(due))::float8 as age from (${waitingJobs}) w) job,
         (select count(*) as n, extract(epoch from now() - min(created_at))::float8 as age
          from mails where status = 'queued') mail`)
  if (!row) throw new Error('The query returned no row.')
  return row
}

export const isWorked = ({ worker_age }: Pick<Backlog, 'worker_age'>) =>
  worker_age !== null && worker_age <= GONE_SECONDS

/** `no node has worked for 6 min: 3 mails wait, the oldest for 6 min; 12 jobs wait, the oldest for 5 min` */
export function absenceOf({ worker_age, mails, oldest_mail, jobs, oldest_job }: Backlog): string {
  const since = worker_age === null ? 'no worker has ever been seen' : `no worker for ${spell(worker_age)}`
  return `${since}: ${waiting(mails, 'mail', oldest_mail)}; ${waiting(jobs, 'job', oldest_job)}`
}

export const waitingJobsOf = ({ jobs, oldest_job }: Backlog) => waiting(jobs, 'job', oldest_job)

function waiting(n: number, what: string, oldest: number | null): string {
  if (n === 0) return `no ${what} waits`
  return `${n === 1 ? `1 ${what} waits` : `${n} ${what}s wait`}, the oldest for ${spell(oldest ?? 0)}`
}

/** `45 s`, `6 min`, `3 h`, `2 d`. */
export function spell(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
