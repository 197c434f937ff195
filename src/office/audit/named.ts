import { isId } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { describe, type Kind, type Line } from '../pick/described.ts'

/** The current names of the ids in the trail, which itself stores no names of people. */

/** The kind of an entry's entity. */
const ENTITIES: Readonly<Record<string, Kind>> = {
  publication: 'publications',
  acte: 'publications',
  acteur: 'acteurs',
  claim: 'claims',
  thread: 'threads',
  commune: 'communes',
  import_source: 'import_sources',
  user: 'users',
  subscription: 'subscriptions',
}
type Named = Kind | 'types' | 'epcis' | 'api_keys'
/** The kind of the ids in its fields. */
const FIELDS: Readonly<Record<string, Named>> = {
  acteur_id: 'acteurs',
  mairie_actor_id: 'acteurs',
  commune_id: 'communes',
  first_commune_id: 'communes',
  commune_ids: 'communes',
  epci_codes: 'epcis',
  acteur_ids: 'acteurs',
  source_id: 'import_sources',
  told_apart_from: 'publications',
  corrige: 'publications',
  assignee_id: 'users',
  claimant_user_id: 'users',
  user_id: 'users',
  type_id: 'types',
}
/** Ids of records of the same kind as the entity. */
const PARTNERS: ReadonlySet<string> = new Set(['merged', 'merged_into'])
export const KINDS_OF_ENTITIES = Object.entries(ENTITIES)

/** Present names by id. */
export const Names = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Present names, by id, of the records in `before` and `after`',
})

type Fields = Readonly<Record<string, unknown>> | null
interface Row {
  readonly entity: string
  readonly entity_id: string
  readonly before: Fields
  readonly after: Fields
}

type Wanted = Map<Named, Set<string>>

/** For some rows of the trail: the title of the entity, and the names of the ids in its fields. */
export async function namesIn(db: Db, rows: readonly Row[]) {
  const wanted: Wanted = new Map()
  const want = (kind: Named | undefined, id: string) => {
    if (kind === undefined || (kind !== 'epcis' && !isId(id))) return
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  }
  for (const row of rows) {
    want(row.entity === 'api_key' ? 'api_keys' : ENTITIES[row.entity], row.entity_id)
    for (const [kind, id] of idsIn(row)) want(kind, id)
  }
  const found = await Promise.all([...wanted].map(([kind, ids]) => named(db, kind, [...ids])))
  const names = new Map(found.flat())
  return (row: Row) => ({
    label: names.get(row.entity_id) ?? formerly(row),
    names: Object.fromEntries(
      idsIn(row).flatMap(([, id]) => {
        const name = names.get(id)
        return name === undefined ? [] : [[id, name]]
      }),
    ),
  })
}

/** Also in the records of a list, such as the limits of a role. */
const idsIn = ({ entity, before, after }: Row): (readonly [Named, string])[] => {
  const within = (fields: object): (readonly [Named, string])[] =>
    Object.entries(fields).flatMap(([field, value]) => {
      const kind = PARTNERS.has(field) ? ENTITIES[entity] : FIELDS[field]
      return [value].flat().flatMap(one => {
        if (typeof one === 'object' && one !== null) return within(one)
        return kind && typeof one === 'string' ? [[kind, one] as const] : []
      })
    })
  return [before, after].flatMap(fields => within(fields ?? {}))
}

async function named(db: Db, kind: Named, ids: readonly string[]): Promise<[string, string][]> {
  const lines = await linesOf(db, kind, [...ids])
  return lines.flatMap(({ id, nom, hint }) => {
    // A person without a name is known by their address.
    const name = nom ?? (kind === 'users' ? hint : null)
    return name ? [[id, name]] : []
  })
}

function linesOf(db: Db, kind: Named, ids: string[]): Promise<Line[]> {
  if (kind === 'types')
    return db.all(sql`select id, nom, null as hint from publication_types where id = any(${ids}::uuid[])`)
  if (kind === 'epcis')
    return db.all(sql`select code as id, nom, null as hint from epcis where code = any(${ids}::text[])`)
  if (kind === 'api_keys')
    return db.all(sql`select id, nom, prefix as hint from api_keys where id = any(${ids}::uuid[])`)
  return describe(db, kind, ids)
}

/** A deleted entity is named as in its last trace; people are not. */
function formerly({ entity, entity_id, before, after }: Row): string | null {
  if (entity === 'user') return null
  // An app is named by its slug, which never changes.
  if (entity === 'app_source') return entity_id
  const known = [after, before].flatMap(fields => [fields?.title, fields?.nom])
  return known.find(name => typeof name === 'string') ?? null
}
