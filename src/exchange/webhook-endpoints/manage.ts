import { hash } from 'node:crypto'
import type { Db, Sql, Tx } from '../../kernel/db/db.ts'
import { countRows, sql } from '../../kernel/db/db.ts'
import { refuseAtOnce } from '../../kernel/fetch/fetch.ts'
import { isAmong } from '../../kernel/fetch/target.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { changedMeanwhile } from './challenge.ts'
import {
  deleteEndpoint,
  exchangeSecret,
  findEndpoint,
  type Grantor,
  insertEndpoint,
  lockEndpoint,
  type NewRow,
  ofActeur,
  pairsOf,
  saveEndpoint,
  secretsOf,
  setState,
} from './endpoints.ts'
import { pageOfDeliveries, queueTest, replay } from './log.ts'
import { WEBHOOK_JOB } from './queue.ts'
import type { DeliveriesQuery, Endpoint, EndpointChanges } from './shapes.ts'

/** Actions of owners and administrators on endpoints. `conditions` select the endpoints that the caller may manage. */

interface Managing {
  readonly tx: Tx
  readonly audit: Trail
}

export async function logOf(db: Db, id: string, query: DeliveriesQuery, conditions: readonly Sql[]) {
  await findEndpoint(db, id, conditions)
  return await pageOfDeliveries(db, id, query)
}

export async function addEndpoint(
  { tx, audit, secrets, config }: Managing & { readonly secrets: Secrets; readonly config: Config },
  row: NewRow,
  grant: Parameters<typeof insertEndpoint>[3],
) {
  refuseForbidden(row.url, pairsOf(grant.granted_to, config))
  if (row.acteur_id !== undefined) await refuseMany(tx, row.acteur_id)
  const made = await insertEndpoint(tx, secrets, row, grant)
  const { id, events, acteur, communes, epcis } = made
  audit.record({
    id,
    after: {
      events,
      ...(acteur && { acteur_id: acteur.id }),
      ...(communes.length > 0 && { commune_ids: communes.map(one => one.id) }),
      ...(epcis.length > 0 && { epci_codes: epcis.map(one => one.code) }),
    },
  })
  return made
}

function refuseForbidden(url: string, pairs: readonly string[]): void {
  const isPlain = new URL(url).protocol !== 'https:'
  if ((isPlain && !isAmong(url, pairs)) || refuseAtOnce(url, pairs)) throw new Problem('source_url_forbidden')
}

export const CHANGING =
  'A changed address is unverified until it answers the challenge (`…/verify`): what waits is sent to it then, and what happens before is not sent. Events that wait already are sent although they are not chosen any more.'

interface Changing extends Managing {
  readonly config: Config
  /** The kind of the caller: an owner cannot give a private address to an endpoint of an administrator, nor the reverse. */
  readonly as: Grantor
  refuseStale(current: number): void
}

export async function changeEndpoint(
  { tx, audit, config, as, refuseStale }: Changing,
  id: string,
  changes: EndpointChanges,
  conditions: readonly Sql[],
) {
  const before = await lockEndpoint(tx, id, conditions)
  refuseStale(before.version)
  const { nom, url, events } = { ...before, ...changes }
  const isElsewhere = url !== before.url
  if (isElsewhere) {
    const { granted_to } = found(await secretsOf(tx, id))
    refuseForbidden(url, as === 'admin' ? pairsOf(granted_to, config) : [])
  }
  await saveEndpoint(tx, id, { nom, url, events }, { isElsewhere })
  const after = await findEndpoint(tx, id)
  audit.record({ id, before: traced(before), after: traced(after) })
  return after
}

/** The audit trail is never erased, and the name and address may name a person. */
const traced = ({ events, state, version, url }: Endpoint) => ({
  events,
  state,
  version,
  url_sha256: hash('sha256', url),
})

/** Endpoints of an acteur. Those above it from before stay. */
export const MOST_OF_ACTEUR = 10

async function refuseMany(tx: Tx, acteurId: string): Promise<void> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${acteurId}`}, 0))`)
  const there = await countRows(tx, sql`webhook_endpoints k where ${ofActeur(acteurId)}`)
  if (there >= MOST_OF_ACTEUR) throw new Problem('webhook_limit')
}

/** After `verified` has answered the challenge. */
export async function enableEndpoint(
  { tx, audit, enqueue }: Managing & { enqueue(job: string, data: object): Promise<void> },
  id: string,
  verified: string,
  conditions: readonly Sql[],
) {
  const before = await lockEndpoint(tx, id, conditions)
  if (before.url !== verified) throw changedMeanwhile()
  audit.considered()
  if (before.state === 'unverified' || before.state === 'disabled') {
    await setState(tx, id, 'active')
    audit.record({ id, before: { state: before.state }, after: { state: 'active' } })
    await enqueue(WEBHOOK_JOB, {})
  }
  return await findEndpoint(tx, id)
}

export async function disableEndpoint({ tx, audit }: Managing, id: string, conditions: readonly Sql[]) {
  const before = await lockEndpoint(tx, id, conditions)
  audit.considered()
  if (before.state !== 'disabled') {
    await setState(tx, id, 'disabled')
    audit.record({ id, before: { state: before.state }, after: { state: 'disabled' } })
  }
  return await findEndpoint(tx, id)
}

export async function renewSecret(
  { tx, audit, secrets }: Managing & { readonly secrets: Secrets },
  id: string,
  conditions: readonly Sql[],
) {
  await lockEndpoint(tx, id, conditions)
  const secret = await exchangeSecret(tx, secrets, id)
  audit.record({ id, before: { secret: 'former' }, after: { secret: 'new' } })
  return { ...(await findEndpoint(tx, id)), secret }
}

export async function removeEndpoint({ tx, audit }: Managing, id: string, conditions: readonly Sql[]) {
  const { events, acteur } = await lockEndpoint(tx, id, conditions)
  await deleteEndpoint(tx, id)
  audit.record({ id, before: { events, ...(acteur && { acteur_id: acteur.id }) } })
  return { deleted: true }
}

export async function replayDelivery(
  { tx, audit, enqueue }: Managing & { enqueue(job: string, data: object): Promise<void> },
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
  conditions: readonly Sql[],
) {
  const { state } = await lockEndpoint(tx, id, conditions)
  if (state !== 'active') throw new Problem('webhook_disabled')
  const delivery = await replay(tx, id, deliveryId)
  audit.record({ id, after: { delivery_id: deliveryId } })
  await enqueue(WEBHOOK_JOB, {})
  return delivery
}

export const TESTING =
  'Sends `webhook.test` with `sequence` 0 and ids of nothing, signed like every event, whatever events are chosen. It is sent once; a failure changes nothing for the events, and 410 disables the endpoint as always.'

/** A test event, which is sent once and counts as no failure. */
export async function sendTest(
  { tx, audit, enqueue }: Managing & { enqueue(job: string, data: object): Promise<void> },
  id: string,
  conditions: readonly Sql[],
) {
  const { state } = await lockEndpoint(tx, id, conditions)
  if (state !== 'active') throw new Problem('webhook_disabled')
  const delivery = await queueTest(tx, id)
  audit.record({ id, after: { delivery_id: delivery.id } })
  await enqueue(WEBHOOK_JOB, {})
  return delivery
}
