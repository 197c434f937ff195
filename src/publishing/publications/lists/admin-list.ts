import { type Db, empty, join, raw, type Sql, sql, where } from '../../../kernel/db/db.ts'
import type { Page } from '../../../kernel/lists/paging.ts'
import { runSearch } from '../../../kernel/lists/search-steps.ts'
import {
  isFilled,
  type SegmentPosition,
  type SegmentScan,
  scanColumns,
  selectPage,
} from '../../../kernel/lists/segments.ts'
import { type AdminRow, officeColumns } from '../office-record.ts'
import { relations } from '../record.ts'
import { type Counted, countForAdmin, keptTotal, MOST_COUNTED } from './admin-count.ts'
import type { Along, FilterPlan } from './admin-filter.ts'
import { type AdminOrder, ORDERS } from './admin-orders.ts'
import { BY_AGE as HITS_BY_AGE, newestHits } from './newest-hits.ts'
import {
  type AccessPath,
  FEW_HITS,
  INDEX,
  LONG_SCAN,
  matchesWords,
  type SearchPlan,
  SHORT_SCAN,
  SMALL_LIST_SCAN,
  searchRows,
} from './search.ts'

/** The moderators' list, in every order. Filters are in `admin-filter.ts`, totals in `admin-count.ts`. */

type ListedRow = AdminRow & SegmentPosition

/** Fewer rows are fetched and sorted in 0.1 s at most. */
const FEW_ROWS = MOST_COUNTED
/** The longest page that screens ask for. */
const A_SCREEN = 100
/** With so many scattered matches, a long walk fills a page. */
const SCATTERED = 1_000

/** Orders that the indexes of most filters end in. */
const BY_AGE: readonly AdminOrder[] = [ORDERS.created_at_desc, ORDERS.created_at_asc, ORDERS.urgency]

const BY_PUBLICATION: readonly AdminOrder[] = [ORDERS.publie_le_desc, ORDERS.publie_le_asc]

/** A page with its total. */
interface CountedPage extends Pick<Counted, 'total' | 'isExact'> {
  readonly rows: readonly ListedRow[] | Promise<readonly ListedRow[]>
}

/**
 * For pages read from one index the total is stored: one statement reads both, since another round trip would cost a
 * third of the page.
 */
export async function pageForAdmin(
  { db, short }: { readonly db: Db; readonly short: Db },
  plan: FilterPlan,
  page: Page<AdminOrder>,
): Promise<CountedPage> {
  if (plan.isShort && BY_AGE.includes(page.order)) {
    const rows = await pageAlong<{ readonly total: number }>(
      isFirstScreen(plan, page) ? short : db,
      page,
      plan,
      plan.along,
      { beside: sql`, ${keptTotal(plan)} as total` },
    )
    const [first] = rows
    // Behind the last row no row carries the total, so it is counted.
    if (first || (page.offset === 0 && !page.after)) return { rows, total: first?.total ?? 0, isExact: true }
  }
  const counted = await countForAdmin(db, plan)
  return { ...counted, rows: listForAdmin(db, plan, page, counted) }
}

/** Whether one index answers the page; CSV downloads and pages behind thousands of rows take the other way. */
const isFirstScreen = ({ along }: FilterPlan, { offset, perPage, order }: Page<AdminOrder>) =>
  offset + perPage <= A_SCREEN && (order !== ORDERS.urgency || along.kinds.length === 0)

/**
 * The total comes first and chooses the strategy: few rows are gathered and sorted, many are walked along their order.
 * The planner alone would walk a million rows to reach the last ones (30 000 pending: 1.4 s instead of 9 ms).
 */
export async function listForAdmin(
  db: Db,
  plan: FilterPlan,
  page: Page<AdminOrder>,
  counted: Counted,
): Promise<ListedRow[]> {
  const { total } = counted
  if (total === 0 && counted.isExact) return []
  const { along, across, words, communeIds } = plan
  const by = (way: AccessPath, rows = along) =>
    pageAlong(db, page, plan, rows, {
      search: { query: words?.query, also: words?.also, communeIds, visible: false, path: way },
    })
  const { few } = counted
  // With many rows on both sides, the total is unknown.
  const isUnknown = words !== undefined && few === undefined
  const isElsewhere = plan.isSeldomPublished && BY_PUBLICATION.includes(page.order)
  const isMet = (isMetOnAWalk(page, counted) || isUnknown) && !isElsewhere
  const byAge = BY_AGE.includes(page.order)
  // By age nearly every filter has its index; a commune has two, one of them not by age.
  const longScan = () => by(LONG_SCAN, byAge && !(communeIds && isMet) ? along : across)
  const filled = (rows: readonly ListedRow[]) => isFilled(page, rows)
  if (words) {
    const isMany = !counted.isExact || (words.indexable && total > FEW_HITS)
    const newest = isMany && few !== 'rows' ? await newestOfMany(db, page, plan, by) : undefined
    if (newest) return newest
    return await runSearch(
      {
        hasManyHits: async () => isMany && (byAge || isMet),
        longScan,
        index: () =>
          few === 'rows' ? pageOfGathered(db, page, plan) : by(words.indexable ? INDEX : SMALL_LIST_SCAN),
      },
      filled,
    )
  }
  const hasIndex = (byAge || (total >= FEW_ROWS && !isElsewhere)) && along.scattered.length === 0
  if (hasIndex && byAge && !(communeIds && isMet)) return await pageAlong(db, page, plan, along)
  return await runSearch(
    {
      hasManyHits: async () => (byAge || isMet) && total > SCATTERED,
      longScan,
      index: () => (hasIndex ? pageAlong(db, page, plan, along) : pageOfGathered(db, page, plan)),
    },
    filled,
  )
}

