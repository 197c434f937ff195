import { listSources, NEWEST, sourceConditions } from '../../exchange/imports/queries.ts'
import {
  listSubscriptions,
  NEWEST_SUBSCRIPTIONS,
  subscriptionConditions,
} from '../../exchange/payments/lists.ts'
import { type Db, join, type Sql, sql, where } from '../../kernel/db/db.ts'
import { everyWord } from '../../kernel/lists/list-filters.ts'
import { type Order, pageOf } from '../../kernel/lists/paging.ts'
import { LAST_WRITTEN_FIRST, listThreads } from '../../letters/support/queries.ts'
import { acteurInTerritory, type Territory } from '../../people/access/territory.ts'
import { STOCK } from '../../publishing/publications/lists/admin-count.ts'
import { planFilter } from '../../publishing/publications/lists/admin-filter.ts'
import { listForAdmin } from '../../publishing/publications/lists/admin-list.ts'
import { ORDERS } from '../../publishing/publications/lists/admin-orders.ts'
import { loadOfficeSearch } from '../../publishing/publications/lists/office-search.ts'
import { hasManyHits } from '../../publishing/publications/lists/search.ts'
import { isCommon } from '../../publishing/publications/lists/word-sample.ts'
import * as acteurs from '../../territory/acteurs/list.ts'
import { searchable } from '../../territory/acteurs/rules.ts'
import * as claims from '../../territory/claims/queries.ts'
import { BY_NAME, listCommunes } from '../../territory/communes/queries.ts'
import { searchFor } from '../../territory/communes/rules.ts'
import type { Kind } from './described.ts'

/** How each kind is searched: like its own list, in all states, limited to the rows that are shown. */

type Find = (db: Db, q: string, most: number, territory: Territory) => Promise<string[]>

const first = <O extends Order<never>>(most: number, order: O) => pageOf({ per_page: most }, order)
const idsOf = (rows: readonly { readonly id: string }[], most: number) =>
  rows.slice(0, most).map(({ id }) => id)

export const FIND: Readonly<Record<Kind, Find>> = {
  async publications(db, q, most, territory) {
    const words = await loadOfficeSearch(db, q, territory)
    if (!words) return []
    // Few matches are sorted; of many, the newest are found along the list's order.
    const sought = { ...words, communeIds: territory, visible: false }
    const many = !words.indexable || (await isCommon(db, sought, STOCK)) || (await hasManyHits(db, sought))
    const page = first(most, ORDERS.created_at_desc)
    const few = many ? undefined : ('hits' as const)
    const counted = { total: most, isExact: !many, few, likely: most, stock: most }
    return idsOf(
      await listForAdmin(db, planFilter({ deleted: 'with' }, words, territory), page, counted),
      most,
    )
  },
  acteurs: (db, q, most, territory) => findActeurs(db, q, most, territory, 'with'),
  async claims(db, q, most, territory) {
    const conditions = await claims.conditionsOf(db, { q }, territory)
    return idsOf(await claims.listClaims(db, conditions, first(most, claims.ORDERS.created_at_desc)), most)
  },
  async threads(db, q, most, territory) {
    return idsOf(await listThreads(db, { q, territory }, first(most, LAST_WRITTEN_FIRST)), most)
  },
  async communes(db, q, most, territory) {
    const filter = { communeIds: territory, ...searchFor(q) }
    return idsOf(await listCommunes(db, filter, first(most, BY_NAME)), most)
  },
  async import_sources(db, q, most, territory) {
    return idsOf(
      await listSources(db, sourceConditions({ q }, territory), first(most, NEWEST), territory),
      most,
    )
  },
  async users(db, q, most) {
    const byName = await findPeople(db, q, most, null)
    return byName.length > 0 ? byName : await findByAddress(db, q, most)
  },
  async subscriptions(db, q, most) {
    const conditions = await subscriptionConditions(db, { q })
    return idsOf(await listSubscriptions(db, conditions, first(most, NEWEST_SUBSCRIPTIONS)), most)
  },
}

export async function findActeurs(
  db: Db,
  q: string,
  most: number,
  territory: Territory,
  deleted: 'with' | 'without' = 'without',
): Promise<string[]> {
  const filter = await acteurs.adminFilter(db, { q, deleted }, territory)
  return idsOf(await acteurs.listForAdmin(db, filter, first(most, acteurs.ORDERS.nom_asc), territory), most)
}

/** The newest rows that are checked before the index is used: frequent words are found there. */
const GLANCE = 2_000
/** The most hits of the index that are sorted. */
const SORTED = 500

/**
 * Each word must begin a word of the name: callers who may not see addresses cannot search by them. A limited caller
 * finds people of the territory and colleagues, and anybody whose whole address they know.
 */
export async function findPeople(db: Db, q: string, most: number, territory: Territory): Promise<string[]> {
  if (territory !== null) {
    const known = await db.all<{ id: string }>(
      sql`select id from users where email = lower(${q.trim()}) and status = 'active'`,
    )
    if (known.length > 0) return idsOf(known, most)
  }
  const text = searchable(q)
  const asked = text ? await db.one<{ words: string }>(sql`select words_asked(${text}) as words`) : undefined
  const words = asked ? everyWord(sql`u.nom_recherche`, asked.words) : []
  const people = where([sql`u.status = 'active'`, ...words, ...nearby(territory)])
  const among = (rows: typeof people) =>
    db.all<{ id: string }>(sql`
      select u.id from (${rows}) u ${people} order by u.nom_recherche, u.id limit ${most}`)
  const newest = await among(
    sql`select id, nom_recherche, status from users order by id desc limit ${GLANCE}`,
  )
  if (newest.length === most || words.length === 0) return idsOf(newest, most)
  const indexed = sql`select u.id, u.nom_recherche, u.status from users u ${people} limit ${SORTED}`
  return idsOf(await among(indexed), most)
}

/** Those of the ids whom a caller with this territory finds by name, whatever their status. */
export async function peopleNear(
  db: Db,
  ids: readonly string[],
  territory: Territory,
): Promise<readonly string[]> {
  if (territory === null) return ids
  const rows = await db.all<{ id: string }>(sql`
    select u.id from unnest(${[...ids]}::uuid[]) with ordinality as u(id, place) ${where(nearby(territory))} order by u.place`)
  return rows.map(({ id }) => id)
}

/** Members of an acteur inside, claimants of one, and whoever has a role. */
function nearby(territory: Territory): Sql[] {
  if (territory === null) return []
  const inside = (acteur: Sql) => join(acteurInTerritory(acteur, territory), ' and ')
  return [
    sql`u.id in (
      select m.user_id from actor_users m where ${inside(sql`m.acteur_id`)}
      union select c.claimant_user_id from claims c where ${inside(sql`c.acteur_id`)}
      union select r.user_id from user_roles r)`,
  ]
}

async function findByAddress(db: Db, q: string, most: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select found.id from (select id from users where recherche like somewhere(${q}) limit ${SORTED}) found
    order by found.id desc limit ${most}`)
  return idsOf(rows, most)
}
