import type { EndpointState, WebhookEvent } from '../../../shared/words/webhooks.ts'
import { countRows, type Db, empty, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { newestFirst, readPage } from '../../kernel/lists/orders.ts'
import { type PageQuery, pageOf } from '../../kernel/lists/paging.ts'
import { found } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { IN_FORCE, PAUSED_FOR } from '../../people/access/api-keys.ts'
import { acteurInBrief, communesInBrief, epcisInBrief, personInBrief } from '../../people/access/in-brief.ts'
import type { Endpoint } from './shapes.ts'
import { newWebhookSecret } from './signing.ts'

/** The rows of endpoints. */

export type Grantor = 'owner' | 'admin'
/** The private addresses that an endpoint may have: the operator's pairs are for administrators, not for owners of acteurs. */
export const pairsOf = (
  granted_to: Grantor,
  { importAllowPrivate }: Pick<Config, 'importAllowPrivate'>,
): readonly string[] => (granted_to === 'admin' ? importAllowPrivate : [])

/** Deliveries are signed with the former secret too for so long after an exchange. */
const OVERLAP = sql`interval '24 hours'`

const STATE = sql`
  case when k.state <> 'active' then k.state when ${IN_FORCE} then 'active' else 'paused' end`

const COLUMNS = sql`k.id, k.nom, k.url, k.events,
  ${STATE} as state, case ${STATE} when 'paused' then ${PAUSED_FOR} end as paused_for,
  k.disabled_for, k.failing_since, case when k.former_until > now() then k.former_until end as former_until,
  ${acteurInBrief(sql`k.acteur_id`)} as acteur, ${communesInBrief(sql`k.commune_ids`)} as communes,
  ${epcisInBrief(sql`k.epci_codes`)} as epcis, ${personInBrief(sql`k.created_by`)} as created_by, k.created_at, k.updated_at, k.version,
  (select count(*) from webhook_deliveries d where d.endpoint_id = k.id and d.state = 'waiting') as waiting`

const NEWEST = newestFirst(sql`k.id`)
export const ofActeur = (id: string) => sql`k.acteur_id = ${id}`
export const countWorkingEndpoints = (db: Db, acteurId: string): Promise<number> =>
  countRows(db, sql`webhook_endpoints k where ${ofActeur(acteurId)} and ${STATE} = 'active'`)

export const pageOfEndpoints = (db: Db, query: PageQuery, conditions: readonly Sql[]) =>
  readPage<Endpoint>(db, pageOf(query, NEWEST), {
    columns: COLUMNS,
    from: sql`webhook_endpoints k`,
    conditions,
  })

/** `conditions` select the endpoints that the caller may manage. */
export const findEndpoint = async (db: Db, id: string, conditions: readonly Sql[] = []): Promise<Endpoint> =>
  found(
    await db.one<Endpoint>(
      sql`select ${COLUMNS} from webhook_endpoints k ${where([sql`k.id = ${id}`, ...conditions])}`,
    ),
  )

export async function lockEndpoint(tx: Tx, id: string, conditions: readonly Sql[]): Promise<Endpoint> {
  found(
    await tx.one(
      sql`select from webhook_endpoints k ${where([sql`k.id = ${id}`, ...conditions])} for update`,
    ),
  )
  return await findEndpoint(tx, id)
}

export interface NewRow {
  readonly nom: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly acteur_id?: string | undefined
  readonly commune_ids?: readonly string[] | undefined
  readonly epci_codes?: readonly string[] | undefined
}

export async function insertEndpoint(
  tx: Tx,
  secrets: Secrets,
  { nom, url, events, acteur_id, commune_ids, epci_codes }: NewRow,
  { granted_to, created_by }: { readonly granted_to: Grantor; readonly created_by: string },
): Promise<Endpoint & { readonly secret: string }> {
  const secret = newWebhookSecret()
  const { id } = found(
    await tx.one<{ id: string }>(sql`
      insert into webhook_endpoints (nom, url, events, acteur_id, commune_ids, epci_codes, granted_to, created_by, secret_sealed)
      values (${nom}, ${url}, ${[...events]}::text[], ${acteur_id ?? null}, ${commune_ids ? [...commune_ids] : null}::uuid[],
        ${epci_codes ? [...epci_codes] : null}::text[], ${granted_to}, ${created_by}, ${secrets.seal(secret)})
      returning id`),
  )
  return { ...(await findEndpoint(tx, id)), secret }
}

/**
 * A new address is a new program: it is unverified and unmeasured. What waits is sent to it once it is verified; secret, log and
 * limits stay.
 */
export const saveEndpoint = (
  tx: Tx,
  id: string,
  { nom, url, events }: Pick<Endpoint, 'nom' | 'url' | 'events'>,
  { isElsewhere }: { readonly isElsewhere: boolean },
) =>
  tx.run(sql`
    update webhook_endpoints set nom = ${nom}, url = ${url}, events = ${[...events]}::text[] ${
      isElsewhere
        ? sql`, state = 'unverified', disabled_for = null, failures = 0, failing_since = null, answer_ms = null`
        : empty
    } where id = ${id}`)

/** A second exchange within a day drops the secret from before the first. */
export async function exchangeSecret(tx: Tx, secrets: Secrets, id: string): Promise<string> {
  const secret = newWebhookSecret()
  await tx.run(sql`
    update webhook_endpoints set former_sealed = secret_sealed, former_until = now() + ${OVERLAP}, secret_sealed = ${secrets.seal(secret)}
    where id = ${id}`)
  return secret
}

/** Deliveries that wait since it was disabled are sent now. */
export const setState = (tx: Tx, id: string, state: Exclude<EndpointState, 'paused' | 'unverified'>) =>
  tx.run(sql`
    update webhook_endpoints set state = ${state}, disabled_for = ${state === 'disabled' ? 'asked' : null},
      failures = 0, failing_since = null, next_try_at = now() where id = ${id}`)

export const deleteEndpoint = (tx: Tx, id: string) =>
  tx.run(sql`delete from webhook_endpoints where id = ${id}`)

export const secretsOf = (db: Db, id: string) =>
  db.one<{ url: string; granted_to: Grantor; secret_sealed: string; former_sealed: string | null }>(sql`
    select url, granted_to, secret_sealed, case when former_until > now() then former_sealed end as former_sealed
    from webhook_endpoints where id = ${id}`)

////////////////////////////////////////////////////////////////////////////// what happens around them

/** After an exchange of PARVIS_SECRET. */
export async function resealWebhookSecrets(tx: Tx, secrets: Secrets): Promise<number> {
  const rows = await tx.all<{ id: string; secret_sealed: string; former_sealed: string | null }>(
    sql`select id, secret_sealed, former_sealed from webhook_endpoints order by id for update`,
  )
  const again = (sealed: string) => secrets.seal(secrets.open(sealed))
  for (const { id, secret_sealed, former_sealed } of rows)
    await tx.run(sql`
      update webhook_endpoints set secret_sealed = ${again(secret_sealed)}, former_sealed = ${former_sealed && again(former_sealed)}
      where id = ${id}`)
  return rows.length
}
