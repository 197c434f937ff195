import { isId } from '../../../shared/shapes.ts'
import { join, raw, type Sql, sql } from '../db/db.ts'
import { type Along, limitOf, timestampPart } from './orders.ts'
import { fits, isFull, type Order, type Page } from './paging.ts'

/**
 * A list whose order no single index gives (the featured first, the undated last) is put together of a few stretches, one
 * after the other. Each is read along its own index and stops after as many rows as the page can need; together they are
 * one list with one cursor.
 */
export interface Stretch extends Along {
  readonly where?: Sql
  /** The columns of the order, as text, with all digits. */
  readonly key: readonly Sql[]
  /** So few rows that all of them may be read. */
  readonly few?: true
}

/** The position of a row: its stretch, and its key there. */
export interface Placed {
  readonly stretch: number
  readonly key: readonly string[]
}

export interface Stretches<S extends Stretch = Stretch> extends Order<Placed> {
  readonly stretches: readonly S[]
}

export const inStretches = <S extends Stretch>(...stretches: readonly S[]): Stretches<S> => ({
  stretches,
  checks: ([number = '', ...key]) => {
    const stretch = /^\d$/.test(number) ? stretches[Number(number)] : undefined
    return stretch !== undefined && fits(key, stretch.checks)
  },
  keyOf: ({ stretch, key }) => [`${stretch}`, ...key],
})

/** A row without its position, as the list shows it. */
export const withoutPlace = <Row extends Placed>({ stretch: _, key: _key, ...item }: Row) => item

/**
 * The ids of one page as `stretch, place, id, key`, one row more than shown. `walk` gives the statement of a stretch:
 * everything after `select`, up to its limit.
 */
export function pick<S extends Stretch>(page: Page<Stretches<S>>, walk: (step: Step<S>) => Sql): Sql {
  const enough = page.offset + page.perPage + 1
  const start = startOf(page)
  const key = page.after?.slice(1)
  const parts = page.order.stretches.slice(start).map((stretch, at) => {
    // Once a stretch has filled the page, the next one is not begun: it might search long in vain.
    const needed =
      at === 0 ? [] : [sql`(select count(*) from ${raw(`stretch_${start + at - 1}`)}) < ${enough}`]
    const behind = key && at === 0 ? [stretch.behind(key)] : []
    const conditions = [...needed, ...(stretch.where ? [stretch.where] : []), ...behind]
    return walk({ stretch, number: start + at, conditions, enough, skipped: at === 0 ? page.offset : 0 })
  })
  const [only, ...others] = parts
  if (only && others.length === 0)
    return sql`select * from (${only}) as stretches order by stretch, place ${limitOf(page)}`
  const names = parts.map((_, at) => `stretch_${start + at}`)
  const defined = parts.map((part, at) => sql`${raw(names[at] ?? '')} as materialized (${part})`)
  return sql`
    with ${join(defined)}
    select * from (${raw(names.map(name => `select * from ${name}`).join(' union all '))}) as stretches
    order by stretch, place ${limitOf(page)}`
}

export interface Step<S extends Stretch = Stretch> {
  readonly stretch: S
  readonly number: number
  readonly conditions: readonly Sql[]
  readonly enough: number
  /** Rows of this stretch that no page shows: they need no cursor (of 10 000, writing them out takes 8 ms). */
  readonly skipped: number
}

/** The columns that `pick` reads, for a walk over `p`. */
export const stepColumns = ({ stretch, number, skipped }: Step): Sql => {
  const place = sql`row_number() over (order by ${stretch.by})`
  const key = sql`array[${join([...stretch.key])}]`
  return sql`${number}::int as stretch, ${place} as place, p.id,
    ${skipped === 0 ? key : sql`case when ${place} > ${skipped} then ${key} end`} as key`
}

/**
 * A walk that stopped early knows only the beginning of one stretch: rows of the next one may come before rows that were
 * not reached.
 */
export function isFilled(page: Page<Stretches>, rows: readonly Placed[]): boolean {
  const start = startOf(page)
  const walked = page.order.stretches.findIndex(({ few }, number) => number >= start && !few)
  return isFull(page, rows) && (rows.at(-1)?.stretch ?? 0) <= walked
}

const startOf = ({ after: [stretch = '0'] = [] }: Page<unknown>): number => Number(stretch)

////////////////////////////////////////////////////////////////////////////// by age, of `p`

export const newest: Stretch = {
  by: sql`p.created_at desc, p.id desc`,
  key: [sql`p.created_at::text`, sql`p.id::text`],
  behind: ([at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
}
export const oldest: Stretch = {
  ...newest,
  by: sql`p.created_at, p.id`,
  behind: ([at, id]) => sql`(p.created_at, p.id) > (${at}::timestamptz, ${id}::uuid)`,
}