/**
 * The newest of many hits: sorting all of them would take minutes at ten million texts if they are old. Undefined where names
 * find publications too, or where other filters discard nearly all hits.
 */
async function newestOfMany(
  db: Db,
  page: Page<AdminOrder>,
  { words, conditions, communeIds }: FilterPlan,
  by: (way: AccessPath) => Promise<ListedRow[]>,
): Promise<ListedRow[] | undefined> {
  const enough = page.offset + page.perPage + 1
  if (page.order !== ORDERS.created_at_desc || enough > FEW_HITS) return undefined
  if (!words?.indexable || words.also?.length) return undefined
  const rows = await by(SHORT_SCAN)
  if (isFilled(page, rows)) return rows
  const [segment] = page.order.segments
  const key = page.after?.slice(1)
  const behind = segment && key ? [segment.rowsAfter(key)] : []
  const { ids, resumeKey } = await newestHits(db, {
    words,
    by: HITS_BY_AGE,
    conditions: [],
    ofRow: [...conditions, ...behind],
    communeIds,
    from: key?.[0],
    enough,
  })
  return resumeKey === null ? await by({ kind: 'found', ids }) : undefined
}

/**
 * Whether the matches are dense enough that half a long walk fills the page. Then 100 000 rows are not gathered to
 * show ten.
 */
const isMetOnAWalk = ({ offset, perPage }: Page<AdminOrder>, { likely, stock }: Counted) =>
  (offset + perPage + 1) * stock <= (likely * LONG_SCAN.rows) / 2

const pageAlong = <More = unknown>(
  db: Db,
  page: Page<AdminOrder>,
  plan: FilterPlan,
  along: Along,
  { search, beside = empty }: { readonly search?: SearchPlan; readonly beside?: Sql } = {},
) =>
  pageOfPicked<More>(
    db,
    plan,
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
      // After an index scan only the index columns are sorted: sort by those, not by the computed expression.
      const by = walk && computed ? computed.by : order
      const read = scanColumns({ ...step, segment: { ...step.segment, by } })
      return sql`select ${read} from (${rows}) p order by ${by} limit ${fewOf(step, page)}`
    }),
    { beside },
  )

/**
 * A literal limit without an offset: for a parameter the planner assumes a tenth of all rows and never keeps the
 * generic plan; planning the queue takes three times as long as running it.
 */
const fewOf = ({ enough }: SegmentScan, { offset }: Page<AdminOrder>): Sql =>
  offset === 0 ? raw(String(enough)) : sql`${enough}`

/** A merge of the disjoint kinds, each read along its index. */
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
function pageOfGathered(db: Db, page: Page<AdminOrder>, plan: FilterPlan) {
  const { from, conditions, words } = plan
  const picked = selectPage(
    page,
    step => sql`
      select ${scanColumns(step)} from gathered p ${where(step.conditions)}
      order by ${step.segment.by} limit ${step.enough}`,
  )
  const all = [...conditions, ...(words ? [matchesWords(words)] : [])]
  const needed = new Set(['id', ...page.order.segments.flatMap(segment => segment.needs)])
  const names = raw([...needed].map(name => `p.${name}`).join())
  const gathered = sql`with gathered as (select ${names} from ${from} p ${where(all)} offset 0)`
  return pageOfPicked(db, plan, picked, { before: gathered })
}

const pageOfPicked = <More = unknown>(
  db: Db,
  { territory }: Pick<FilterPlan, 'territory'>,
  picked: Sql,
  { before = empty, beside = empty }: { readonly before?: Sql; readonly beside?: Sql },
) =>
  db.all<ListedRow & More>(sql`
    ${before}
    select shown.*, picked.segment, picked.key${beside} from (${picked}) as picked
    cross join lateral (select ${officeColumns(territory)} from publications p ${relations} where p.id = picked.id offset 0) shown
    order by picked.segment, picked.place`)
