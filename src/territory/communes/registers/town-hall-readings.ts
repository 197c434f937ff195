import { sql, type Tx } from '../../../kernel/db/db.ts'
import { isPublicMailDomain, registeredDomainOf } from '../../../kernel/texts/mail-domains.ts'

/** What registers of the State say of the town hall of a commune: what it proves itself by. */

export const TOWN_HALL_REGISTERS = ['dila', 'dpnt'] as const
type TownHallRegister = (typeof TOWN_HALL_REGISTERS)[number]

export const DOUBTS = ['shared', 'several'] as const
type Doubt = (typeof DOUBTS)[number]

export interface Reading {
  readonly emails: readonly string[]
  readonly siret: string | null
  readonly telephone: string | null
  readonly site_web: string | null
  /** The day on which the register last changed it; null if it never says. */
  readonly changed: string | null
}

/** More are no town hall's own. */
const MOST_EMAILS = 10

/** Collects the readings of one file, and who else in it has the same mailboxes. */
export class TownHallReadings {
  readonly #readings = new Map<string, { reading: Reading; doubt: Doubt | null }>()
  readonly #users = new Map<string, Set<string>>()

  /** A town hall of one commune. A second one is a doubt: nobody here can tell which is the right one. */
  add(communeId: string, reading: Reading): void {
    const known = this.#readings.get(communeId)
    const isTooMany = reading.emails.length > MOST_EMAILS
    this.#readings.set(communeId, { reading, doubt: known || isTooMany ? 'several' : null })
  }

  /** A record that names the commune beside others. */
  doubt(communeId: string): void {
    const reading: Reading = { emails: [], siret: null, telephone: null, site_web: null, changed: null }
    this.#readings.set(communeId, { ...(this.#readings.get(communeId) ?? { reading }), doubt: 'several' })
  }

  /**
   * A service and its mailboxes: `places` are the communes that it is of; one of several communes, or of none, shares
   * them with no town hall. `runsDomain`: it may open mailboxes there.
   */
  uses(emails: readonly string[], places: readonly string[], runsDomain: boolean): void {
    for (const email of emails) {
      const domains = runsDomain ? ownDomains([email]) : []
      for (const key of [email, ...domains]) {
        const users = this.#users.get(key) ?? new Set()
        for (const place of places) users.add(place)
        this.#users.set(key, users)
      }
    }
  }

  get communes(): number {
    return this.#readings.size
  }

  rows() {
    return [...this.#readings].map(([commune_id, { reading, doubt }]) => {
      const emails = [...reading.emails].sort().slice(0, MOST_EMAILS)
      const domains = ownDomains(emails)
      const isShared = [...emails, ...domains].some(key =>
        [...(this.#users.get(key) ?? [])].some(place => place !== commune_id),
      )
      return { commune_id, ...reading, emails, domains, doubt: doubt ?? (isShared ? 'shared' : null) }
    })
  }
}

/** Those of public mail providers are left out: they belong to none of their customers. */
const ownDomains = (emails: readonly string[]) => [
  ...new Set(emails.map(registeredDomainOf).filter(domain => !isPublicMailDomain(domain))),
]

/** A file that names fewer of the known communes is a part of the register. */
const WHOLE = 0.9

/**
 * Saves the readings of a file of `day`. A file that is older than what is known changes nothing. Communes that a whole
 * file no longer names lose their reading; a part of the register leaves them alone.
 */
export async function saveTownHallReadings(
  database: Tx,
  register: TownHallRegister,
  readings: TownHallReadings,
  day: string,
): Promise<void> {
  const rows = readings.rows()
  await database.run(sql`
    insert into town_hall_readings as t (commune_id, register, emails, domains, siret, telephone, site_web, doubt, read_on, same_since)
    select r.commune_id, ${register}, r.emails, r.domains, r.siret, r.telephone, r.site_web, r.doubt, d.day,
      case when r.changed is not null then least(r.changed, d.day) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(commune_id uuid, emails text[], domains text[], siret text,
        telephone text, site_web text, doubt text, changed date),
      (select least(${day}::date, current_date) as day) d
    on conflict (commune_id, register) do update set emails = excluded.emails, domains = excluded.domains,
      siret = excluded.siret, telephone = excluded.telephone, site_web = excluded.site_web, doubt = excluded.doubt,
      read_on = excluded.read_on,
      same_since = case when (t.emails, t.siret) is not distinct from (excluded.emails, excluded.siret)
                   then t.same_since else excluded.read_on end
    where excluded.read_on >= t.read_on`)
  const named = sql`t.commune_id = any(${rows.map(({ commune_id }) => commune_id)}::uuid[])`
  await database.run(sql`
    delete from town_hall_readings t where register = ${register} and read_on <= ${day}::date and not ${named}
      and ${WHOLE}::float8 * (select count(*) from town_hall_readings where register = ${register})
          <= (select count(*) from town_hall_readings t where register = ${register} and ${named})`)
}

/** How many communes an earlier load of the register knew, and how many of them these readings name. */
export const countKnown = (tx: Tx, register: TownHallRegister, readings: TownHallReadings) =>
  tx.one<{ known: number; named: number }>(sql`
    select count(*)::int as known,
      (count(*) filter (where commune_id = any(${readings.rows().map(({ commune_id }) => commune_id)}::uuid[])))::int as named
    from town_hall_readings where register = ${register}`)
