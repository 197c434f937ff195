import type { OfficialBlock } from '../../../shared/words/claims.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { isCatchAllDomain, registeredDomainOf } from '../../kernel/texts/mail-domains.ts'

/** Where a town hall proves itself: the one address that two registers of the State give for it, or why there is none. */

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
  /** The acteur is the town hall that its commune names, active and not deleted. */
  readonly is_town_hall: boolean
  readonly siret: string | null
  readonly has_owner: boolean
  /** The acteur was given away by a code before, and an administrator undid it. */
  readonly was_undone: boolean
  readonly merged_days: number | null
  /** A printed letter is on its way, or its code was entered. */
  readonly has_letter: boolean
  readonly dila: OfficialReading | null
  readonly dpnt: OfficialReading | null
  /** Another commune has one of these addresses, or an address of one of their domains. */
  readonly is_elsewhere: boolean
}

export type Official =
  | { readonly to: string; readonly blocked: null }
  | { readonly to: null; readonly blocked: OfficialBlock }

export function officialAddress(facts: OfficialFacts): Official {
  const { dila, dpnt } = facts
  const blocked = (reason: OfficialBlock): Official => ({ to: null, blocked: reason })
  if (!facts.is_town_hall) return blocked('not_town_hall')
  if (facts.has_owner) return blocked('managed')
  if (facts.was_undone) return blocked('undone')
  if (!dila || !dpnt) return blocked('unknown')
  if ([dila, dpnt].some(({ doubt }) => doubt !== null)) return blocked('shared')
  if (dila.emails.length === 0 || dpnt.emails.length === 0) return blocked('unknown')
  if ([dila, dpnt].some(({ age }) => age > STALE_DAYS)) return blocked('stale')
  if (facts.merged_days !== null && facts.merged_days < MERGED_DAYS) return blocked('merged')
  const both = dpnt.emails.filter(email => dila.emails.includes(email))
  const [to] = both
  const sirets = new Set([dila.siret, dpnt.siret, facts.siret].filter(siret => siret !== null))
  if (to === undefined || both.length < dpnt.emails.length || sirets.size > 1) return blocked('differs')
  if (facts.is_elsewhere || isCatchAllDomain(registeredDomainOf(to))) return blocked('shared')
  if ([dila, dpnt].some(({ unchanged }) => unchanged !== null && unchanged < CHANGED_DAYS))
    return blocked('changed')
  if (facts.has_letter) return blocked('letter')
  return { to, blocked: null }
}

/** For claims of town halls, by the facts as they are now; others are left out. */
export async function officialsOf(
  db: Db,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, Official>> {
  if (claimIds.length === 0) return new Map()
  const rows = await db.all<OfficialFacts & { readonly claim_id: string }>(sql`
    with halls as (
      select k.id as claim_id, a.id, a.siret, c.id as commune_id,
        coalesce(a.active and a.deleted_at is null and c.successor_id is null, false)
          and array(select id from communes where mairie_actor_id = a.id) = array[c.id] as is_town_hall
      from claims k join acteurs a on a.id = k.acteur_id left join communes c on c.id = a.commune_id
      where k.id = any(${[...claimIds]}::uuid[]) and a.type = 'mairie'
    ), readings as (
      select r.*, json_build_object('emails', emails, 'siret', siret, 'doubt', doubt,
        'age', current_date - read_on, 'unchanged', current_date - same_since) as facts
      from town_hall_readings r where r.commune_id in (select commune_id from halls)
    )
    select h.claim_id, h.is_town_hall, h.siret,
      exists (select from actor_users m where m.acteur_id = h.id and m.role = 'owner') as has_owner,
      exists (select from claims k join claim_letters l on l.claim_id = k.id
              where k.acteur_id = h.id and l.undone_at is not null) as was_undone,
      (select min(current_date - coalesce(old.merged_le, old.updated_at::date)) from communes old
       where old.successor_id = h.commune_id) as merged_days,
      exists (select from claim_letters l where l.claim_id = h.claim_id and l.sent_to is null
              and (l.confirmed_at is not null or l.expires_at > now())) as has_letter,
      (select facts from readings r where r.commune_id = h.commune_id and register = 'dila') as dila,
      (select facts from readings r where r.commune_id = h.commune_id and register = 'dpnt') as dpnt,
      exists (select from readings r join town_hall_readings o on o.commune_id <> r.commune_id
                and (o.emails && r.emails or o.domains && r.domains)
              where r.commune_id = h.commune_id) as is_elsewhere
    from halls h`)
  return new Map(rows.map(({ claim_id, ...facts }) => [claim_id, officialAddress(facts)]))
}

export const officialOf = async (db: Db, claimId: string) => (await officialsOf(db, [claimId])).get(claimId)
