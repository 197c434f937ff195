import { type Db, empty, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { type Page, pageOf } from '../../../kernel/lists/paging.ts'
import { runSearch } from '../../../kernel/lists/search-steps.ts'
import { isFilled, selectPage } from '../../../kernel/lists/segments.ts'
import { BY_APPEARANCE, LIMITS, type Limits, type NewestHits, newestHits } from './newest-hits.ts'
import { newestOfDays } from './newest-of-days.ts'
import { newest, ORDERS, type PublicOrder } from './public-orders.ts'
import {
  conditionsOf,
  FEW_COMMUNES,
  type Filter,
  type ListedRow,
  narrowingOf,
  type Place,
  rowsFor,
  walk,
} from './public-rows.ts'
import {
  type AccessPath,
  EXCLUSIONS_SCAN,
  hasManyHits,
  INDEX,
  isUnderWay,
  LONG_SCAN,
  type Scan,
  type SearchContext,
  type SearchPlan,
  SHORT_SCAN,
  SMALL_LIST_SCAN,
  takesPlace,
} from './search.ts'

/** The public lists: visible publications only, along an index in every order. */

interface Listed {
  readonly rows: readonly ListedRow[]
  /** The search has stopped before the page was full: it continues behind this key. */
  readonly resume?: readonly string[] | undefined
  /** The order was made of the newest hits only: older ones may be on no page. */
  readonly leavesOut?: boolean
}

/** Statements that may take long do not run on the shared connections of short reads, which answer in order. */
interface Reads {
  readonly db: Db
  readonly slow: Db
}

/** Chooses the fastest way to the rows of a page. */
export async function listVisible(
  { db, slow }: Reads,
  filter: Filter,
  page: Page<PublicOrder>,
  bounds = BOUNDS,
): Promise<Listed> {
  const { place, words, from, to, on, selection } = filter
  const { communeIds, acteurId } = place
  const rows = async (on: Db, search?: SearchPlan) => ({ rows: await rowsFor(on, filter, page, search) })

  if (selection) {
    const { ids, isAll } = selection
    const found = { query: words?.query, communeIds, visible: true, path: { kind: 'found', ids } } as const
    return { ...(await rows(slow, found)), leavesOut: !isAll }
  }

  // An acteur has few publications; lists by day use the index of days.
  if (words && acteurId !== undefined)
    return await rows(slow, { query: words.query, communeIds: null, visible: true, path: SMALL_LIST_SCAN })
  if (words) return await listOfWords({ db, slow }, { ...filter, words }, page, bounds)
  const ofDays = { query: undefined, days: { from, to, on }, communeIds, visible: true }
  if (on !== undefined && acteurId === undefined) return await rows(slow, { ...ofDays, path: INDEX })
  const byDays = (from ?? to) !== undefined && page.order !== ORDERS.date_debut_asc && acteurId === undefined
  // Deep pages of many communes read as many rows of each.
  if (!byDays) return await rows((communeIds?.length ?? 0) > FEW_COMMUNES ? slow : db)

  const by = (on: Db, way: AccessPath) => rowsFor(on, filter, page, { ...ofDays, path: way })
  const isEverywhere = communeIds === null && place.acteurIds === null
  let first: readonly ListedRow[] = []
  const found = await runSearch(
    {
      shortScan: async () => (first = await by(db, SHORT_SCAN)),
      // If none of the newest thousand matches, walking on finds nothing.
      hasManyHits: async () => first.length > 0 && (await hasManyHits(db, ofDays)),
      longScan: () => by(slow, LONG_SCAN),
      index: async () =>
        by(slow, isEverywhere ? { kind: 'found', ids: await newestDays(slow, filter, page) } : INDEX),
    },
    shown => isFilled(page, shown),
  )
  return { rows: found }
}

const newestDays = (db: Db, { place, from, to, ...filter }: Filter, page: Page<PublicOrder>) =>
  newestOfDays(db, {
    days: { from, to },
    conditions: [sql`p.visible_le <= now()`, ...conditionsOf(place, filter), ...lastSegment(page).conditions],
    enough: page.offset + page.perPage + 1,
  })

interface FilterOfWords extends Filter {
  readonly words: SearchContext
}

/** How much a search for words reads; tests have smaller ones. */
export interface SearchBounds {
  readonly short: Scan
  /** By day (30 ms). */
  readonly long: Scan
  /** By relevance the newest hits are sorted: those of the short scan if they are so many, else `mostRanked`. */
  readonly enoughToRank: number
  /** 8 ms. */
  readonly mostRanked: number
  /** By day so many hits are read and sorted. */
  readonly mostByDay: number
  readonly hits: Limits
}
const BOUNDS: SearchBounds = {
  short: SHORT_SCAN,
  long: { kind: 'walk', rows: 5_000 },
  hits: LIMITS,
  enoughToRank: 100,
  mostRanked: 500,
  mostByDay: 1_000,
}

async function listOfWords(
  reads: Reads,
  filter: FilterOfWords,
  page: Page<PublicOrder>,
  bounds: SearchBounds,
): Promise<Listed> {
  const { db, slow } = reads
  const { words, place, from, to, on } = filter
  const { communeIds } = place
  const by = (on: Db, path: AccessPath) =>
    rowsFor(on, filter, page, { query: words.query, communeIds, visible: true, path })
  if (page.order === ORDERS.relevance) {
    const { ids, isAll } = await idsToRank(reads, filter, bounds)
    if (ids.length === 0) return { rows: [], leavesOut: !isAll }
    return { rows: await by(slow, { kind: 'found', ids }), leavesOut: !isAll }
  }
  if (!words.indexable) {
    const [rows, isWhole] = await Promise.all([
      by(slow, EXCLUSIONS_SCAN),
      isWalkedWhole(slow, place, EXCLUSIONS_SCAN),
    ])
    return { rows, leavesOut: !isWhole && !isFilled(page, rows) }
  }

  const [walked, isWhole] = await Promise.all([
    by(db, bounds.short),
    communeIds !== null && communeIds.length <= FEW_COMMUNES && isWalkedWhole(db, place, bounds.short),
  ])
  if (isWhole || isFilled(page, walked)) return { rows: walked }
  if ([from, to, on].some(one => one !== undefined)) {
    const ofDays = { query: undefined, days: { from, to, on }, communeIds, visible: true }
    if (!(await hasManyHits(slow, ofDays)))
      return { rows: await rowsFor(slow, filter, page, { ...ofDays, path: INDEX }) }
  }
  const wanted = hitsOf(filter)
  if (page.order === ORDERS.date_debut_asc) {
    // A word with many hits is looked for along the days, then among its newest hits.
    const { ids, isAll } = await newestHits(
      slow,
      { ...wanted, ofRow: [], enough: bounds.mostByDay },
      bounds.hits,
    )
    const further = isAll ? [] : await by(slow, bounds.long)
    if (isFilled(page, further)) return { rows: further }
    return { rows: await by(slow, { kind: 'found', ids }), leavesOut: !isAll }
  }
  const { number, key, ...segment } = lastSegment(page)
  const conditions = [...wanted.conditions, ...segment.conditions]
  const enough = page.offset + page.perPage + 1
  const { ids, resumeKey } = await newestHits(
    slow,
    { ...wanted, conditions, from: key?.[0], enough },
    bounds.hits,
  )
  const rows = await by(db, { kind: 'found', ids })
  return { rows, resume: resumeKey ? [`${number}`, ...resumeKey] : undefined }
}

async function idsToRank(
  { db, slow }: Reads,
  filter: FilterOfWords,
  bounds: SearchBounds,
): Promise<Pick<NewestHits, 'ids' | 'isAll'>> {
  const row = await (filter.words.indexable ? db : slow).one<Walked>(walkedIds(filter, bounds))
  return await rankedIds(slow, filter, row ?? { ids: [], whole: false }, bounds)
}

/** What the walk finds, and whether it read all publications of the place. */
export interface Walked {
  readonly ids: readonly string[]
  readonly whole: boolean
}

/** The first step of a search by relevance, as a query. */
export function walkedIds(filter: FilterOfWords, bounds = BOUNDS): Sql {
  const { words, place } = filter
  const path = words.indexable ? bounds.short : EXCLUSIONS_SCAN
  const search = { query: words.query, communeIds: place.communeIds, visible: true, path }
  const first = pageOf({}, ORDERS.publie_le_desc, path.rows)
  const walked = sql`select id from (${selectPage(first, step => walk(filter, search, step))}) as picked`
  return sql`select array(${walked}) as ids, ${isFew(place, path)} as whole`
}

/** What it found, or the newest hits of the index where that is little. */
export async function rankedIds(
  slow: Db,
  filter: FilterOfWords,
  { ids, whole }: Walked,
  bounds = BOUNDS,
): Promise<Pick<NewestHits, 'ids' | 'isAll'>> {
  if (!filter.words.indexable || whole || ids.length >= bounds.enoughToRank) return { ids, isAll: whole }
  return await newestHits(slow, { ...hitsOf(filter), enough: bounds.mostRanked }, bounds.hits)
}

/** Whether a scan reads all publications of the place: nine of ten communes have fewer than a thousand. */
function isFew({ communeIds }: Place, { rows }: Scan): Sql {
  // More communes are walked among all publications.
  const apart = communeIds !== null && communeIds.length <= FEW_COMMUNES
  const near = apart ? [sql`commune_id = any(${[...communeIds]}::uuid[])`] : []
  const here = sql`${where([...near, sql`visible_le <= now()`])} limit ${rows + 1}`
  const attached = apart ? sql` union all (select from publication_communes ${here})` : empty
  return sql`(select count(*) <= ${rows}::int from ((select from publications ${here})${attached}) as here)`
}

async function isWalkedWhole(db: Db, place: Place, scan: Scan): Promise<boolean> {
  return (await db.one<{ whole: boolean }>(sql`select ${isFew(place, scan)} as whole`))?.whole ?? false
}

/** The conditions of hits, for publications and rows of words named `p`. */
function hitsOf({ words, place, ...filter }: FilterOfWords) {
  const { communeIds } = place
  const isFew = communeIds === null || communeIds.length <= FEW_COMMUNES
  const here = isFew ? [] : [sql`p.commune_ids && ${[...communeIds]}::uuid[]`]
  return {
    words,
    by: BY_APPEARANCE,
    conditions: [sql`p.visible_le <= now()`, ...here],
    ofRow: [
      ...narrowingOf({ ...place, communeIds: null }, false, takesPlace(filter)),
      ...(filter.on === undefined ? [] : [isUnderWay(filter.on)]),
      ...conditionsOf(place, filter),
    ],
    communeIds: isFew ? communeIds : null,
  }
}

/** The segment of all publications, by age, and the cursor in it. */
function lastSegment({ order, after }: Page<PublicOrder>) {
  const number = order.segments.length - 1
  const segment = order.segments[number] ?? newest
  const key = Number(after?.[0]) === number ? after?.slice(1) : undefined
  const conditions = [...(segment.where ? [segment.where] : []), ...(key ? [segment.rowsAfter(key)] : [])]
  return { number, conditions, key }
}
