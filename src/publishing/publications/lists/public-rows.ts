import { type Db, join, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { equal } from '../../../kernel/lists/list-filters.ts'
import type { Page } from '../../../kernel/lists/paging.ts'
import {
  type SegmentPosition,
  type SegmentScan,
  scanColumns,
  selectPage,
} from '../../../kernel/lists/segments.ts'
import { ACTE_TYPE } from '../../actes/rules.ts'
import { columns, type PublicRow, relations } from '../record.ts'
import { dated, newest, type PublicOrder, type PublicSegment, undated } from './public-orders.ts'
import {
  daysBetween,
  firstFrom,
  isUnderWay,
  matchesWords,
  type SearchContext,
  type SearchPlan,
  SMALL_LIST_SCAN,
  searchRows,
  takesPlace,
} from './search.ts'

/** The statements of the public lists: each segment is walked along its index, or made of hits. */

/** The scope of the list: communes, acteurs or everything. */
export interface Place {
  /** Any of these communes; null for all. */
  readonly communeIds: readonly string[] | null
  readonly acteurIds: readonly string[] | null
  readonly acteurId: string | undefined
}

/** The publications that further filters have selected. */
export interface Selection {
  readonly ids: readonly string[]
  /** Whether there are no others: of more than `FEW_HITS` the newest are kept. */
  readonly isAll: boolean
}

export interface Filter {
  readonly place: Place
  /** `isNews`: without events that have a day, which is in the agenda. */
  readonly type:
    | { readonly id: string }
    | { readonly slugs: readonly string[] }
    | { readonly isNews: true }
    | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  /** Only events that are under way on this day. */
  readonly on?: string | undefined
  readonly words: SearchContext | undefined
  /** Without the acts of town halls. */
  readonly withoutActes?: boolean
  readonly selection?: Selection | undefined
}

export type ListedRow = PublicRow & SegmentPosition

export const rowsFor = (db: Db, filter: Filter, page: Page<PublicOrder>, search: SearchPlan | undefined) =>
  db.all<ListedRow>(sql`
    select shown.*, picked.segment, picked.key from (${selectPage(page, step => walk(filter, search, step))}) as picked
    cross join lateral (select ${columns.public} from publications p ${relations} where p.id = picked.id offset 0) shown
    order by picked.segment, picked.place`)

/** The rows of one segment in its order, as many as the page can need. */
export function walk(
  { place, ...filter }: Filter,
  search: SearchPlan | undefined,
  step: SegmentScan<PublicSegment>,
): Sql {
  const { segment } = step
  const apart = isWalkedApart(place, search) && !segment.few
  const isByDays = search?.path.kind === 'index' && search.query === undefined
  const isFoundByDays = isByDays && !segment.few
  const isByDay = segment === dated || segment === undated
  const onDays = [
    ...(isByDay ? daysIn(segment, filter) : isFoundByDays ? [] : takesPlace(filter)),
    ...(filter.on === undefined || isFoundByDays ? [] : [isUnderWay(filter.on)]),
  ]
  const narrowing = [
    ...narrowingOf(place, apart, onDays),
    ...((isByDays || filter.selection) && filter.words ? [matchesWords(filter.words)] : []),
    ...(filter.selection ? [sql`p.id = any(${[...filter.selection.ids]}::uuid[])`] : []),
  ]
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
    })
    return segment.scores && search
      ? sql`select p.*, ts_rank(words.recherche, ${search.query}::tsquery) as score
            from (${found}) p join publication_words words on words.publication_id = p.id`
      : found
  }
  const from = segment === dated ? filter.from : undefined
  // Several sources of a search are cut as one list: each alone, the sparser one would reach further back.
  const walked = search && (segment.few ? { ...search, path: SMALL_LIST_SCAN } : search)
  const cut = walked?.path.kind === 'walk' ? walked.path.rows : undefined
  const asked = [
    segment.needs,
    ...(place.communeIds && !apart ? [sql`p.commune_ids`] : []),
    ...(place.acteurIds ? [sql`p.acteur_id`] : []),
    ...(onDays.length > 0 && !isByDay ? [sql`p.debut`] : []),
  ]
  const part = (from: Sql, more: readonly Sql[] = []) =>
    cut !== undefined
      ? sql`(select ${join(asked)} from ${from} p ${where([...more, ...before])} order by ${segment.by} limit ${cut})`
      : sql`(select ${segment.needs} from (${rows(from, more)}) p ${end})`
  const together = (parts: Sql) =>
    cut !== undefined
      ? searchRows(walked, { from: sql`(${parts})`, conditions: [], narrowing, order: segment.by })
      : parts
  if (!apart || place.communeIds === null) {
    // Hits are read once: their next day is computed.
    const isByHits = from !== undefined && search !== undefined && search.path.kind !== 'walk'
    const all = rows(sql`publications`, [], isByHits ? atNextDay(from) : undefined)
    if (from === undefined || isByHits) return sql`select ${scanColumns(step)} from (${all}) p ${end}`
    const both = sql`${part(sql`publications`)} union all ${part(furtherDays(from, ofAll))}`
    return sql`select ${scanColumns(step)} from (${together(both)}) p ${end}`
  }
  const near = (from: Sql) => part(from, [sql`p.commune_id = commune.id`])
  const all = sql`
    select ${place.communeIds.length === 1 ? sql`` : sql`distinct`} near.*
    from unnest(${[...place.communeIds]}::uuid[]) as commune(id)
    cross join lateral (
      ${near(sql`publications`)} union all ${near(place.acteurIds ? attachedRows : attached)}
      ${from === undefined ? sql`` : sql`union all ${near(furtherDays(from, ofCommune))}`}) as near`
  return sql`
    select ${scanColumns(step)} from (${together(all)}) as p order by ${segment.by} limit ${step.enough}`
}

