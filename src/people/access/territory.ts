import { namesOf } from '../../../shared/fields/field.ts'
import { type Db, type Sql, sql } from '../../kernel/db/db.ts'
import { invalid, Problem } from '../../kernel/refusals/errors.ts'

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

/** Whether the communes of a record touch the territory. */
export const isInside = (territory: Territory, communeIds: readonly string[]): boolean =>
  territory === null || communeIds.some(id => territory.includes(id))

/** Where a record is: its own commune, and all of them. */
export interface Placed {
  readonly commune_id: string | null
  readonly commune_ids: readonly string[]
  /** An alert is pushed to its communes. */
  readonly alert?: boolean
}

/**
 * Whether a write stays within a limit to communes, of a role, an API key or an app: one commune of the record lies
 * inside, and so does each that is added. `before` is undefined for a new record. An alert needs its own commune
 * inside; what becomes one reaches all its communes anew.
 */
export function staysInside(territory: Territory, before: Placed | undefined, after: Placed): boolean {
  if (territory === null) return true
  const stood = after.alert && !before?.alert ? undefined : before
  const added = after.commune_ids.filter(id => !stood?.commune_ids.includes(id))
  const own = after.alert || after.commune_id !== stood?.commune_id ? after.commune_id : null
  return (
    isInside(territory, after.commune_ids) &&
    [...added, ...(own ? [own] : [])].every(id => territory.includes(id))
  )
}

/** A limited caller puts a record nowhere else, and not where they would not find it again. */
export function refuseOutsideTerritory(
  territory: Territory,
  path: string,
  before: Placed | undefined,
  after: Placed,
): void {
  if (!isInside(territory, after.commune_ids))
    throw invalid(path, 'aucune commune de votre territoire', 'no commune of your territory')
  if (!staysInside(territory, before, after))
    throw after.alert
      ? invalid(path, 'une alerte ne vise que votre territoire', 'an alert is for your territory only')
      : invalid(path, 'une commune est hors de votre territoire', 'a commune lies outside of your territory')
}

/** A caller whose role is limited: the territory is never null. */
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

/**
 * An acteur all of whose communes lie inside: its own, its zone, those of its publications, and those whose town hall
 * it is. Its members reach all of these, so a limited caller gives rights in such an acteur only.
 */
const acteurWhollyInside = (id: Sql, territory: readonly string[]): Sql => {
  const outside = (commune: Sql) => sql`${commune} <> all(${[...territory]}::uuid[])`
  return sql`(exists (select from acteurs g where g.id = ${id} and (
      g.commune_id is not null or exists (select from acteur_communes z where z.acteur_id = g.id)))
    and not exists (select from acteurs g where g.id = ${id} and ${outside(sql`g.commune_id`)})
    and not exists (select from acteur_communes z where z.acteur_id = ${id} and ${outside(sql`z.commune_id`)})
    and not exists (select from communes town where town.mairie_actor_id = ${id} and ${outside(sql`town.id`)})
    and not exists (select from publications own where own.acteur_id = ${id} and own.deleted_at is null
      and not own.commune_ids <@ ${[...territory]}::uuid[]))`
}

/** For an acteur that the caller sees: whether its own commune lies inside, or without one its whole zone. */
export const isActeurAtHome = (id: Sql, territory: Territory): Sql =>
  territory === null
    ? sql`true`
    : sql`exists (select from acteurs h where h.id = ${id} and coalesce(h.commune_id = any(${[...territory]}::uuid[]),
        not exists (select from acteur_communes z
          where z.acteur_id = h.id and z.commune_id <> all(${[...territory]}::uuid[]))))`

/** For an acteur that the caller sees: whether they may also govern it. */
export const isActeurGoverned = (id: Sql, territory: Territory): Sql =>
  territory === null ? sql`true` : acteurWhollyInside(id, territory)

/** Without a commune of its own, a source publishes in any commune of its acteur. */
const sourceWhollyInside = (id: Sql, territory: readonly string[]): Sql => sql`exists (
    select from import_sources g join acteurs a on a.id = g.acteur_id
    where g.id = ${id} and coalesce(a.commune_id, g.commune_id) = any(${[...territory]}::uuid[]) and (
      g.commune_id = any(${[...territory]}::uuid[]) or (g.commune_id is null and not exists (
        select from acteur_communes z where z.acteur_id = a.id and z.commune_id <> all(${[...territory]}::uuid[]))))
    union all
    select from import_sources g where g.id = ${id} and g.acteur_id is null and g.commune_id = any(${[...territory]}::uuid[]))`

