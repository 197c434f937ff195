import { type Sql, sql } from './db/db.ts'

/** A length of time, as PostgreSQL reads it. */
export type Period = `${number} ${'seconds' | 'hours' | 'days' | 'months' | 'year' | 'years'}`

/** What the kernel itself keeps for a time only. src/retention.ts has the whole table. */
export const KERNEL_KEEPS = { answers: '24 hours', addressKeys: '12 months' } as const satisfies Record<
  string,
  Period
>

export const secondsOf = (period: `${number} ${'hours' | 'days'}`): number => {
  const [count, unit] = period.split(' ')
  return Number(count) * (unit === 'days' ? 24 : 1) * 3600
}

/** In a statement: whether the column's time is over. */
export const olderThan = (period: Period, column: Sql): Sql => sql`${column} < now() - ${period}::interval`
