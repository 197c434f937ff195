import { COMMUNE_FIELDS } from '../../shared/fields/communes.ts'
import { columnsOf } from '../kernel/db/columns.ts'
import { type Db, type Sql, sql, where } from '../kernel/db/db.ts'
import { merged } from '../territory/communes/details/infos.ts'
import type { StoredInfo } from '../territory/communes/details/queries.ts'
import type { Infos } from '../territory/communes/details-shapes.ts'
import { contactOf, type MairieActor } from '../territory/communes/mairie-actor.ts'
import {
  DEFAULT_PLACE,
  isOpenPlace,
  PLACE_COLUMNS,
  type StoredPlace,
} from '../territory/communes/places/queries.ts'
import { idOfCommuneAt } from '../territory/communes/queries.ts'
import type { Commune } from '../territory/communes/shapes.ts'

/** The commune of a page, with what each of its pages shows of the town hall. */
export interface Town extends Commune {
  readonly contacts: Infos
  /** The slug of the acteur that is the town hall. */
  readonly mairie: string | undefined
  /** The town hall has an owner. */
  readonly isHeld: boolean
  readonly hasElus: boolean
  readonly hasDefibrillateurs: boolean
  /** How its pages look, and whether they are open. */
  readonly place: StoredPlace
  /** The host of its own that its pages have. */
  readonly host: string | null
  /** Its intercommunality. */
  readonly epci: Epci | null
  /** The commune that merged into it, and whose address led here. */
  readonly merged: Merged | null
}

interface Merged {
  readonly nom: string
  readonly merged_le: string | null
}

/** An intercommunality. */
export interface Epci {
  readonly code: string
  readonly nom: string
}

interface Row extends Commune {
  readonly acteur: MairieActor | null
  readonly infos: readonly StoredInfo[] | null
  readonly place: StoredPlace | null
  readonly host: string | null
  readonly epci: Epci | null
  readonly merged: Merged | null
  readonly is_held: boolean
  readonly has_elus: boolean
  readonly has_defibrillateurs: boolean
}

/** The others lead to it. */
export const firstHost = (communeId: Sql): Sql =>
  sql`(select host from commune_hosts h where h.commune_id = ${communeId} order by h.created_at, h.host limit 1)`

/**
 * By its slug, by an old one, or by that of a commune that merged into it: one statement. `from`: the slug of the address that
 * led here; an old slug of the commune itself names no merged one.
 */
export async function townAt(db: Db, slug: string, from = slug): Promise<Town | undefined> {
  const row = await db.one<Row>(sql`
    select c.id, ${columnsOf(COMMUNE_FIELDS, 'c')}, c.version, to_jsonb(a) as acteur,
      (select jsonb_agg(to_jsonb(i) order by i.ordre, i.id) from commune_infos i
       where i.commune_id = c.id and not i.retire) as infos,
      (select to_jsonb(p) from (select ${PLACE_COLUMNS} from commune_places where commune_id = c.id) p) as place,
      ${firstHost(sql`c.id`)} as host,
      (select jsonb_build_object('code', e.code, 'nom', e.nom) from epcis e where e.code = c.epci_code) as epci,
      (select jsonb_build_object('nom', m.nom, 'merged_le', m.merged_le) from communes m where m.successor_id = c.id
        and m.id = coalesce((select id from communes where slug = ${from}),
                            (select commune_id from commune_slugs where slug = ${from}))) as merged,
      exists (select from actor_users m where m.acteur_id = c.mairie_actor_id and m.role = 'owner') as is_held,
      exists (select from elus where commune_id = c.id and not retire) as has_elus,
      exists (select from commune_defibrillateurs o left join defibrillateurs d on d.gid = o.gid
        where o.commune_id = c.id and o.statut = 'actif' and (o.gid is null or d.actif)) as has_defibrillateurs
    from communes c left join acteurs a on a.id = c.mairie_actor_id
    where c.id = ${idOfCommuneAt(slug)}`)
  if (!row) return undefined
  const { acteur, infos, place, is_held, has_elus, has_defibrillateurs, ...commune } = row
  const mairie = contactOf(acteur ?? undefined)
  return {
    ...commune,
    contacts: merged(commune.id, mairie, infos ?? []),
    mairie: mairie?.slug,
    isHeld: mairie !== undefined && is_held,
    hasElus: has_elus,
    hasDefibrillateurs: has_defibrillateurs,
    place: place ?? DEFAULT_PLACE,
  }
}

/** The first of these communes whose pages are open, among those of an app; of merged ones their successor. */
export const firstOpen = (db: Db, ids: readonly string[], among: readonly string[] | null = null) =>
  db.one<Pick<Row, 'id' | 'nom' | 'slug' | 'departement' | 'code_insee' | 'host'>>(sql`
    select here.id, here.nom, here.slug, here.departement, here.code_insee, ${firstHost(sql`here.id`)} as host from unnest(${[...ids]}::uuid[]) with ordinality as named(id, place)
    join communes asked on asked.id = named.id
    join communes here on here.id = coalesce(asked.successor_id, asked.id)
    ${where([isOpenPlace(sql`here.id`), ...(among ? [sql`here.id = any(${[...among]}::uuid[])`] : [])])}
    order by named.place limit 1`)
