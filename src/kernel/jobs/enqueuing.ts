import type { PgBoss } from 'pg-boss'
import { raw, type Sql, sql } from '../db/db.ts'
import { problemFrom } from '../db-errors.ts'
import { tracer } from '../tracing/active.ts'

/**
 * SQL that enqueues a job for each row of `source`, whose column `data` is the job's data. Used in a larger statement, so that
 * rows and jobs need no transaction: `with … , job as (${await enqueuing('name', sql`select … as data from …`)}) …`.
 */
export type Enqueuing = (name: string, source: Sql) => Promise<Sql>

/** The parameter of pg-boss's statement that holds the jobs. */
const GIVEN = '$1::text::json'

interface Insertion {
  readonly before: string
  readonly behind: string
  /** A job of this queue as JSON, without its data. */
  readonly job: string
}

/** Takes the statement of the installed pg-boss and replaces its parameter by a subquery. */
export function enqueuingThrough(boss: Pick<PgBoss, 'send'>): Enqueuing {
  const insertions = new Map<string, Promise<Insertion>>()
  return async (name, source) => {
    const known = insertions.get(name) ?? insertionOf(boss, name)
    insertions.set(name, known)
    const { before, behind, job } = await known.catch(error => {
      // pg-boss reads the queue's settings at the first use: retried at the next use if the database is away.
      insertions.delete(name)
      throw problemFrom(error)
    })
    const carried = tracer?.carried
    const data = carried ? sql`source.data || ${JSON.stringify(carried)}::jsonb` : sql`source.data`
    return sql`${raw(before)}(select json_agg(${job}::jsonb || jsonb_build_object('data', ${data}))
      from (${source}) source)${raw(behind)}`
  }
}

async function insertionOf(boss: Pick<PgBoss, 'send'>, name: string): Promise<Insertion> {
  let [text, jobs] = ['', '']
  // Records the statement instead of sending it.
  const executeSql = async (statement: string, values: unknown[] = []) => {
    text = statement
    jobs = String(values[0])
    return { rows: [{ id: null }] }
  }
  await boss.send(name, {}, { db: { executeSql } })
  const [before, behind, ...more] = text.split(GIVEN)
  const job: unknown = JSON.parse(jobs)[0]
  if (!before || !behind || more.length > 0 || /\$\d/.test(before + behind) || typeof job !== 'object')
    throw new Error('This version of pg-boss enqueues in another way than kernel/jobs/enqueuing.ts knows.')
  return { before, behind, job: JSON.stringify(job) }
}
