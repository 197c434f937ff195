import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { deletedWanted, equal, onDays } from '../../kernel/lists/list-filters.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import { searched } from '../../kernel/lists/searching.ts'
import { isFilled, type Placed, pick, type Stretches, stepColumns } from '../../kernel/lists/stretches.ts'
import { type AdminRow, columns, relations } from '../record.ts'
import { ORDERS } from './admin-orders.ts'
import {
  FEW_HITS,
  INDEX,
  LONG_WALK,
  ONLY_WALK,
  rowsOf,
  type Search,
  type Understood,
  type Way,
} from './search.ts'
import type { AdminQuery } from './shapes.ts'

/** The moderators' list: every filter, every order, and an exact total. */

export interface Narrowed {
  /** Where rows are read from: everything, or the publications of one commune. */
  readonly from: Sql
  readonly communeIds: readonly string[] | null
  readonly conditions: readonly Sql[]
  readonly words: Understood | undefined
  /** The filters that `publication_totals` answers without counting. */
  readonly kept: readonly Sql[] | undefined
}

export function narrow(query: AdminQuery, words: Understood | undefined): Narrowed {
  const deleted = deletedWanted(query.deleted)
  const { moderation_status, valide, type_id } = query
  const counted = [
    ...equal(sql`moderation_status`, moderation_status),
    ...equal(sql`valide`, valide),
    ...equal(sql`type_id`, type_id),
  ]
  const others = [
    ...equal(sql`p.acteur_id`, query.acteur_id),
    ...equal(sql`p.import_source_id`, query.import_source_id),
    ...(query.reported === undefined
      ? []
      : [query.reported ? sql`p.reports_count > 0` : sql`p.reports_count = 0`]),
    ...onDays(sql`p.created_at`, query.from, query.to),
  ]
  return {
    from: query.commune_id === undefined ? sql`publications` : attachedTo(query.commune_id),
    communeIds: query.commune_id === undefined ? null : [query.commune_id],
    conditions: [
      ...counted.map(one => sql`p.${one}`),
      ...(deleted === undefined ? [] : [deleted ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`]),
      ...others,
    ],
    words,
    kept:
      others.length > 0 || words || query.commune_id !== undefined
        ? undefined
        : [...counted, ...equal(sql`deleted`, deleted)],
  }
}

/** Publications of the commune, and those attached to it: two indexes, and no row of other communes. */
const attachedTo = (communeId: string) => sql`(
  select * from publications where commune_id = ${communeId}
  union all
  select publications.* from publication_communes link join publications on publications.id = link.publication_id
  where link.commune_id = ${communeId})`

export type ListedRow = AdminRow & Placed

/** So many rows are fetched and sorted in a tenth of a second at most. */
const FEW_ROWS = 100_000

/**
 * The total comes first, and decides the way: few rows are gathered and sorted, many are walked along their order. The
 * planner alone would walk a million rows for those that come last (30 000 pending: 1.4 s instead of 9 ms).
 */
export async function listForAdmin(
  db: Db,
  narrowed: Narrowed,
  page: Page<Stretches>,
  total: number,
): Promise<ListedRow[]> {
  const { from, communeIds, conditions, words } = narrowed
  if (words) {
    const by = (way: Way) =>
      rowsAlong(db, page, { from, conditions }, { query: words.query, communeIds, visible: false, way })
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
  const byAge = page.order === ORDERS.created_at_desc || page.order === ORDERS.created_at_asc
  if (byAge || total > FEW_ROWS) return await rowsAlong(db, page, { from, conditions })
  const gathered = sql`(select p.* from ${from} p ${where(conditions)} offset 0)`
  return await rowsAlong(db, page, { from: gathered, conditions: [] })
}

const rowsAlong = (
  db: Db,
  page: Page<Stretches>,
  { from, conditions }: Pick<Narrowed, 'from' | 'conditions'>,
  search?: Search,
) =>
  db.all<ListedRow>(sql`
    select shown.*, picked.stretch, picked.key from (${pick(page, step => {
      const order = step.stretch.by
      const rows = rowsOf(search, { from, conditions: [...conditions, ...step.conditions], order })
      return sql`select ${stepColumns(step)} from (${rows}) p order by ${order} limit ${step.enough}`
    })}) as picked
    cross join lateral (select ${columns.admin} from publications p ${relations} where p.id = picked.id offset 0) shown
    order by picked.stretch, picked.place`)

export async function countForAdmin(db: Db, narrowed: Narrowed): Promise<number> {
  const row = await db.one<{ total: number }>(
    narrowed.kept
      ? sql`select coalesce(sum(total), 0)::bigint as total from publication_totals ${where(narrowed.kept)}`
      : sql`select count(*) as total from ${narrowed.from} p ${where(allConditions(narrowed))}`,
  )
  return row?.total ?? 0
}

/** All conditions, with the words among them, for counting and grouping. */
export const allConditions = ({ conditions, words }: Narrowed): Sql[] => [
  ...conditions,
  ...(words
    ? [
        words.indexable
          ? sql`p.id in (select publication_id from publication_words where recherche @@ ${words.query}::tsquery)`
          : sql`(select recherche @@ ${words.query}::tsquery from publication_words where publication_id = p.id)`,
      ]
    : []),
]
