import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import {
  dayPart,
  pick,
  type Run,
  type RunKey,
  type Step,
  stepColumns,
  timestampPart,
} from '../../kernel/lists/runs.ts'
import { isId } from '../../kernel/routes/shapes.ts'
import { columns, type PublicRow, relations } from '../record.ts'
import { daysBetween, ONLY_WALK, rowsOf, type Search } from './search.ts'

/** What everybody may list: only what is visible now, along an index in every order. */

export interface PublicRun extends Run {
  /** What it is ordered by, and nothing more: the walk through a commune's index then reads no row. */
  readonly needs: Sql
  /** So few rows that they are read and narrowed, whatever the place. */
  readonly few?: true
  /** Ordered by how well it matches: `p.score`. */
  readonly scores?: true
}

const newest: PublicRun = {
  needs: sql`p.id, p.visible_le`,
  order: sql`p.visible_le desc, p.id desc`,
  key: [sql`p.visible_le::text`, sql`p.id::text`],
  behind: ([at, id]) => sql`(p.visible_le, p.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
}
const byDay: PublicRun = {
  needs: sql`p.id, p.date_debut`,
  where: sql`p.date_debut is not null`,
  order: sql`p.date_debut, p.id`,
  key: [sql`p.date_debut::text`, sql`p.id::text`],
  behind: ([day, id]) => sql`(p.date_debut, p.id) > (${day}::date, ${id}::uuid)`,
  checks: [dayPart, isId],
}
/** Along the same index as those that have a day, from its other end. */
const undated: PublicRun = {
  needs: sql`p.id, p.date_debut`,
  where: sql`p.date_debut is null`,
  order: sql`p.date_debut desc, p.id desc`,
  key: [sql`''`, sql`p.id::text`],
  behind: ([, id]) => sql`p.id < ${id}::uuid`,
  checks: [part => part === '', isId],
}
const isFeatured = sql`p.en_avant and (p.featured_until is null or p.featured_until > now())`
/** By their ids: a link to a further commune does not know who is featured (0.8 ms; 11 when the row must be read). */
const isNotFeatured = sql`p.id <> all(array(
  select p.id from publications p where ${isFeatured} and p.visible_le <= now()))`

export const RUNS = {
  publie_le_desc: [newest],
  /** What has no day comes behind what has one. */
  date_debut_asc: [byDay, undated],
  featured: [
    { ...newest, where: isFeatured, few: true },
    { ...newest, where: isNotFeatured },
  ],
  /** How well the words match; of common words, among the newest. */
  relevance: [
    {
      needs: sql`p.id, p.visible_le, p.score`,
      order: sql`p.score desc, p.visible_le desc, p.id desc`,
      key: [sql`p.score::text`, sql`p.visible_le::text`, sql`p.id::text`],
      behind: ([score, at, id]) =>
        sql`(p.score, p.visible_le, p.id) < (${score}::real, ${at}::timestamptz, ${id}::uuid)`,
      checks: [part => /^\d(\.\d{1,12})?(e-\d{1,2})?$/.test(part), timestampPart, isId],
      scores: true,
    },
  ],
  /** An acteur's own page: what it pinned comes first. */
  pinned: [
    { ...newest, where: sql`p.epingle` },
    { ...newest, where: sql`not p.epingle` },
  ],
} as const satisfies Record<string, readonly PublicRun[]>

/** Where a list looks. */
export interface Place {
  /** Any of these; null for everywhere. */
  readonly communeIds: readonly string[] | null
  readonly acteurIds: readonly string[] | null
  readonly acteurId: string | undefined
}

export interface Filter {
  readonly place: Place
  readonly type: { readonly id: string } | { readonly slug: string } | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly search: Search | undefined
}

export type ListedRow = PublicRow & { readonly run: number; readonly key: readonly string[] }

export const listVisible = (db: Db, filter: Filter, runs: readonly PublicRun[], page: Page<RunKey>) =>
  db.all<ListedRow>(sql`
    select shown.*, picked.run, picked.key from (${pick(runs, page, step => walk(filter, step))}) as picked
    cross join lateral (select ${columns.public} from publications p ${relations} where p.id = picked.id offset 0) shown
    order by picked.run, picked.place`)

/** Where one run's rows come from, in its order, as many as the page can need. */
function walk({ place, search, ...filter }: Filter, step: Step<PublicRun>): Sql {
  const { run } = step
  const apart = isWalkedApart(place, search) && !run.few
  const narrowing = narrowingOf(place, filter, apart)
  const conditions = [sql`p.visible_le <= now()`, ...conditionsOf(place, filter)]
  // A score is known only once the rows are there; any other place in the list is found by the index.
  const [before, after] = run.scores
    ? [conditions, step.conditions]
    : [[...conditions, ...step.conditions], []]
  const end = sql`${where(after)} order by ${run.order} limit ${step.enough}`
  const rows = (from: Sql, ...more: readonly Sql[]) => {
    const order = run.scores ? newest.order : run.order
    const found = rowsOf(run.few ? search && { ...search, way: ONLY_WALK } : search, {
      from,
      conditions: [...more, ...before],
      narrowing,
      order,
    })
    return run.scores && search
      ? sql`select p.*, ts_rank(words.recherche, ${search.query}::tsquery) as score
            from (${found}) p join publication_words words on words.publication_id = p.id`
      : found
  }
  if (!apart || place.communeIds === null)
    return sql`select ${stepColumns(step)} from (${rows(sql`publications`)}) p ${end}`
  const near = (from: Sql) => sql`
    (select ${run.needs} from (${rows(from, sql`p.commune_id = commune.id`)}) p ${end})`
  return sql`
    select ${stepColumns(step)} from (
      select ${place.communeIds.length === 1 ? sql`` : sql`distinct`} near.*
      from unnest(${[...place.communeIds]}::uuid[]) as commune(id)
      cross join lateral (
        ${near(sql`publications`)} union all ${near(place.acteurIds ? attachedRows : attached)}) as near) as p
    order by ${run.order} limit ${step.enough}`
}

/** So many communes are walked each along its own index; more of them are met on the way through everything. */
const FEW_COMMUNES = 5

/**
 * Commune by commune, along the index of each: not where an acteur has few publications or an index has all hits at
 * hand, for they are read and narrowed.
 */
const isWalkedApart = ({ communeIds, acteurId }: Place, search: Search | undefined) =>
  communeIds !== null &&
  acteurId === undefined &&
  (search === undefined || (search.way.kind === 'walk' && communeIds.length <= FEW_COMMUNES))

/** The links to further communes know what most lists filter and sort by. */
const attached = sql`(select publication_id as id, commune_id, visible_le, type_id, date_debut from publication_communes)`
const attachedRows = sql`(select link.publication_id as id, link.commune_id, link.visible_le, link.type_id,
  link.date_debut, publications.acteur_id
  from publication_communes link join publications on publications.id = link.publication_id)`

function conditionsOf(place: Place, { type }: Pick<Filter, 'type'>): Sql[] {
  return [
    ...(place.acteurId === undefined ? [] : [sql`p.acteur_id = ${place.acteurId}`]),
    ...(type === undefined
      ? []
      : 'id' in type
        ? [sql`p.type_id = ${type.id}`]
        : [sql`p.type_id = (select id from publication_types where slug = ${type.slug})`]),
  ]
}

/** In none of the indexes that give the newest first. */
const narrowingOf = (place: Place, days: Pick<Filter, 'from' | 'to'>, apart: boolean): Sql[] => [
  ...(place.communeIds && !apart ? [sql`p.commune_ids && ${[...place.communeIds]}::uuid[]`] : []),
  ...(place.acteurIds ? [sql`p.acteur_id = any(${[...place.acteurIds]}::uuid[])`] : []),
  ...daysBetween(sql`p.date_debut`, days),
]
