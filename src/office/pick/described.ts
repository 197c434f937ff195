import type { Static } from 'typebox'
import { namesOf } from '../../../shared/fields/field.ts'
import { about, Id, Nullable, named, Obj, Text } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import type { Area } from '../../../shared/words/access.ts'
import { ACTEUR_TYPES } from '../../../shared/words/acteurs.ts'
import { type Db, empty, join, type Sql, sql, where } from '../../kernel/db/db.ts'
import { acteurInTerritory, type Territory } from '../../people/access/territory.ts'

/** One line per item, enough to tell it from others of the same name. */

export const Line = named(
  'Line',
  Obj({
    id: Id,
    nom: Nullable(Text(300)),
    hint: about('Distinguishes it from others with the same name', Nullable(Type.String())),
  }),
)
export type Line = Static<typeof Line>
/** A line of the search, which finds records in all states. */
export const Found = named(
  'FoundLine',
  Obj({
    ...Line.properties,
    etat: about('Its state now, by the words of its kind; null where it has none', Nullable(Text(40))),
  }),
)
export type Found = Static<typeof Found>

const joined = (...parts: Sql[]): Sql =>
  sql`nullif(concat_ws(' · ', ${parts.reduce((all, part) => sql`${all}, ${part}`)}), '')`
const communeOf = sql`c.nom || coalesce(' (' || c.departement || ')', '')`
const typeOf = sql`case a.type ${join(
  namesOf(ACTEUR_TYPES).map(type => sql`when ${type} then ${ACTEUR_TYPES[type].fr.toLowerCase()}`),
  ' ',
)} end`

/** `t.id` is the id asked for; `area`: only operators of that area may see the item. */
const KINDS = {
  publications: {
    area: 'moderation',
    nom: sql`p.title`,
    hint: joined(sql`a.nom`, communeOf),
    etat: sql`case when p.deleted_at is not null then 'deleted'
      when p.moderation_status not in ('approved', 'published') then p.moderation_status
      when not p.valide or p.publie_le is null then 'held'
      when p.publie_le > now() then 'approved' else 'published' end`,
    from: sql`publications p left join acteurs a on a.id = p.acteur_id join communes c on c.id = p.commune_id`,
    id: sql`p.id`,
  },
  acteurs: {
    area: 'claims',
    nom: sql`a.nom`,
    hint: joined(communeOf, typeOf),
    etat: sql`case when a.merged_into is not null then 'merged' when a.deleted_at is not null then 'deleted'
      when not a.active then 'inactive' when a.valide then 'checked' else 'unchecked' end`,
    from: sql`acteurs a left join communes c on c.id = a.commune_id`,
    id: sql`a.id`,
  },
  claims: {
    area: 'claims',
    nom: sql`a.nom`,
    hint: sql`coalesce(d.nom, d.email)`,
    etat: sql`d.status`,
    from: sql`claims d join acteurs a on a.id = d.acteur_id`,
    id: sql`d.id`,
  },
  threads: {
    area: 'support',
    nom: sql`s.subject`,
    hint: sql`coalesce(s.requester_nom, s.requester_email)`,
    etat: sql`s.status`,
    from: sql`support_threads s`,
    id: sql`s.id`,
  },
  communes: {
    area: 'communes',
    nom: sql`c.nom`,
    hint: joined(sql`c.departement`, sql`nullif(array_to_string(c.codes_postaux[1:3], ', '), '')`),
    etat: sql`null`,
    from: sql`communes c`,
    id: sql`c.id`,
  },
  import_sources: {
    area: 'imports',
    nom: sql`s.nom`,
    hint: sql`s.url`,
    etat: sql`case when s.enabled then 'on' else 'off' end`,
    from: sql`import_sources s`,
    id: sql`s.id`,
  },
  users: {
    area: 'reserved',
    nom: sql`u.nom`,
    hint: sql`coalesce(u.email, u.invited_email)`,
    etat: sql`u.status`,
    from: sql`users u`,
    id: sql`u.id`,
  },
  subscriptions: {
    area: 'reserved',
    nom: sql`coalesce(a.nom, s.provider_subscription_id)`,
    hint: sql`s.plan`,
    etat: sql`s.status`,
    from: sql`subscriptions s left join acteurs a on a.id = s.acteur_id`,
    id: sql`s.id`,
  },
} as const satisfies Record<
  string,
  { readonly area: Area } & Record<'nom' | 'hint' | 'etat' | 'from' | 'id', Sql>
>

export type Kind = keyof typeof KINDS
export const kinds = Object.keys(KINDS) as Kind[]
export const areaOf = (kind: Kind): Area => KINDS[kind].area

/** In the order of the ids; unknown ids are left out. */
export const describe = (db: Db, kind: Kind, ids: readonly string[]): Promise<Line[]> =>
  described<Line>(db, ids, KINDS[kind])

/** With the state. */
export const describeFound = (db: Db, kind: Kind, ids: readonly string[]): Promise<Found[]> =>
  described<Found>(db, ids, KINDS[kind], sql`, ${KINDS[kind].etat} as etat`)

/** A user by name and acteurs, as any operator may see them; a limited one sees the acteurs inside. */
export const describePeople = (db: Db, ids: readonly string[], territory: Territory): Promise<Line[]> =>
  described(db, ids, {
    ...KINDS.users,
    hint: sql`(select string_agg(nom, ' · ') from (
      select a.nom from actor_users m join acteurs a on a.id = m.acteur_id
      ${where([sql`m.user_id = u.id`, ...acteurInTerritory(sql`a.id`, territory)])}
      order by a.cle, a.id limit 2) theirs)`,
  })

/** An import source by its acteur or commune, never by its address. */
export const describeSources = (db: Db, ids: readonly string[]): Promise<Line[]> =>
  described(db, ids, {
    ...KINDS.import_sources,
    hint: joined(sql`a.nom`, communeOf),
    from: sql`import_sources s left join acteurs a on a.id = s.acteur_id
      left join communes c on c.id = coalesce(s.commune_id, a.commune_id)`,
  })

const described = <T extends Line>(
  db: Db,
  ids: readonly string[],
  { nom, hint, from, id }: Pick<(typeof KINDS)[Kind], 'nom' | 'hint' | 'from' | 'id'>,
  more = empty,
): Promise<T[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.all<T>(sql`
        select wanted.id, line.* from unnest(${[...ids]}::uuid[]) with ordinality as wanted(id, place)
        cross join lateral (
          select ${nom} as nom, ${hint} as hint${more} from ${from} where ${id} = wanted.id) line
        order by wanted.place`)
