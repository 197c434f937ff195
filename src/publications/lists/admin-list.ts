import { type Db, empty, join, raw, type Sql, sql, where } from '../../kernel/db/db.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import { runSearch } from '../../kernel/lists/search-steps.ts'
import {
  isFilled,
  type SegmentPosition,
  type SegmentScan,
  scanColumns,
  selectPage,
} from '../../kernel/lists/segments.ts'
import { type AdminRow, columns, relations } from '../record.ts'
import { type Counted, countForAdmin, keptTotal, MOST_COUNTED } from './admin-count.ts'
import type { Along, Narrowed } from './admin-filter.ts'
import { type AdminOrder, ORDERS } from './admin-orders.ts'
import {
  type AccessPath,
  FEW_HITS,
  INDEX,
  LONG_SCAN,
  matchesWords,
  type SearchPlan,
  SMALL_LIST_SCAN,
  searchRows,
} from './search.ts'

/** The moderators' list, in every order. What narrows it is in `admin-filter.ts`, how many there are in `admin-count.ts`. */

export type ListedRow = AdminRow & SegmentPosition

/** Fewer rows are fetched and sorted in a tenth of a second at most. */
const FEW_ROWS = MOST_COUNTED
/** The longest page that is asked for by hand. */
const A_SCREEN = 100
/** Of so many that are scattered among all, a long walk meets a page. */
const SCATTERED = 1_000

/** Orders that the indexes of most filters end in. */
const BY_AGE: readonly AdminOrder[] = [ORDERS.created_at_desc, ORDERS.created_at_asc, ORDERS.urgency]

const BY_PUBLICATION: readonly AdminOrder[] = [ORDERS.publie_le_desc, ORDERS.publie_le_asc]

/** A page, and how many there are on all of them. */
interface CountedPage extends Pick<Counted, 'total' | 'isExact'> {
  readonly rows: readonly ListedRow[] | Promise<readonly ListedRow[]>
}

/**
 * By age, the queue and all else that an index has is asked for in one go with its kept total, which decides nothing there:
 * another round trip would cost as much as a third of the page.
 */
export async function pageForAdmin(
  { db, short }: { readonly db: Db; readonly short: Db },
  narrowed: Narrowed,
  page: Page<AdminOrder>,
): Promise<CountedPage> {
  if (narrowed.isShort && BY_AGE.includes(page.order)) {
    const rows = await pageAlong<{ readonly total: number }>(
      isFirstScreen(narrowed, page) ? short : db,
      page,
      narrowed.along,
      { beside: sql`, ${keptTotal(narrowed)} as total` },
    )
    const [first] = rows
    // Behind the last row no row says how many there are: none where it is the first page.
    if (first || (page.offset === 0 && !page.after)) return { rows, total: first?.total ?? 0, isExact: true }
  }
  const counted = await countForAdmin(db, narrowed)
  return { ...counted, rows: listForAdmin(db, narrowed, page, counted) }
}

/** A screen's page at its place in one index: a table to download, and what stands behind thousands of rows, are not. */
const isFirstScreen = ({ along }: Narrowed, { offset, perPage, order }: Page<AdminOrder>) =>
  offset + perPage <= A_SCREEN && (order !== ORDERS.urgency || along.kinds.length === 0)

/**
 * The total comes first, and decides the way: few rows are gathered and sorted, many are walked along their order. The
 * planner alone would walk a million rows for those that come last (30 000 pending: 1.4 s instead of 9 ms).
 */
export async function listForAdmin(
  db: Db,
  narrowed: Narrowed,
  page: Page<AdminOrder>,
  counted: Counted,
): Promise<ListedRow[]> {
  const { total } = counted
  if (total === 0 && counted.isExact) return []
  const { along, across, words, communeIds } = narrowed
  const by = (way: AccessPath, rows = along) =>
    pageAlong(db, page, rows, { search: { query: words?.query, communeIds, visible: false, path: way } })
  const { few } = counted
  // Of words that are many on both sides, nobody knows how many there are.
  const isUnknown = words !== undefined && few === undefined
  const isElsewhere = narrowed.isSeldomPublished && BY_PUBLICATION.includes(page.order)
  const isMet = (isMetOnAWalk(page, counted) || isUnknown) && !isElsewhere
  const byAge = BY_AGE.includes(page.order)
  // By age nearly every filter has an index that is not left; a commune has two, and one of them not by age.
  const longScan = () => by(LONG_SCAN, byAge && !(communeIds && isMet) ? along : across)
  const filled = (rows: readonly ListedRow[]) => isFilled(page, rows)
  if (words) {
    const isMany = !counted.isExact || (words.indexable && total > FEW_HITS)
    return await runSearch(
      {
        hasManyHits: async () => isMany && (byAge || isMet),
        longScan,
        index: () =>
          few === 'rows' ? pageOfGathered(db, page, narrowed) : by(words.indexable ? INDEX : SMALL_LIST_SCAN),
      },
      filled,
    )
  }
  const hasIndex = (byAge || (total >= FEW_ROWS && !isElsewhere)) && along.scattered.length === 0
  if (hasIndex && byAge && !(communeIds && isMet)) return await pageAlong(db, page, along)
  return await runSearch(
    {
      hasManyHits: async () => (byAge || isMet) && total > SCATTERED,
      longScan,
      index: () => (hasIndex ? pageAlong(db, page, along) : pageOfGathered(db, page, narrowed)),
    },
    filled,
  )
}

