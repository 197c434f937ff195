import { type Db, empty, join, raw, type Sql, sql, where } from '../../kernel/db/db.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import { searched } from '../../kernel/lists/searching.ts'
import { isFilled, type Placed, pick, type Step, stepColumns } from '../../kernel/lists/stretches.ts'
import { type AdminRow, columns, relations } from '../record.ts'
import { type Along, allConditions, type Narrowed } from './admin-filter.ts'
import { type AdminOrder, ORDERS } from './admin-orders.ts'
import { FEW_HITS, INDEX, LONG_WALK, ONLY_WALK, rowsOf, type Search, type Way } from './search.ts'

/** The moderators' list: every order, and an exact total. What narrows it is in `admin-filter.ts`. */

export type ListedRow = AdminRow & Placed

/** So many rows are fetched and sorted in a tenth of a second at most. */
const FEW_ROWS = 100_000
/** Of so many that are scattered among all, a long walk meets a page. */
const SCATTERED = 1_000

/** Orders that the indexes of most filters end in. */
const BY_AGE: readonly AdminOrder[] = [ORDERS.created_at_desc, ORDERS.created_at_asc, ORDERS.urgency]

/**
 * The total comes first, and decides the way: few rows are gathered and sorted, many are walked along their order. The
 * planner alone would walk a million rows for those that come last (30 000 pending: 1.4 s instead of 9 ms).
 */
export async function listForAdmin(
  db: Db,
  narrowed: Narrowed,
  page: Page<AdminOrder>,
  total: number,
): Promise<ListedRow[]> {
  if (total === 0) return []
  const { along, words } = narrowed
  const by = (way: Way) =>
    pageAlong(db, page, along, { query: words?.query, communeIds: narrowed.communeIds, visible: false, way })
  const indexed = BY_AGE.includes(page.order) || total > FEW_ROWS
  if (words) {
    if (!words.indexable) return await by(ONLY_WALK)
    return await searched(
      {
        areMany: async () => total > FEW_HITS,
        longWalk: () => by(LONG_WALK),
        index: () => by(INDEX),
      },
      rows => isFilled(page, rows),
    )
  }
  if (indexed && along.scattered.length === 0) return await pageAlong(db, page, along)
  return await searched(
    {
      areMany: async () => indexed && total > SCATTERED,
      longWalk: () => by(LONG_WALK),
      index: () => pageOfGathered(db, page, narrowed),
    },
    rows => isFilled(page, rows),
  )
}

const pageAlong = (db: Db, page: Page<AdminOrder>, along: Along, search?: Search) =>
  pageOfPicked(
    db,
    pick(page, step => {
      const { by: order } = step.stretch
      const most = search?.way.kind === 'walk' ? search.way.rows : step.enough
      const rows = rowsOf(search, { ...merged(along, step, most), narrowing: along.scattered, order })
      return sql`select ${stepColumns(step)} from (${rows}) p order by ${order} limit ${fewOf(step, page)}`
    }),
  )

/**
 * As a number in the statement where nothing is passed over. Told only with the values, a limit counts as a tenth of all
 * rows: such a plan is never kept, and to plan the queue anew takes thrice as long as to carry it out.
 */
const fewOf = ({ enough }: Step, { offset }: Page<AdminOrder>): Sql =>
  offset === 0 ? raw(String(enough)) : sql`${enough}`

/** Where there are kinds, each brings as many as are needed along its index. */
function merged({ from, kinds, conditions }: Along, step: Step, most: number) {
  const all = [...conditions, ...step.conditions]
  if (kinds.length === 0) return { from, conditions: all }
  const each = kinds.map(
    kind =>
      sql`(select p.* from ${from} p ${where([kind, ...all])} order by ${step.stretch.by} limit ${most})`,
  )
  return { from: sql`(${join(each, ' union all ')})`, conditions: [] }
}

/** Gathered once, however many stretches the order has. */
function pageOfGathered(db: Db, page: Page<AdminOrder>, { from, conditions }: Narrowed) {
  const picked = pick(
    page,
    step => sql`
      select ${stepColumns(step)} from gathered p ${where(step.conditions)}
      order by ${step.stretch.by} limit ${step.enough}`,
  )
  const needed = new Set(['id', ...page.order.stretches.flatMap(stretch => stretch.needs)])
  const names = raw([...needed].map(name => `p.${name}`).join())
  const gathered = sql`with gathered as (select ${names} from ${from} p ${where(conditions)} offset 0)`
  return pageOfPicked(db, picked, gathered)
}

const pageOfPicked = (db: Db, picked: Sql, before: Sql = empty) =>
  db.all<ListedRow>(sql`
    ${before}
    select shown.*, picked.stretch, picked.key from (${picked}) as picked
    cross join lateral (select ${columns.admin} from publications p ${relations} where p.id = picked.id offset 0) shown
    order by picked.stretch, picked.place`)

/** In one statement, so that nothing moves between its parts. */
export async function countForAdmin(db: Db, narrowed: Narrowed): Promise<number> {
  const counted = (some: Narrowed) =>
    sql`select count(*) as total from ${some.from} p ${where(allConditions(some))}`
  const { kept, without } = narrowed
  const few = without ? sql`(${counted(without)})` : sql`0`
  const row = await db.one<{ total: number }>(
    kept
      ? sql`select coalesce(sum(total), 0)::bigint - ${few} as total from publication_totals ${where(kept)}`
      : counted(narrowed),
  )
  return row?.total ?? 0
}
