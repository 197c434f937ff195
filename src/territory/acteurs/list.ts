import { namesOf } from '../../../shared/fields/field.ts'
import { isId } from '../../../shared/shapes.ts'
import { ACTEUR_TYPES, type ActeurType } from '../../../shared/words/acteurs.ts'
import { type Db, join, type Sql, sql, where } from '../../kernel/db/db.ts'
import { deletedWanted, equal, everyWord } from '../../kernel/lists/list-filters.ts'
import { anyText, isFull, type Page } from '../../kernel/lists/paging.ts'
import { runSearch } from '../../kernel/lists/search-steps.ts'
import {
  newest,
  oldest,
  type SegmentedOrder,
  type SegmentPosition,
  type SegmentScan,
  scanColumns,
  segmented,
  selectPage,
} from '../../kernel/lists/segments.ts'
import { acteurInTerritory, type Territory } from '../../people/access/territory.ts'
import { columns } from './queries.ts'
import { searchable } from './rules.ts'
import type { Acteur, AdminActeur, AdminQuery, StoredActeur } from './shapes.ts'

/** The lists of acteurs: which ones, in which order, and how many. */

export const ORDERS = {
  nom_asc: segmented({
    by: sql`p.cle, p.id`,
    key: [sql`p.cle`, sql`p.id::text`],
    rowsAfter: ([cle, id]) => sql`(p.cle, p.id) > (${cle}, ${id}::uuid)`,
    checks: [anyText, isId],
  }),
  created_at_desc: segmented(newest),
  created_at_asc: segmented(oldest),
} as const satisfies Record<NonNullable<AdminQuery['sort']>, SegmentedOrder>

/** The filter: conditions, search words, and one commune, or several. */
export interface ActeurFilter {
  readonly conditions: readonly Sql[]
  readonly words: readonly Sql[]
  readonly communeId: string | readonly string[] | Sql | undefined
}