/** For a source that the caller sees: whether they may also change it. */
export const isSourceGoverned = (id: Sql, territory: Territory): Sql =>
  territory === null ? sql`true` : sourceWhollyInside(id, territory)

/** Items of which a limited caller may see more than they may change. */
const GOVERNED: Readonly<Partial<Record<Item, Reach>>> = {
  acteurs: (id, { territory }) => acteurWhollyInside(id, territory),
  // An approval makes a member.
  claims: (id, { territory }) =>
    one(sql`claims c where c.id = ${id}`, [acteurWhollyInside(sql`c.acteur_id`, territory)]),
  import_sources: (id, { territory }) => sourceWhollyInside(id, territory),
}

/** Writes that need no more than to see the item. The action of the last one decides by field. */
const OF_WHO_SEES = /^[a-z-]+\/:id\/(notes(\/:noteId)?|assignee)$|^acteurs\/:id$/

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
  'POST appeals/:id/undo',
  'PATCH appeals/:id/assignee',
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
  'GET views/counts',
  'PUT views',
  'DELETE views/:id',
  'PUT presence',
  'GET live',
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

/** How an office route is limited to the caller’s territory. Undefined refuses callers with a limited role. */
export function reachOf(method: string, path: string): Reach | 'narrowed' | 'everywhere' | undefined {
  const below = path.replace(/^.*?\/admin\//, '')
  const line = `${method} ${below}`
  if (NARROWED.has(line)) return 'narrowed'
  if (EVERYWHERE.has(line)) return 'everywhere'
  const item = namesOf(PATHS).find(name => below === PATHS[name] || below.startsWith(`${PATHS[name]}/`))
  return item && ITEMS[item]
}

/** The condition of a row beyond seeing its item; undefined without one. */
export function governanceOf(method: string, path: string): Reach | undefined {
  const below = path.replace(/^.*?\/admin\//, '')
  if (method === 'GET' || (OF_WHO_SEES.test(below) && `${method} ${below}` !== 'DELETE acteurs/:id'))
    return undefined
  const item = namesOf(PATHS).find(name => below === PATHS[name] || below.startsWith(`${PATHS[name]}/`))
  return item && GOVERNED[item]
}

export const beyondTerritory = () =>
  new Problem('scope_violation', {
    details: [
      {
        path: 'id',
        fr: 'Cela concerne aussi des communes hors de votre territoire : demandez à une personne qui n’a pas cette limite.',
        en: 'This also concerns communes outside of your territory: ask a colleague without that limit.',
      },
    ],
  })

/** Those of the ids that lie inside; kinds that have no place are for everywhere alone. */
export const idsInside = (db: Db, kind: string, ids: readonly string[], caller: Asking) =>
  idsThat(db, ITEMS, kind, ids, caller)
/** The condition of one id; undefined if no item of the kind lies inside. */
export const itemInside = (kind: string, id: Sql, { id: callerId, territory }: Asking): Sql | undefined => {
  if (territory === null) return sql`true`
  const reach: Reach | undefined = Object.hasOwn(ITEMS, kind) ? ITEMS[kind as Item] : undefined
  return reach?.(id, { id: callerId, territory })
}
/** Those of the ids in which the caller may give rights, or change what is published. */
export const idsGoverned = (db: Db, kind: keyof typeof GOVERNED, ids: readonly string[], caller: Asking) =>
  idsThat(db, GOVERNED, kind, ids, caller)

interface Asking {
  readonly id: string
  readonly territory: Territory
}

async function idsThat(
  db: Db,
  table: Readonly<Partial<Record<string, Reach>>>,
  kind: string,
  ids: readonly string[],
  caller: Asking,
): Promise<readonly string[]> {
  const { id: callerId, territory } = caller
  if (territory === null || ids.length === 0) return ids
  const reach = Object.hasOwn(table, kind) ? table[kind] : undefined
  if (reach === undefined) return []
  const rows = await db.all<{ id: string }>(sql`
    select named.id from unnest(${[...ids]}::uuid[]) with ordinality as named(id, place)
    where ${reach(sql`named.id`, { id: callerId, territory })} order by named.place`)
  return rows.map(({ id }) => id)
}
