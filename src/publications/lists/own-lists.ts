import type { AppSource } from '../../access/app-sources.ts'
import type { Caller } from '../../access/permissions.ts'
import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { equal } from '../../kernel/lists/list-filters.ts'
import { behind, type IndexOrder, inOrder, timestampPart } from '../../kernel/lists/orders.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import { isId } from '../../kernel/routes/shapes.ts'
import { type Hall, ownRecord } from '../own-record.ts'
import { columns, memberOf, type OwnRow, relations } from '../record.ts'

/** What members see of their acteurs' publications: every state but deleted, newest first, with an exact total. */

type OwnListRow = OwnRow & { readonly key: readonly string[] }

export const NEWEST: IndexOrder<OwnListRow> = {
  by: sql`p.created_at desc, p.id desc`,
  behind: ([at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
  keyOf: row => row.key,
}
type OwnPage = Page<typeof NEWEST>

/** What is shown of a row. */
export function shownTo(caller: Caller, hall?: Hall) {
  const record = ownRecord(caller, hall)
  return ({ key: _, ...row }: OwnListRow) => record(row)
}

const list = (db: Db, userId: string, conditions: readonly Sql[], page: OwnPage) =>
  db.all<OwnListRow>(sql`
    select shown.*, array[picked.created_at::text, picked.id::text] as key from (
      select p.id, p.created_at from publications p ${where([...conditions, ...behind(page)])} ${inOrder(page)}) as picked
    cross join lateral (
      select ${columns.own} from publications p ${relations} ${memberOf(userId)} where p.id = picked.id offset 0) shown
    order by picked.created_at desc, picked.id desc`)

const count = async (db: Db, conditions: readonly Sql[]) =>
  (await db.one<{ total: number }>(sql`select count(*) as total from publications p ${where(conditions)}`))
    ?.total ?? 0

/** The scope of the calling app: the same rule as `isWithin`, in SQL. */
const withinScope = ({ communeIds, acteurIds }: AppSource): Sql[] => [
  ...(communeIds ? [sql`p.commune_ids && ${[...communeIds]}::uuid[]`] : []),
  ...(acteurIds ? [sql`p.acteur_id = any(${[...acteurIds]}::uuid[])`] : []),
]

////////////////////////////////////////////////////////////////////////////// mine

/**
 * By two indexes, not by walking through all publications: those of one's acteurs and, for administrators, those they wrote
 * for any acteur. For others, having written a publication is no right: a former member would go on reading what the
 * others make of it.
 */
const ofUser = (userId: string) => sql`p.id in (
  select id from publications where acteur_id in (select acteur_id from actor_users where user_id = ${userId})
  union
  select id from publications where created_by = ${userId} and ${isAdmin(userId)})`

const isAdmin = (userId: string) =>
  sql`exists (select from user_roles where user_id = ${userId} and role = 'admin')`

interface MineFilter {
  readonly source: AppSource
  readonly acteurId: string | undefined
  readonly status: string | undefined
}
const mineConditions = (userId: string, { source, acteurId, status }: MineFilter): Sql[] => [
  sql`p.deleted_at is null`,
  ofUser(userId),
  ...withinScope(source),
  ...equal(sql`p.acteur_id`, acteurId),
  ...equal(sql`p.moderation_status`, status),
]

export const listMine = (db: Db, userId: string, filter: MineFilter, page: OwnPage) =>
  list(db, userId, mineConditions(userId, filter), page)
export const countMine = (db: Db, userId: string, filter: MineFilter) =>
  count(db, mineConditions(userId, filter))

export const findMine = (db: Db, userId: string, id: string) =>
  db.one<OwnRow>(sql`
    select ${columns.own} from publications p ${relations} ${memberOf(userId)}
    where p.id = ${id} and p.deleted_at is null and (m.user_id is not null or (p.created_by = ${userId} and ${isAdmin(userId)}))`)

////////////////////////////////////////////////////////////////////////////// a town hall's

export interface MairieFilter {
  readonly source: AppSource
  readonly acteurId: string
  readonly scope: 'own' | 'commune' | 'all'
  readonly status: string | undefined
}

const mairieConditions = ({ source, acteurId, scope, status }: MairieFilter): Sql[] => {
  const communes = sql`select id from communes where mairie_actor_id = ${acteurId}`
  const own = sql`p.acteur_id = ${acteurId}`
  const attached = sql`p.id in (
    select id from publications where commune_id in (${communes})
    union
    select publication_id from publication_communes where commune_id in (${communes}))`
  const inScope = {
    own,
    commune: sql`p.acteur_id is distinct from ${acteurId} and ${attached}`,
    all: sql`(${own} or ${attached})`,
  }[scope]
  return [
    sql`p.deleted_at is null`,
    inScope,
    ...withinScope(source),
    ...equal(sql`p.moderation_status`, status),
  ]
}

export const listForMairie = (db: Db, userId: string, filter: MairieFilter, page: OwnPage) =>
  list(db, userId, mairieConditions(filter), page)
export const countForMairie = (db: Db, filter: MairieFilter) => count(db, mairieConditions(filter))
