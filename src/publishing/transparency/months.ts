import { dayOf } from '../../../shared/wall-clock.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import type { Territory } from '../../people/access/territory.ts'
import { figuresOf, NONE, withoutLoneMedian } from './figures.ts'
import type { TransparencyMonth } from './shapes.ts'

/** The months of a year. Those that are over are kept, so that published figures never change and cost nothing. */

/** A month of a million publications takes a second; two years of them, half a minute, once. */
const MOST_BEHIND = 24

/** Stores the months that are over and not stored yet. */
export async function storeMonths(tx: Tx): Promise<number> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtext('transparency_months'))`)
  const missing = await tx.all<{ month: string }>(sql`
    select to_char(m, 'YYYY-MM') as month
    from (select min(created_at) at time zone 'Europe/Paris' as first from publications) p
    cross join lateral (select date_trunc('month', now() at time zone 'Europe/Paris') as this) today
    cross join lateral generate_series(
      greatest(date_trunc('month', p.first), today.this - make_interval(months => ${MOST_BEHIND}::int)),
      today.this - interval '1 month', interval '1 month') m
    where p.first is not null
      and not exists (select from transparency_months t where t.month = to_char(m, 'YYYY-MM'))`)
  for (const { month } of missing) {
    const { month: _, ...figures } = await figuresOf(tx, month, null)
    await tx.run(sql`
      insert into transparency_months (month, figures) values (${month}, ${JSON.stringify(figures)}::jsonb)`)
  }
  return missing.length
}

/** The stored months of a year, oldest first. */
export async function storedMonths(db: Db, year: number): Promise<TransparencyMonth[]> {
  const rows = await db.all<StoredMonth>(sql`
    select month, figures from transparency_months where month between ${`${year}-01`} and ${`${year}-12`}
    order by month`)
  return rows.map(whole)
}

/** The stored months, newest first. */
export async function latestMonths(db: Db, most: number): Promise<TransparencyMonth[]> {
  const rows = await db.all<StoredMonth>(sql`
    select month, figures from transparency_months order by month desc limit ${most}`)
  return rows.map(whole)
}

/** Figures that were added after a month was stored are 0 in it. */
const whole = ({ month, figures }: StoredMonth): TransparencyMonth =>
  withoutLoneMedian({ ...NONE, ...figures, month })

interface StoredMonth {
  readonly month: string
  readonly figures: Partial<TransparencyMonth>
}

/** The months of a year of a territory: from the first of which there is something to say until this one. */
export async function monthsOf(
  db: Db,
  year: number,
  territory: Territory,
  now: Date,
): Promise<TransparencyMonth[]> {
  const stored = territory === null ? await storedMonths(db, year) : []
  const months: TransparencyMonth[] = []
  for (const month of monthsUntil(year, monthOf(now)))
    months.push(stored.find(one => one.month === month) ?? (await figuresOf(db, month, territory)))
  const first = months.findIndex(({ month: _, ...figures }) => Object.values(figures).some(Boolean))
  return first === -1 ? [] : months.slice(first)
}

/** `YYYY-MM`, in Paris. */
const monthOf = (time: Date) => dayOf(time).slice(0, 7)
export const yearOf = (time: Date) => Number(monthOf(time).slice(0, 4))

const monthsUntil = (year: number, last: string) =>
  Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`).filter(
    month => month <= last,
  )