/**
 * Whether so many of all are meant that half a long walk along the order meets a page of them: then neither are a hundred
 * thousand fetched to show ten, nor does it cost more where there are more.
 */
const isMetOnAWalk = ({ offset, perPage }: Page<AdminOrder>, { likely, stock }: Counted) =>
  (offset + perPage + 1) * stock <= (likely * LONG_SCAN.rows) / 2

const pageAlong = <More = unknown>(
  db: Db,
  page: Page<AdminOrder>,
  along: Along,
  { search, beside = empty }: { readonly search?: SearchPlan; readonly beside?: Sql } = {},
) =>
  pageOfPicked<More>(
    db,
    selectPage(page, step => {
      const { by: order, computed } = step.segment
      const walk = search?.path.kind === 'walk' && (step.segment.few ? SMALL_LIST_SCAN : search.path)
      const most = walk ? walk.rows : step.enough
      const rows = searchRows(search && (walk ? { ...search, path: walk } : search), {
        ...merged(along, step, most),
        narrowing: along.scattered,
        order,
        computed: computed?.as,
      })
      // Behind a walk only its columns are known to be in order: what was computed there is not computed and sorted again.
      const by = walk && computed ? computed.by : order
      const read = scanColumns({ ...step, segment: { ...step.segment, by } })
      return sql`select ${read} from (${rows}) p order by ${by} limit ${fewOf(step, page)}`
    }),
    { beside },
  )

/**
 * As a number in the statement where nothing is passed over. Told only with the values, a limit counts as a tenth of all
 * rows: such a plan is never kept, and to plan the queue anew takes thrice as long as to carry it out.
 */
const fewOf = ({ enough }: SegmentScan, { offset }: Page<AdminOrder>): Sql =>
  offset === 0 ? raw(String(enough)) : sql`${enough}`

/** Where there are kinds, each brings as many as are needed along its index. */
function merged({ from, kinds, conditions }: Along, step: SegmentScan, most: number) {
  const all = [...conditions, ...step.conditions]
  if (kinds.length === 0) return { from, conditions: all }
  const each = kinds.map(
    kind =>
      sql`(select p.* from ${from} p ${where([kind, ...all])} order by ${step.segment.by} limit ${most})`,
  )
  return { from: sql`(${join(each, ' union all ')})`, conditions: [] }
}

/** Gathered once, however many segments the order has. */
function pageOfGathered(db: Db, page: Page<AdminOrder>, { from, conditions, words }: Narrowed) {
  const picked = selectPage(
    page,
    step => sql`
      select ${scanColumns(step)} from gathered p ${where(step.conditions)}
      order by ${step.segment.by} limit ${step.enough}`,
  )
  const all = [...conditions, ...(words ? [matchesWords(words.query)] : [])]
  const needed = new Set(['id', ...page.order.segments.flatMap(segment => segment.needs)])
  const names = raw([...needed].map(name => `p.${name}`).join())
  const gathered = sql`with gathered as (select ${names} from ${from} p ${where(all)} offset 0)`
  return pageOfPicked(db, picked, { before: gathered })
}

const pageOfPicked = <More = unknown>(
  db: Db,
  picked: Sql,
  { before = empty, beside = empty }: { readonly before?: Sql; readonly beside?: Sql },
) =>
  db.all<ListedRow & More>(sql`
    ${before}
    select shown.*, picked.segment, picked.key${beside} from (${picked}) as picked
    cross join lateral (select ${columns.admin} from publications p ${relations} where p.id = picked.id offset 0) shown
    order by picked.segment, picked.place`)
