import { namesOf } from '../../shared/fields/field.ts'
import { type Db, type Sql, sql } from '../kernel/db/db.ts'
import { invalid } from '../kernel/errors.ts'

/** Roles limited to communes: what such a caller reaches in the back-office. Everything else is 404, and in no list. */

/** Commune ids; null is everywhere. */
export type Territory = readonly string[] | null

/** For a column that holds one commune. */
export const inTerritory = (column: Sql, territory: Territory): Sql[] =>
  territory === null ? [] : [sql`${column} = any(${[...territory]}::uuid[])`]

/** For a column that holds all communes of a row. */
export const meetsTerritory = (column: Sql, territory: Territory): Sql[] =>
  territory === null ? [] : [sql`${column} && ${[...territory]}::uuid[]`]

/** For an acteur: its own commune, or one of its zone. */
export const acteurInTerritory = (id: Sql, territory: Territory): Sql[] =>
  territory === null
    ? []
    : [
        sql`${id} in (
          select id from acteurs where commune_id = any(${[...territory]}::uuid[])
          union all select acteur_id from acteur_communes where commune_id = any(${[...territory]}::uuid[]))`,
      ]

/** Whether the communes of a new or changed record touch the territory. */
export const isInside = (territory: Territory, communeIds: readonly (string | null)[]): boolean =>
  territory === null || communeIds.some(id => id !== null && territory.includes(id))

/** A limited caller cannot put a record where they would not find it again. */
export function refuseOutsideTerritory(
  territory: Territory,
  path: string,
  communeIds: readonly (string | null)[],
): void {
  if (!isInside(territory, communeIds))
    throw invalid(path, 'aucune commune de votre territoire', 'no commune of your territory')
}

/** Of a limited caller, whose territory is never null. */
interface Limited {
  readonly id: string
  readonly territory: readonly string[]
}
/** A condition on the item whose id stands in the path. */
type Reach = (id: Sql, caller: Limited) => Sql

const one = (from: Sql, [condition = sql`true`]: readonly Sql[]): Sql =>
  sql`exists (select from ${from} and ${condition})`

/** Items by their kind. */
const ITEMS = {
  publications: (id, { territory }) =>
    one(sql`publications p where p.id = ${id}`, meetsTerritory(sql`p.commune_ids`, territory)),
  acteurs: (id, { territory }) =>
    one(sql`acteurs a where a.id = ${id}`, acteurInTerritory(sql`a.id`, territory)),
  claims: (id, { territory }) =>
    one(sql`claims c where c.id = ${id}`, acteurInTerritory(sql`c.acteur_id`, territory)),
  threads: (id, { territory }) =>
    one(sql`support_threads t where t.id = ${id}`, inTerritory(sql`t.commune_id`, territory)),
  communes: (id, { territory }) => one(sql`communes c where c.id = ${id}`, inTerritory(sql`c.id`, territory)),
  defibrillateurs: (id, { territory }) =>
    one(
      sql`(select id, commune_id from commune_defibrillateurs union all select id, commune_id from defibrillateurs) d
          where d.id = ${id}`,
      inTerritory(sql`d.commune_id`, territory),
    ),
  import_sources: (id, { territory }) =>
    one(sql`import_sources s where s.id = ${id}`, sourceInTerritory(territory)),
  // An operation of another moderator may concern publications elsewhere.
  operations: (id, caller) =>
    sql`exists (select from moderation_operations o where o.id = ${id} and o.user_id = ${caller.id})`,
} as const satisfies Readonly<Record<string, Reach>>
type Item = keyof typeof ITEMS

/** Their paths below `/admin`. */
const PATHS: Readonly<Record<Item, string>> = {
  publications: 'publications/:id',
  acteurs: 'acteurs/:id',
  claims: 'claims/:id',
  threads: 'messages/threads/:id',
  communes: 'communes/:id',
  defibrillateurs: 'defibrillateurs/:id',
  import_sources: 'import-sources/:id',
  operations: 'operations/:id',
}

/** A source of an acteur may name no commune. */
export const sourceInTerritory = (territory: Territory): Sql[] =>
  territory === null
    ? []
    : [
        sql`(s.commune_id = any(${[...territory]}::uuid[]) or (s.commune_id is null and ${
          acteurInTerritory(sql`s.acteur_id`, territory)[0] ?? sql`true`
        }))`,
      ]

/** Routes without an item: their actions keep to the territory themselves, or concern no commune. */
const NARROWED: ReadonlySet<string> = new Set([
  'GET publications',
  'PATCH publications/bulk/moderate',
  'PATCH publications/bulk/feature',
  'PATCH publications/bulk/delete',
  'GET refusal-presets',
  'GET operations',
  'GET acteurs',
  'POST acteurs',
  'GET acteurs/look-alikes',
  'GET claims',
  'GET messages/threads',
  'GET messages/colleagues',
  'GET publications/colleagues',
  'GET claims/colleagues',
  'GET reply-templates',
  'GET communes',
  'GET import-sources',
  'POST import-sources',
  'POST import-sources/preview',
  'POST import-sources/discover',
  'GET dashboard',
  'GET counts',
  'GET stats',
  'GET appeals',
  'GET appeals/:id',
  'PATCH appeals/:id',
  'GET transparency',
  'GET for-me',
  'GET team-settings',
  'POST mentions/:id/done',
  'GET pick/acteurs',
  'GET pick/communes',
  'GET pick/import-sources',
  'GET pick/users',
  'GET search',
  'GET views',
  'PUT views',
  'DELETE views/:id',
  'PUT presence',
])

/** Shared by all communes, so that a limited caller is refused. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'POST media/forget',
  'POST refusal-presets',
  'PATCH refusal-presets/:id',
  'DELETE refusal-presets/:id',
  'POST reply-templates',
  'PATCH reply-templates/:id',
  'DELETE reply-templates/:id',
  'POST communes',
  'GET defibrillateurs-france',
  'GET defibrillateurs-france/summary',
  'GET defibrillateurs-france/syncs',
  'GET defibrillateurs-france/syncs/:id',
  'PATCH defibrillateurs-france/bulk',
  'PATCH defibrillateurs/bulk',
  'PATCH defibrillateurs-france/:id',
  'POST defibrillateurs-france/sync',
])

/** How a row of the back-office keeps to a territory. Undefined: not decided, and limited callers are refused. */
export function reachOf(method: string, path: string): Reach | 'narrowed' | 'everywhere' | undefined {
  const below = path.replace(/^.*?\/admin\//, '')
  const line = `${method} ${below}`
  if (NARROWED.has(line)) return 'narrowed'
  if (EVERYWHERE.has(line)) return 'everywhere'
  const item = namesOf(PATHS).find(name => below === PATHS[name] || below.startsWith(`${PATHS[name]}/`))
  return item && ITEMS[item]
}

/** Those of the ids that lie inside; kinds that have no place are for everywhere alone. */
export async function idsInside(
  db: Db,
  kind: string,
  ids: readonly string[],
  caller: { readonly id: string; readonly territory: Territory },
): Promise<readonly string[]> {
  const { id: callerId, territory } = caller
  if (territory === null || ids.length === 0) return ids
  const item = namesOf(ITEMS).find(name => name === kind)
  if (item === undefined) return []
  const rows = await db.all<{ id: string }>(sql`
    select named.id from unnest(${[...ids]}::uuid[]) with ordinality as named(id, place)
    where ${ITEMS[item](sql`named.id`, { id: callerId, territory })} order by named.place`)
  return rows.map(({ id }) => id)
}
