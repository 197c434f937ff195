import type { OfficialBlock } from '../../../shared/words/claims.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { isCatchAllDomain, registeredDomainOf } from '../../kernel/texts/mail-domains.ts'

/** How a town hall proves itself: the one address, and the SIRET, that two registers of the State give for it. */

/** A directory is loaded every month: an older reading missed one, and half of the next. */
export const STALE_DAYS = 45
/** An address or a SIRET that changed later is left to a moderator: whoever took it over may have asked for it. */
export const CHANGED_DAYS = 30
/** So long the registers may still name the town hall of a part of a new commune. */
export const MERGED_DAYS = 365

export interface OfficialReading {
  readonly emails: readonly string[]
  readonly siret: string | null
  readonly doubt: 'shared' | 'several' | null
  /** Days since the day of the file. */
  readonly age: number
  /** Days since addresses or SIRET changed; null if no change is known. */
  readonly unchanged: number | null
}

export interface OfficialFacts {
  /** The page that the commune names as its town hall; null where it names none, and the proof opens one. */
  readonly acteur: { readonly id: string; readonly nom: string } | null
  /** That page is active and of this commune alone. Without one: no page of the type waits there to be named. */
  readonly is_town_hall: boolean
  readonly siret: string | null
  readonly has_owner: boolean
  /** The page was given away by a proof before, and an administrator undid it. */
  readonly was_undone: boolean
  readonly merged_days: number | null
  readonly dila: OfficialReading | null
  readonly dpnt: OfficialReading | null
  /** Another commune has one of these addresses, or an address of one of their domains. */
  readonly is_elsewhere: boolean
  /** Another commune has one of these SIRET. */
  readonly siret_is_elsewhere: boolean
}

type Official =
  | { readonly to: string; readonly blocked: null }
  | { readonly to: null; readonly blocked: OfficialBlock }
export type OfficialSiret =
  | { readonly siret: string; readonly blocked: null }
  | { readonly siret: null; readonly blocked: OfficialBlock }

/** Where a code can be mailed. */
export function officialAddress(facts: OfficialFacts): Official {
  const { dila, dpnt } = facts
  const blocked = (reason: OfficialBlock): Official => ({ to: null, blocked: reason })
  const anyWay = blockOfAnyWay(facts)
  if (anyWay) return blocked(anyWay)
  if (!dila?.emails.length || !dpnt?.emails.length) return blocked('unknown')
  const both = dpnt.emails.filter(email => dila.emails.includes(email))
  const [to] = both
  if (to === undefined || both.length < dpnt.emails.length || siretsOf(facts).length > 1)
    return blocked('differs')
  if ([dila, dpnt].some(({ doubt }) => doubt === 'shared')) return blocked('shared')
  if (facts.is_elsewhere || isCatchAllDomain(registeredDomainOf(to))) return blocked('shared')
  if (isChanged(facts)) return blocked('changed')
  return { to, blocked: null }
}

/** The SIRET by which people of the town hall are known. Its addresses do not count. */
export function officialSiret(facts: OfficialFacts): OfficialSiret {
  const { dila, dpnt } = facts
  const blocked = (reason: OfficialBlock): OfficialSiret => ({ siret: null, blocked: reason })
  const anyWay = blockOfAnyWay(facts)
  if (anyWay) return blocked(anyWay)
  if (!dila?.siret || !dpnt?.siret) return blocked('no_siret')
  if (siretsOf(facts).length > 1) return blocked('differs')
  if (facts.siret_is_elsewhere) return blocked('several')
  if (isChanged(facts)) return blocked('changed')
  return { siret: dila.siret, blocked: null }
}

function blockOfAnyWay(facts: OfficialFacts): OfficialBlock | undefined {
  const readings = readingsOf(facts)
  if (!facts.is_town_hall) return 'not_town_hall'
  if (facts.has_owner) return 'managed'
  if (facts.was_undone) return 'undone'
  if (readings.some(({ doubt }) => doubt === 'several')) return 'several'
  if (readings.some(({ age }) => age > STALE_DAYS)) return 'stale'
  if (facts.merged_days !== null && facts.merged_days < MERGED_DAYS) return 'merged'
  return undefined
}

const readingsOf = ({ dila, dpnt }: OfficialFacts) => [dila, dpnt].filter(reading => reading !== null)

const siretsOf = (facts: OfficialFacts): string[] => [
  ...new Set([...readingsOf(facts).map(({ siret }) => siret), facts.siret].filter(siret => siret !== null)),
]

const isChanged = (facts: OfficialFacts): boolean =>
  readingsOf(facts).some(({ unchanged }) => unchanged !== null && unchanged < CHANGED_DAYS)

/** The facts of a commune as they are now; undefined for one that is unknown or was merged into another one. */
export const officialFacts = (db: Db, communeId: string) =>
  db.one<OfficialFacts>(sql`
    with hall as (
      select c.id as commune_id, a.id, a.nom, a.siret,
        case when c.mairie_actor_id is null then not exists (
               select from acteurs o where o.commune_id = c.id and o.type = 'mairie' and o.deleted_at is null)
             else a.type = 'mairie' and a.active and a.deleted_at is null and a.commune_id is not distinct from c.id
               and array(select id from communes where mairie_actor_id = a.id) = array[c.id] end as is_town_hall
      from communes c left join acteurs a on a.id = c.mairie_actor_id
      where c.id = ${communeId} and c.successor_id is null
    ), readings as (
      select r.*, json_build_object('emails', emails, 'siret', siret, 'doubt', doubt,
        'age', current_date - read_on, 'unchanged', current_date - same_since) as facts
      from town_hall_readings r where r.commune_id = ${communeId}
    )
    select case when h.id is not null then json_build_object('id', h.id, 'nom', h.nom) end as acteur, h.is_town_hall, h.siret,
      exists (select from actor_users m where m.acteur_id = h.id and m.role = 'owner') as has_owner,
      exists (select from acteurs o join claims k on k.acteur_id = o.id join claim_letters l on l.claim_id = k.id
              where (o.id = h.id or h.id is null and o.commune_id = h.commune_id and o.type = 'mairie')
                and l.undone_at is not null) as was_undone,
      (select min(current_date - coalesce(old.merged_le, old.updated_at::date)) from communes old
       where old.successor_id = h.commune_id) as merged_days,
      (select facts from readings where register = 'dila') as dila,
      (select facts from readings where register = 'dpnt') as dpnt,
      exists (select from readings r join town_hall_readings o on o.commune_id <> r.commune_id
                and (o.emails && r.emails or o.domains && r.domains)) as is_elsewhere,
      exists (select from readings r join town_hall_readings o
                on o.commune_id <> r.commune_id and o.siret = r.siret) as siret_is_elsewhere
    from hall h`)

/** The way by mail of a waiting claim, for moderators; undefined for an acteur that is no town hall. */
export async function officialOf(
  db: Db,
  {
    id,
    type,
    commune_id,
  }: { readonly id: string; readonly type: string; readonly commune_id: string | null },
): Promise<Official | undefined> {
  if (type !== 'mairie' || commune_id === null) return undefined
  const facts = await officialFacts(db, commune_id)
  if (facts?.acteur?.id !== id) return { to: null, blocked: 'not_town_hall' }
  return officialAddress(facts)
}
