import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { equal } from '../../kernel/lists/list-filters.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import { runSearch } from '../../kernel/lists/search-steps.ts'
import {
  isFilled,
  type SegmentPosition,
  type SegmentScan,
  scanColumns,
  selectPage,
} from '../../kernel/lists/segments.ts'
import { columns, type PublicRow, relations } from '../record.ts'
import { dated, newest, ORDERS, type PublicOrder, type PublicSegment, undated } from './public-orders.ts'
import {
  type AccessPath,
  daysBetween,
  EXCLUSIONS_SCAN,
  firstFrom,
  hasManyHits,
  INDEX,
  isUnderWay,
  LONG_SCAN,
  type SearchContext,
  type SearchCriteria,
  type SearchPlan,
  SHORT_SCAN,
  SMALL_LIST_SCAN,
  searchRows,
  takesPlace,
} from './search.ts'

/** The public lists: visible publications only, along an index in every order. */

/** What the list belongs to: communes, acteurs or everything. */
export interface Place {
  /** Any of these communes; null for all. */
  readonly communeIds: readonly string[] | null
  readonly acteurIds: readonly string[] | null
  readonly acteurId: string | undefined
}

export interface Filter {
  readonly place: Place
  readonly type: { readonly id: string } | { readonly slugs: readonly string[] } | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  /** Only events that are under way on this day. */
  readonly on?: string | undefined
  readonly words: SearchContext | undefined
}

export type ListedRow = PublicRow & SegmentPosition

/**
 * Chooses the fastest way to the rows of a page. Statements that may take long do not run on the shared connections of
 * short reads, which answer in order.
 */
export async function listVisible(
  { db, slow }: { readonly db: Db; readonly slow: Db },
  filter: Filter,
  page: Page<PublicOrder>,
): Promise<ListedRow[]> {
  const { place, words, from, to, on } = filter
  const { communeIds, acteurId } = place
  const rows = (on: Db, search?: SearchPlan) => rowsFor(on, filter, page, search)

  // An acteur has few publications; lists by day use the index of days.
  if (words && acteurId !== undefined)
    return await rows(slow, { query: words.query, communeIds: null, visible: true, path: SMALL_LIST_SCAN })
  if (on !== undefined && !words && acteurId === undefined)
    return await rows(slow, {
      query: undefined,
      days: { from, to, on },
      communeIds,
      visible: true,
      path: INDEX,
    })
  const byDays = (from ?? to) !== undefined && page.order !== ORDERS.date_debut_asc && acteurId === undefined
  if (!words && !byDays) return await rows(db)

  const criteria: SearchCriteria = {
    ...(words ? { query: words.query } : { query: undefined, days: { from, to } }),
    communeIds,
    visible: true,
  }
  const by = (on: Db, way: AccessPath) => rows(on, { ...criteria, path: way })
  if (words && !words.indexable) return await by(slow, EXCLUSIONS_SCAN)
  let firstHits: readonly ListedRow[] = []
  return await runSearch(
    {
      shortScan: async () => (firstHits = await by(db, SHORT_SCAN)),
      // If none of the newest thousand matches, walking on finds nothing, however many old hits there are.
      hasManyHits: async () => firstHits.length > 0 && (await hasManyHits(db, criteria)),
      longScan: () => by(slow, LONG_SCAN),
      index: () => by(slow, INDEX),
    },
    // By relevance any hit is enough: the walked rows are the list.
    shown => (page.order === ORDERS.relevance ? shown.length > 0 : isFilled(page, shown)),
  )
}

const rowsFor = (db: Db, filter: Filter, page: Page<PublicOrder>, search: SearchPlan | undefined) =>
  db.all<ListedRow>(sql`
    select shown.*, picked.segment, picked.key from (${selectPage(page, step => walk(filter, search, step))}) as picked
    cross join lateral (select ${columns.public} from publications p ${relations} where p.id = picked.id offset 0) shown
    order by picked.segment, picked.place`)