export async function adminFilter(db: Db, query: AdminQuery, territory: Territory): Promise<ActeurFilter> {
  const deleted = deletedWanted(query.deleted)
  const { commune_id, type, valide, active, badge, can_publish } = query
  return {
    communeId: commune_id,
    words: await matching(db, query.q),
    conditions: [
      ...(deleted === undefined ? [] : [deleted ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`]),
      ...equal(sql`p.type`, type),
      ...equal(sql`p.valide`, valide),
      // Written as a literal, so that the partial index of the rare value is used.
      ...(active === undefined ? [] : [active ? sql`p.active` : sql`not p.active`]),
      ...equal(sql`p.badge`, badge),
      ...acteurInTerritory(sql`p.id`, territory),
      ...(can_publish === undefined ? [] : [can_publish ? sql`p.can_publish` : sql`not p.can_publish`]),
    ],
  }
}

type Open = Pick<AdminQuery, 'type'> & { acteurIds: readonly string[] | null }

/** The public list of one commune. */
export const openIn = async (
  db: Db,
  communeId: string,
  { q, ...open }: Open & Pick<AdminQuery, 'q'>,
): Promise<ActeurFilter> => openWith(communeId, open, await matching(db, q, communeId))

/** For words that are parsed already. */
export const openWith = (
  communeId: string | readonly string[] | Sql,
  { type, acteurIds }: Open,
  words: readonly Sql[],
): ActeurFilter => ({
  communeId,
  words,
  conditions: [
    sql`p.active and p.deleted_at is null`,
    ...equal(sql`p.type`, type),
    ...(acteurIds ? [sql`p.id = any(${[...acteurIds]}::uuid[])`] : []),
  ],
})

/** Every word must begin one of the searched words of an acteur. An empty search is ignored. */
export async function matching(db: Db, q: string | undefined, communeId?: string): Promise<Sql[]> {
  const asked = wordsAsked(q)
  if (!asked) return []
  const row = await db.one<{ words: string }>(sql`select ${asked} as words`)
  return holdingWords(row?.words ?? '', communeId)
}

/** The words as names are compared, in SQL. */
export function wordsAsked(q: string | undefined): Sql | undefined {
  const text = searchable(q)?.trim()
  return text ? sql`words_asked(${text})` : undefined
}
/** In the list of a commune its own name and postal code, which are words of each acteur there, do not count. */
export const holdingWords = (words: string, communeId?: string): Sql[] => [
  ...everyWord(sql`p.recherche`, words),
  ...(communeId === undefined
    ? []
    : everyWord(sql`replace(p.recherche, ${wordsOfCommune(communeId)}, ' ')`, words)),
]
/** In the list of a commune: one of these patterns of words, each between spaces. */
export const holdingOneOf = (patterns: readonly string[], communeId: string): Sql =>
  sql`replace(p.recherche, ${wordsOfCommune(communeId)}, ' ') like any(${[...patterns]}::text[])`
/** As `set_acteur_keys` adds them. */
const wordsOfCommune = (id: string) => sql`(
  select words_key(concat_ws(' ', c.nom, c.cle, array_to_string(c.codes_postaux, ' '))) from communes c where c.id = ${id})`

/**
 * Rare words are found by their index, frequent ones among the first rows of the list: one generic plan would be wrong for
 * some (walking the list for a name that one acteur has: 230 ms, not 5).
 */
type Way = 'shortScan' | 'index' | 'any'
const SHORT_SCAN_ROWS = 500

/**
 * Where rows are read from: for a commune, its own acteurs and those whose zone contains it, each along its index (6 000 of
 * them as one `id in (…)`: 70 ms).
 */
function placesOf(
  { conditions, words, communeId }: ActeurFilter,
  step?: SegmentScan,
  way: Way = 'any',
): Sql[] {
  const all = [...conditions, ...(step?.conditions ?? [])]
  if (communeId === undefined) {
    if (way === 'shortScan')
      return [
        sql`from (select p.* from acteurs p ${where(all)} order by ${step?.segment.by ?? sql`p.id`} limit ${SHORT_SCAN_ROWS}) p
            ${where(words)}`,
      ]
    if (way === 'index')
      return [sql`from (select p.* from acteurs p ${where(words)} offset 0) p ${where(all)}`]
    return [sql`from acteurs p ${where([...all, ...words])}`]
  }
  if (typeof communeId !== 'string') {
    const ids = 'text' in communeId ? communeId : sql`${[...communeId]}::uuid[]`
    return [
      sql`from acteurs p ${where([sql`p.commune_id = any(${ids})`, ...all, ...words])}`,
      sql`from (select distinct acteur_id from acteur_communes where commune_id = any(${ids})) z
          join acteurs p on p.id = z.acteur_id
          ${where([sql`(p.commune_id = any(${ids})) is not true`, ...all, ...words])}`,
    ]
  }
  return [
    sql`from acteurs p ${where([sql`p.commune_id = ${communeId}`, ...all, ...words])}`,
    sql`from acteur_communes z join acteurs p on p.id = z.acteur_id
        ${where([sql`z.commune_id = ${communeId} and p.commune_id is distinct from ${communeId}`, ...all, ...words])}`,
  ]
}

async function listed<T>(
  db: Db,
  shown: Sql,
  filter: ActeurFilter,
  page: Page<SegmentedOrder>,
): Promise<(T & SegmentPosition)[]> {
  const along = (way: Way) =>
    db.all<T & SegmentPosition>(sql`
      select shown.*, picked.segment, picked.key from (${selectPage(page, step => {
        const end = sql`order by ${step.segment.by} limit ${step.enough}`
        const rows = placesOf(filter, step, way).map(
          place => sql`(select p.id, p.cle, p.created_at ${place} ${end})`,
        )
        return sql`select ${scanColumns(step)} from (${join(rows, ' union all ')}) p ${end}`
      })}) as picked
      cross join lateral (select ${shown} from acteurs p where p.id = picked.id offset 0) shown
      order by picked.segment, picked.place`)
  if (filter.words.length === 0 || filter.communeId !== undefined) return await along('any')
  return await runSearch({ shortScan: () => along('shortScan'), index: () => along('index') }, rows =>
    isFull(page, rows),
  )
}

export const listForAdmin = (
  db: Db,
  filter: ActeurFilter,
  page: Page<SegmentedOrder>,
  territory: Territory,
) => listed<StoredActeur<AdminActeur>>(db, columns.admin(territory), filter, page)

export const listOpen = (db: Db, filter: ActeurFilter, page: Page<SegmentedOrder>) =>
  listed<StoredActeur<Acteur>>(db, columns.public, filter, page)

/** The ids of the first ones by name, as a query. */
export function firstOpen(filter: ActeurFilter, most: number): Sql {
  const end = sql`order by p.cle, p.id limit ${most}`
  const rows = placesOf(filter).map(place => sql`(select p.id, p.cle ${place} ${end})`)
  return sql`select p.id from (${join(rows, ' union all ')}) p ${end}`
}

/** In the order of the ids. */
export const openByIds = (db: Db, ids: readonly string[]) =>
  db.all<StoredActeur<Acteur>>(sql`
    select ${columns.public} from acteurs p where p.id = any(${[...ids]}::uuid[])
    order by array_position(${[...ids]}::uuid[], p.id)`)

export async function countActeurs(db: Db, filter: ActeurFilter): Promise<number> {
  const counts = placesOf(filter).map(place => sql`(select count(*) ${place})`)
  const row = await db.one<{ total: number }>(sql`select ${join(counts, ' + ')} as total`)
  return row?.total ?? 0
}

/** The first of each type by name, and how many there are: one statement. */
export const firstOfTypes = (db: Db, filter: ActeurFilter, most: number) =>
  db.all<StoredActeur<Acteur> & { readonly total: number }>(sql`
    select shown.*, picked.total from (
      select id, cle, total from (
        select p.*, row_number() over (partition by p.type order by p.cle, p.id) as place,
          count(*) over (partition by p.type) as total
        from (${join(
          placesOf(filter).map(place => sql`select p.id, p.type, p.cle ${place}`),
          ' union all ',
        )}) p) counted
      where place <= ${most}) picked
    cross join lateral (select ${columns.public} from acteurs p where p.id = picked.id offset 0) shown
    order by picked.cle, picked.id`)

/** How many the public list of a commune has of each type: one statement. */
export async function countTypes(db: Db, filter: ActeurFilter): Promise<Record<ActeurType, number>> {
  const places = placesOf(filter).map(place => sql`select p.type ${place}`)
  const rows = await db.all<{ type: ActeurType; total: number }>(sql`
    select type, count(*) as total from (${join(places, ' union all ')}) p group by type`)
  const counted = new Map(rows.map(({ type, total }) => [type, total]))
  return Object.fromEntries(namesOf(ACTEUR_TYPES).map(type => [type, counted.get(type) ?? 0])) as Record<
    ActeurType,
    number
  >
}
