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
import { newest, ORDERS, type PublicOrder, type PublicSegment } from './public-orders.ts'
import {
  type AccessPath,
  daysBetween,
  EXCLUSIONS_SCAN,
  hasManyHits,
  INDEX,
  LONG_SCAN,
  type SearchContext,
  type SearchCriteria,
  type SearchPlan,
  SHORT_SCAN,
  SMALL_LIST_SCAN,
  searchRows,
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
  readonly type: { readonly id: string } | { readonly slug: string } | undefined
  readonly from: string | undefined
  readonly to: string | undefined
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
  const { place, words, from, to } = filter
  const { communeIds, acteurId } = place
  const rows = (on: Db, search?: SearchPlan) => rowsFor(on, filter, page, search)

  // An acteur has few publications; lists by day use the index of days.
  if (words && acteurId !== undefined)
    return await rows(slow, { query: words.query, communeIds: null, visible: true, path: SMALL_LIST_SCAN })
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
  const narrowing = narrowingOf(place, filter, apart)
  const conditions = [sql`p.visible_le <= now()`, ...conditionsOf(place, filter)]
  // Scores are computed after the rows are read; every other position is found through the index.
  const [before, after] = segment.scores
    ? [conditions, step.conditions]
    : [[...conditions, ...step.conditions], []]
  const end = sql`${where(after)} order by ${segment.by} limit ${step.enough}`
  const rows = (from: Sql, ...more: readonly Sql[]) => {
    const order = segment.scores ? newest.by : segment.by
    const found = searchRows(segment.few ? search && { ...search, path: SMALL_LIST_SCAN } : search, {
      from,
      conditions: [...more, ...before],
      narrowing,
      order,
      ofWords: segment === newest && filter.words !== undefined && asksOnlyOfWords(place, filter),
    })
    return segment.scores && search
      ? sql`select p.*, ts_rank(words.recherche, ${search.query}::tsquery) as score
            from (${found}) p join publication_words words on words.publication_id = p.id`
      : found
  }
  if (!apart || place.communeIds === null)
    return sql`select ${scanColumns(step)} from (${rows(sql`publications`)}) p ${end}`
  const near = (from: Sql) => sql`
    (select ${segment.needs} from (${rows(from, sql`p.commune_id = commune.id`)}) p ${end})`
  return sql`
    select ${scanColumns(step)} from (
      select ${place.communeIds.length === 1 ? sql`` : sql`distinct`} near.*
      from unnest(${[...place.communeIds]}::uuid[]) as commune(id)
      cross join lateral (
        ${near(sql`publications`)} union all ${near(place.acteurIds ? attachedRows : attached)}) as near) as p
    order by ${segment.by} limit ${step.enough}`
}

/** Whether the index of words has all the columns that the filters need: id, visibility and communes. */
const asksOnlyOfWords = ({ acteurIds, acteurId }: Place, { type, from, to }: Omit<Filter, 'place'>) =>
  acteurIds === null && [acteurId, type, from, to].every(one => one === undefined)

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

function conditionsOf(place: Place, { type }: Pick<Filter, 'type'>): Sql[] {
  return [
    ...equal(sql`p.acteur_id`, place.acteurId),
    ...(type === undefined
      ? []
      : 'id' in type
        ? [sql`p.type_id = ${type.id}`]
        : [sql`p.type_id = (select id from publication_types where slug = ${type.slug})`]),
  ]
}

/** Conditions on columns outside the newest-first indexes. */
const narrowingOf = (place: Place, days: Pick<Filter, 'from' | 'to'>, apart: boolean): Sql[] => [
  ...(place.communeIds && !apart ? [sql`p.commune_ids && ${[...place.communeIds]}::uuid[]`] : []),
  ...(place.acteurIds ? [sql`p.acteur_id = any(${[...place.acteurIds]}::uuid[])`] : []),
  ...daysBetween(sql`p.debut`, days),
]
