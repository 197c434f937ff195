import { isId } from '../../../shared/shapes.ts'
import { join, raw, type Sql, sql } from '../db/db.ts'
import { limitOf, type SqlOrder, timestampPart } from './orders.ts'
import { fits, isFull, type Order, type Page } from './paging.ts'

/**
 * A list whose order no single index gives (the featured first, the undated last) is put together of a few segments, one
 * after the other. Each is read along its own index and stops after as many rows as the page can need; together they are
 * one list with one cursor.
 */
export interface Segment extends SqlOrder {
  readonly where?: Sql
  /** The columns of the order, as text, with all digits. */
  readonly key: readonly Sql[]
  /** So few rows that all of them may be read. */
  readonly few?: true
}

/** The position of a row: its segment, and its key there. */
export interface SegmentPosition {
  readonly segment: number
  readonly key: readonly string[]
}

export interface SegmentedOrder<S extends Segment = Segment> extends Order<SegmentPosition> {
  readonly segments: readonly S[]
}

export const segmented = <S extends Segment>(...segments: readonly S[]): SegmentedOrder<S> => ({
  segments,
  checks: ([number = '', ...key]) => {
    const segment = /^\d$/.test(number) ? segments[Number(number)] : undefined
    return segment !== undefined && fits(key, segment.checks)
  },
  keyOf: ({ segment, key }) => [`${segment}`, ...key],
})

/** A row without its position, as the list shows it. */
export const withoutPosition = <Row extends SegmentPosition>({ segment: _, key: _key, ...item }: Row) => item

/**
 * The ids of one page as `segment, place, id, key`, one row more than shown. `walk` gives the statement of a segment:
 * everything after `select`, up to its limit.
 */
export function selectPage<S extends Segment>(
  page: Page<SegmentedOrder<S>>,
  walk: (step: SegmentScan<S>) => Sql,
): Sql {
  const enough = page.offset + page.perPage + 1
  const start = startOf(page)
  const key = page.after?.slice(1)
  const parts = page.order.segments.slice(start).map((segment, at) => {
    // Once a segment has filled the page, the next one is not begun: it might search long in vain.
    const needed =
      at === 0 ? [] : [sql`(select count(*) from ${raw(`segment_${start + at - 1}`)}) < ${enough}`]
    const behind = key && at === 0 ? [segment.rowsAfter(key)] : []
    const conditions = [...needed, ...(segment.where ? [segment.where] : []), ...behind]
    return walk({ segment, number: start + at, conditions, enough, skipped: at === 0 ? page.offset : 0 })
  })
  const [only, ...others] = parts
  if (only && others.length === 0)
    return sql`select * from (${only}) as segments order by segment, place ${limitOf(page)}`
  const names = parts.map((_, at) => `segment_${start + at}`)
  const defined = parts.map((part, at) => sql`${raw(names[at] ?? '')} as materialized (${part})`)
  return sql`
    with ${join(defined)}
    select * from (${raw(names.map(name => `select * from ${name}`).join(' union all '))}) as segments
    order by segment, place ${limitOf(page)}`
}

export interface SegmentScan<S extends Segment = Segment> {
  readonly segment: S
  readonly number: number
  readonly conditions: readonly Sql[]
  readonly enough: number
  /** Rows of this segment that no page shows: they need no cursor (of 10 000, writing them out takes 8 ms). */
  readonly skipped: number
}

/** The columns that `pick` reads, for a walk over `p`. */
export const scanColumns = ({ segment, number, skipped }: SegmentScan): Sql => {
  const place = sql`row_number() over (order by ${segment.by})`
  const key = sql`array[${join([...segment.key])}]`
  return sql`${number}::int as segment, ${place} as place, p.id,
    ${skipped === 0 ? key : sql`case when ${place} > ${skipped} then ${key} end`} as key`
}

/**
 * A walk that stopped early knows only the beginning of one segment: rows of the next one may come before rows that were
 * not reached.
 */
export function isFilled(page: Page<SegmentedOrder>, rows: readonly SegmentPosition[]): boolean {
  const start = startOf(page)
  const walked = page.order.segments.findIndex(({ few }, number) => number >= start && !few)
  return isFull(page, rows) && (rows.at(-1)?.segment ?? 0) <= walked
}

const startOf = ({ after: [segment = '0'] = [] }: Page<unknown>): number => Number(segment)

////////////////////////////////////////////////////////////////////////////// by age, of `p`

export const newest: Segment = {
  by: sql`p.created_at desc, p.id desc`,
  key: [sql`p.created_at::text`, sql`p.id::text`],
  rowsAfter: ([at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
}
export const oldest: Segment = {
  ...newest,
  by: sql`p.created_at, p.id`,
  rowsAfter: ([at, id]) => sql`(p.created_at, p.id) > (${at}::timestamptz, ${id}::uuid)`,
}
