import { isId } from '../../../shared/shapes.ts'
import { countRows, type Db, raw, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { SCHEMA } from '../../kernel/jobs/jobs.ts'
import { type IndexOrder, readPage, timestampPart } from '../../kernel/lists/orders.ts'
import { type PageQuery, pageOf } from '../../kernel/lists/paging.ts'
import { shortened, storableLine } from '../../kernel/texts/texts.ts'

/** Jobs whose retries are used up. They are deleted a week later (`kernel/jobs/delete-old-jobs.ts`). */

const JOB = raw(`${SCHEMA}.job`)
const isScheduled = sql`exists (select from ${raw(SCHEMA)}.schedule s where s.name = j.name)`
/** A scheduled job that has succeeded since needs no attention. */
const waits = sql`j.state = 'failed' and not (${isScheduled} and exists (
  select from ${JOB} later
  where later.name = j.name and later.state = 'completed' and later.completed_on > j.completed_on))`

export interface FailedJob {
  readonly id: string
  readonly name: string
  readonly tries: number
  readonly scheduled: boolean
  readonly created_at: string
  readonly failed_at: string
  readonly why: Why
  /** The error message, where it cannot contain user data. */
  readonly error: string | null
}
type Row = Omit<FailedJob, 'why' | 'error'> & { readonly output: unknown; readonly failed_key: string }

const LAST_FAILED_FIRST: IndexOrder<{ readonly id: string; readonly failed_key: string }> = {
  by: sql`j.completed_on desc, j.id desc`,
  rowsAfter: ([failed, id]) => sql`(j.completed_on, j.id) < (${failed}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
  keyOf: ({ failed_key, id }) => [failed_key, id],
}

const COLUMNS = sql`
  j.id, j.name, j.retry_count + 1 as tries, ${isScheduled} as scheduled, j.created_on as created_at,
  j.completed_on as failed_at, j.output, j.completed_on::text as failed_key`

export const pageOfFailedJobs = <Item>(db: Db, query: PageQuery, shown: (job: FailedJob) => Item) =>
  readPage(
    db,
    pageOf(query, LAST_FAILED_FIRST),
    { columns: COLUMNS, from: sql`${JOB} j`, conditions: [waits] },
    ({ output, failed_key: _, ...job }: Row) => shown({ ...job, ...errorIn(output) }),
  )

export const countFailedJobs = (db: Db): Promise<number> => countRows(db, sql`${JOB} j where ${waits}`)

export const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const
export interface JobNow {
  readonly id: string
  readonly name: string
  readonly state: (typeof JOB_STATES)[number]
}

export const findJob = (db: Db, id: string) =>
  db.one<JobNow>(sql`select j.id, j.name, j.state from ${JOB} j where j.id = ${id}`)

/**
 * Due at once, for one more try. The second of two simultaneous requests waits here and finds that the job has not
 * failed.
 */
export const tryJobAgain = (tx: Tx, id: string) =>
  tx.one<JobNow>(sql`
    update ${JOB} j set state = 'retry', retry_limit = j.retry_count + 1, start_after = now(), completed_on = null
    where ${one(id)} returning j.id, j.name, j.state`)

export const throwJobAway = (tx: Tx, id: string) =>
  tx.one<JobNow>(sql`delete from ${JOB} j where ${one(id)} returning j.id, j.name, j.state`)

const one = (id: string): Sql => sql`j.id = ${id} and j.state = 'failed'`

////////////////////////////////////////////////////////////////////////////// what went wrong

export const WHYS = ['too_long', 'worker_gone', 'database_away', 'database', 'own'] as const
export type Why = (typeof WHYS)[number]

const LONGEST = 200
const ADDRESS = /[^\s<>"'(),;:]{1,64}@[^\s<>"'(),;]+/g
const NUMBER = /\+?\d(?:[ .-]?\d){8,}/g
const PATH = /(?:\/[\w.@~-]+){2,}/g

/**
 * The queue stores the whole error. A database message may quote user input, so only its SQLSTATE is shown; from our
 * own messages, addresses, telephone numbers and paths are removed.
 */
function errorIn(output: unknown): { why: Why; error: string | null } {
  const { value, ...own } = (output ?? {}) as { value?: { message?: unknown } } & Record<string, unknown>
  const message = String(own.message ?? value?.message ?? '')
  if (message === 'job timed out') return { why: 'too_long', error: null }
  if (message === 'job heartbeat timeout') return { why: 'worker_gone', error: null }
  if (typeof own.code === 'string' && 'severity' in own)
    return { why: /^(08|53|57)/.test(own.code) ? 'database_away' : 'database', error: `SQLSTATE ${own.code}` }
  if (/^(ECONN|EPIPE|ETIMEDOUT)/.test(String(own.code)))
    return { why: 'database_away', error: String(own.code) }
  const clean = storableLine(message).replaceAll(ADDRESS, '…').replaceAll(PATH, '…').replaceAll(NUMBER, '…')
  return { why: 'own', error: clean === '' ? null : shortened(clean, LONGEST) }
}
