import { clockIsCredible } from '../db/clock.ts'
import { type Sql, sql } from '../db/db.ts'

/** A PostgreSQL interval. */
export type Period = `${number} ${'seconds' | 'hours' | 'days' | 'months' | 'year' | 'years'}`

/** Retention of the kernel's own data. src/foundation/retention.ts has the whole table. */
export const KERNEL_KEEPS = {
  answers: '24 hours',
  addressKeys: '12 months',
  jobs: '7 days',
  waitingJobs: '14 days',
} as const satisfies Record<string, Period>

export const secondsOf = (period: `${number} ${'hours' | 'days'}`): number => {
  const [count, unit] = period.split(' ')
  return Number(count) * (unit === 'days' ? 24 : 1) * 3600
}

/** SQL condition for deletions: the time in the column is older than the period, and the clock is credible. */
export const olderThan = (period: Period, column: Sql): Sql =>
  sql`(${column} < now() - ${period}::interval and ${clockIsCredible})`

/** The same for a column that holds the end of the period. */
export const isOver = (column: Sql): Sql => sql`(${column} < now() and ${clockIsCredible})`