/** The rows of one segment in its order, as many as the page can need. */
function walk(
  { place, ...filter }: Filter,
  search: SearchPlan | undefined,
  step: SegmentScan<PublicSegment>,
): Sql {
  const { segment } = step
  const apart = isWalkedApart(place, search) && !segment.few
  const isByDay = segment === dated || segment === undated
  const isFoundByDays = search?.path.kind === 'index' && search.query === undefined
  const onDays = [
    ...(isByDay ? daysBetween(sql`p.debut`, filter) : isFoundByDays ? [] : takesPlace(filter)),
    ...(filter.on === undefined || isFoundByDays ? [] : [isUnderWay(filter.on)]),
  ]
  const narrowing = narrowingOf(place, apart, onDays)
  const conditions = [sql`p.visible_le <= now()`, ...conditionsOf(place, filter)]
  // Scores are computed after the rows are read; every other position is found through the index.
  const [before, after] = segment.scores
    ? [conditions, step.conditions]
    : [[...conditions, ...step.conditions], []]
  const end = sql`${where(after)} order by ${segment.by} limit ${step.enough}`
  const rows = (from: Sql, more: readonly Sql[] = [], hitsIn?: Sql) => {
    const order = segment.scores ? newest.by : segment.by
    const found = searchRows(segment.few ? search && { ...search, path: SMALL_LIST_SCAN } : search, {
      from,
      conditions: [...more, ...before],
      narrowing,
      order,
      hitsIn,
      ofWords: segment === newest && filter.words !== undefined && asksOnlyOfWords(place, filter),
    })
    return segment.scores && search
      ? sql`select p.*, ts_rank(words.recherche, ${search.query}::tsquery) as score
            from (${found}) p join publication_words words on words.publication_id = p.id`
      : found
  }
  const from = segment === dated ? filter.from : undefined
  if (!apart || place.communeIds === null) {
    // Hits are read once: their next day is computed.
    const isByHits = from !== undefined && search?.path.kind === 'index'
    const all = rows(sql`publications`, [], isByHits ? atNextDay(from) : undefined)
    if (from === undefined || isByHits) return sql`select ${scanColumns(step)} from (${all}) p ${end}`
    const days = furtherDays(from, ofAll)
    return sql`
      select ${scanColumns(step)} from (
        (select ${segment.needs} from (${all}) p ${end}) union all
        (select ${segment.needs} from (${rows(days)}) p ${end})) p ${end}`
  }
  const near = (from: Sql) => sql`
    (select ${segment.needs} from (${rows(from, [sql`p.commune_id = commune.id`])}) p ${end})`
  return sql`
    select ${scanColumns(step)} from (
      select ${place.communeIds.length === 1 ? sql`` : sql`distinct`} near.*
      from unnest(${[...place.communeIds]}::uuid[]) as commune(id)
      cross join lateral (
        ${near(sql`publications`)} union all ${near(place.acteurIds ? attachedRows : attached)}
        ${from === undefined ? sql`` : sql`union all ${near(furtherDays(from, ofCommune))}`}) as near) as p
    order by ${segment.by} limit ${step.enough}`
}

/** Whether the index of words has all the columns that the filters need: id, visibility and communes. */
const asksOnlyOfWords = ({ acteurIds, acteurId }: Place, { type, from, to, on }: Omit<Filter, 'place'>) =>
  acteurIds === null && [acteurId, type, from, to, on].every(one => one === undefined)

/** Up to so many communes are walked along their own indexes; for more, the index of all publications is walked. */
const FEW_COMMUNES = 5

/** Walks each commune's index. Not for an acteur or for hits of an index, whose rows are read and filtered. */
const isWalkedApart = ({ communeIds, acteurId }: Place, search: SearchPlan | undefined) =>
  communeIds !== null &&
  acteurId === undefined &&
  (search === undefined || (search.path.kind === 'walk' && communeIds.length <= FEW_COMMUNES))

/** The links to further communes have the columns that most lists filter and sort by. */
const attached = sql`(select publication_id as id, commune_id, visible_le, type_id, debut from publication_communes)`
const attachedRows = sql`(select link.publication_id as id, link.commune_id, link.visible_le, link.type_id,
  link.debut, publications.acteur_id
  from publication_communes link join publications on publications.id = link.publication_id)`

/** Publications by their first day from this one on, where it is not `date_debut`. */
const furtherDays = (
  from: string,
  { column, rows }: { readonly column: Sql; readonly rows: readonly Sql[] },
) => sql`(
  select further.publication_id as id, further.debut, ${column}, publications.visible_le, publications.type_id,
    publications.acteur_id
  from publication_days further join publications on publications.id = further.publication_id
  ${where([...firstFrom(sql`further.previous`, from), ...rows])})`
const atNextDay = (from: string) => sql`(
  select id, visible_le, type_id, acteur_id, commune_ids,
    case when debut >= ${from}::date or dates = '{}' then debut
      else (select min(day) from unnest(dates) as day where day >= ${from}::date) + (debut - date_debut)
    end as debut
  from publications)`
const ofCommune = { column: sql`further.commune_id`, rows: [] }
const ofAll = { column: sql`publications.commune_ids`, rows: [sql`further.own`] }

function conditionsOf(place: Place, { type }: Pick<Filter, 'type'>): Sql[] {
  return [
    ...equal(sql`p.acteur_id`, place.acteurId),
    ...(type === undefined ? [] : 'id' in type ? [sql`p.type_id = ${type.id}`] : [ofTypes(type.slugs)]),
  ]
}

/** One type is compared as a value, for which the planner knows how many rows it has. */
const ofTypes = (slugs: readonly string[]): Sql =>
  slugs.length === 1
    ? sql`p.type_id = (select id from publication_types where slug = ${slugs[0]})`
    : sql`p.type_id = any(array(select id from publication_types where slug = any(${[...slugs]}::text[])))`

/** Conditions on columns outside the newest-first indexes. */
const narrowingOf = (place: Place, apart: boolean, onDays: readonly Sql[]): Sql[] => [
  ...(place.communeIds && !apart ? [sql`p.commune_ids && ${[...place.communeIds]}::uuid[]`] : []),
  ...(place.acteurIds ? [sql`p.acteur_id = any(${[...place.acteurIds]}::uuid[])`] : []),
  ...onDays,
]
