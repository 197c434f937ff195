import type { Static } from 'typebox'
import { countRows, type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { equal } from '../../../kernel/lists/list-filters.ts'
import { cursorCondition, orderAndLimit } from '../../../kernel/lists/orders.ts'
import type { Page } from '../../../kernel/lists/paging.ts'
import type { Config } from '../../../kernel/settings/config.ts'
import type { AppSource } from '../../../people/access/app-sources.ts'
import { membershipsOf } from '../../../people/access/memberships.ts'
import { territoryOfKey, type UserOrKey } from '../../../people/access/permissions.ts'
import { meetsTerritory } from '../../../people/access/territory.ts'
import { type Hall, ownRecord } from '../own-record.ts'
import { columns, memberOf, type OwnRow, relations } from '../record.ts'
import type { OwnListRow, OwnOrder } from './own-orders.ts'
import { countedStates, IN_STATE, NONE } from './own-states.ts'
import { hasManyHits, loadSearchContext } from './search.ts'
import type { MairieQuery, OwnCounts, OwnFilter } from './shapes.ts'

/** Members' lists of their acteurs' publications: every state but deleted, with an exact total. */

type OwnPage = Page<OwnOrder>

/** The record of a row for this caller. */
export function shownTo(caller: UserOrKey, config: Config, hall?: Hall) {
  const record = ownRecord(caller, config, hall)
  return ({ key: _, ...row }: OwnListRow) => record(row)
}

/** Selects the page first and joins the rest for its rows only. */
export const listOwn = (db: Db, caller: UserOrKey, conditions: readonly Sql[], page: OwnPage) =>
  db.all<OwnListRow>(sql`
    select shown.*, ${page.order.key} as key from (
      select p.id, p.id as picked, p.created_at, p.debut, p.title
      from publications p ${where([...conditions, ...cursorCondition(page)])} ${orderAndLimit(page)}) as p
    cross join lateral (
      select ${columns.own} from publications p ${relations} ${memberOf(caller)} where p.id = picked offset 0) shown
    order by ${page.order.by}`)

export const countOwn = (db: Db, conditions: readonly Sql[]) =>
  countRows(db, sql`publications p ${where(conditions)}`)

export const countStates = async (db: Db, conditions: readonly Sql[]): Promise<OwnCounts> =>
  (await db.one<OwnCounts>(sql`select ${countedStates} from publications p ${where(conditions)}`)) ?? NONE

/** The scope of the calling app: `isWithin` in SQL. */
const withinScope = ({ communeIds, acteurIds }: AppSource): Sql[] => [
  ...(communeIds ? [sql`p.commune_ids && ${[...communeIds]}::uuid[]`] : []),
  ...(acteurIds ? [sql`p.acteur_id = any(${[...acteurIds]}::uuid[])`] : []),
]

/** The conditions of the other filters. */
export async function ownConditions(db: Db, { q, etat, moderation_status }: OwnFilter): Promise<Sql[]> {
  return [
    ...equal(sql`p.moderation_status`, moderation_status),
    ...(etat ? [sql`(${IN_STATE[etat]})`] : []),
    ...(await saying(db, q)),
  ]
}

/** Rare words by their index; for common words each row of the acteur is checked. */
async function saying(db: Db, q: string | undefined): Promise<Sql[]> {
  const words = await loadSearchContext(db, q)
  if (!words) return []
  const { query } = words
  const isRare = words.indexable && !(await hasManyHits(db, { query, communeIds: null, visible: false }))
  return [
    isRare
      ? sql`p.id in (select publication_id from publication_words where recherche @@ ${query}::tsquery offset 0)`
      : sql`(select recherche @@ ${query}::tsquery from publication_words where publication_id = p.id)`,
  ]
}

////////////////////////////////////////////////////////////////////////////// mine

/**
 * By two indexes: publications of the user's acteurs and, for administrators, those they wrote for any acteur.
 * Authorship alone gives no right, or former members would go on reading. For a key of a large area the planner may
 * follow the order of the list instead: 0.1 ms instead of 48 for a page of 40 000.
 */
const ofCaller = (caller: UserOrKey) =>
  caller.kind === 'key'
    ? sql`p.acteur_id in (select acteur_id from ${membershipsOf(caller)} m)`
    : sql`p.id in (
  select id from publications where acteur_id in (select acteur_id from ${membershipsOf(caller)} m)
  union
  select id from publications where ${writtenAsAdmin(caller)})`

/** Publications of one acteur, along its index. */
const ofActeur = (caller: UserOrKey, acteurId: string) => sql`p.acteur_id = ${acteurId} and (
  exists (select from ${membershipsOf(caller)} m where m.acteur_id = ${acteurId})
  or (${writtenAsAdmin(caller)}))`

const writtenAsAdmin = (caller: UserOrKey) =>
  caller.kind === 'key'
    ? sql`false`
    : sql`created_by = ${caller.id} and exists (select from user_roles where user_id = ${caller.id} and role = 'admin')`

interface Whose {
  readonly source: AppSource
  readonly acteurId: string | undefined
}
export const whatIsMine = (caller: UserOrKey, { source, acteurId }: Whose): Sql[] => [
  sql`p.deleted_at is null`,
  acteurId === undefined ? ofCaller(caller) : ofActeur(caller, acteurId),
  ...withinKey(caller),
  ...withinScope(source),
]

/** A key of some communes sees what is for one of them. */
const withinKey = (caller: UserOrKey) => meetsTerritory(sql`p.commune_ids`, territoryOfKey(caller))

export const findMine = (db: Db, caller: UserOrKey, id: string) =>
  db.one<OwnRow>(sql`
    select ${columns.own} from publications p ${relations} ${memberOf(caller)}
    ${where([
      sql`p.id = ${id} and p.deleted_at is null and (m.acteur_id is not null or (${writtenAsAdmin(caller)}))`,
      ...withinKey(caller),
    ])}`)

////////////////////////////////////////////////////////////////////////////// a town hall's

interface OfMairie {
  readonly source: AppSource
  readonly acteurId: string
  readonly scope: NonNullable<Static<typeof MairieQuery>['scope']>
}

export const whatMairieSees = ({ source, acteurId, scope }: OfMairie): Sql[] => {
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
  return [sql`p.deleted_at is null`, inScope, ...withinScope(source)]
}