/** Undated publications are on no day: a constant, or the planner would walk all of them to find none. */
const daysIn = (segment: PublicSegment, days: Pick<Filter, 'from' | 'to'>): Sql[] => {
  if (segment === dated) return daysBetween(sql`p.debut`, days)
  return (days.from ?? days.to) === undefined ? [] : [sql`false`]
}

/** Up to so many communes are walked along their own indexes; for more, the index of all publications is walked. */
export const FEW_COMMUNES = 5

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

export function conditionsOf(
  place: Place,
  { type, withoutActes }: Pick<Filter, 'type' | 'withoutActes'>,
): Sql[] {
  return [
    ...equal(sql`p.acteur_id`, place.acteurId),
    ...(withoutActes ? [sql`p.type_id <> ${ACTE_TYPE}`] : []),
    ...(type === undefined ? [] : [ofType(type)]),
  ]
}

function ofType(type: NonNullable<Filter['type']>): Sql {
  if ('id' in type) return sql`p.type_id = ${type.id}`
  if ('slugs' in type) return ofTypes(type.slugs)
  return sql`(p.debut is null or p.type_id <> (select id from publication_types where slug = 'evenement'))`
}

/** One type is compared as a value, for which the planner knows how many rows it has. */
const ofTypes = (slugs: readonly string[]): Sql =>
  slugs.length === 1
    ? sql`p.type_id = (select id from publication_types where slug = ${slugs[0]})`
    : sql`p.type_id = any(array(select id from publication_types where slug = any(${[...slugs]}::text[])))`

/** Conditions on columns outside the newest-first indexes. */
export const narrowingOf = (place: Place, apart: boolean, onDays: readonly Sql[]): Sql[] => [
  ...(place.communeIds && !apart ? [sql`p.commune_ids && ${[...place.communeIds]}::uuid[]`] : []),
  ...(place.acteurIds ? [sql`p.acteur_id = any(${[...place.acteurIds]}::uuid[])`] : []),
  ...onDays,
]
