import { join, raw, type Sql, sql } from '../db/db.ts'
import type { KeyPart, Page, WholeKey } from './paging.ts'

/**
 * A list whose order no single index has (the featured first, the undated last) is a few runs, one behind the other.
 * Each is walked along its own index and stops after as many rows as the page can need; put together they are one
 * list with one cursor.
 */
export interface Run {
  readonly where?: Sql
  /** Ends in something unique. */
  readonly order: Sql
  /** What it is ordered by, as text, with all its digits. */
  readonly key: readonly Sql[]
  /** Strictly behind a row with this key. */
  readonly behind: (key: readonly string[]) => Sql
  readonly checks: readonly KeyPart[]
}

/** A cursor says which run it stands in, and where there. */
export type RunKey = readonly [run: string, ...key: string[]]

/** A cursor of these runs stands in one of them, with a key of that one. */
export const cursorOf =
  (runs: readonly Run[]): WholeKey =>
  ([number = '', ...key]) => {
    const run = /^\d$/.test(number) ? runs[Number(number)] : undefined
    return (
      run !== undefined &&
      key.length === run.checks.length &&
      run.checks.every((check, at) => check(key[at] ?? ''))
    )
  }

/**
 * The ids of one page as `run, place, id, key`, one row more than shown. `walk` says where a run's rows come from:
 * everything behind `select`, up to its limit.
 */
export function pick<R extends Run>(
  runs: readonly R[],
  page: Page<RunKey>,
  walk: (step: Step<R>) => Sql,
): Sql {
  const enough = page.offset + page.perPage + 1
  const [startRun = '0', ...key] = page.after ?? []
  const start = Number(startRun)
  const parts = runs.slice(start).map((run, at) => {
    // Once a run has filled the page, the next one is not even begun: it might look long for what it does not have.
    const needed = at === 0 ? [] : [sql`(select count(*) from ${raw(`run_${start + at - 1}`)}) < ${enough}`]
    const behind = page.after && at === 0 ? [run.behind(key)] : []
    const conditions = [...needed, ...(run.where ? [run.where] : []), ...behind]
    return walk({ run, number: start + at, conditions, enough, skipped: at === 0 ? page.offset : 0 })
  })
  const [only, ...others] = parts
  if (only && others.length === 0)
    return sql`select * from (${only}) as runs order by run, place limit ${page.perPage + 1} offset ${page.offset}`
  const names = parts.map((_, at) => `run_${start + at}`)
  const defined = parts.map((part, at) => sql`${raw(names[at] ?? '')} as materialized (${part})`)
  return sql`
    with ${join(defined)}
    select * from (${raw(names.map(name => `select * from ${name}`).join(' union all '))}) as runs
    order by run, place limit ${page.perPage + 1} offset ${page.offset}`
}

export interface Step<R extends Run = Run> {
  readonly run: R
  readonly number: number
  readonly conditions: readonly Sql[]
  readonly enough: number
  /** Rows of this run that no page shows: they need no cursor (of 10 000, writing them out takes 8 ms). */
  readonly skipped: number
}

/** The columns that `pick` reads, for a walk over `p`. */
export const stepColumns = ({ run, number, skipped }: Step): Sql => {
  const place = sql`row_number() over (order by ${run.order})`
  const key = sql`array[${join([...run.key])}]`
  return sql`${number}::int as run, ${place} as place, p.id,
    ${skipped === 0 ? key : sql`case when ${place} > ${skipped} then ${key} end`} as key`
}

const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/
/** As PostgreSQL writes it out in UTC: a cursor must not lose the microseconds. */
export const timestampPart: KeyPart = part => TIMESTAMP.test(part)
export const dayPart: KeyPart = part => /^\d{4}-\d\d-\d\d$/.test(part)
export const countPart: KeyPart = part => /^\d{1,9}$/.test(part)
