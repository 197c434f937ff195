import type { Trail } from '../kernel/audit.ts'
import type { Config } from '../kernel/config.ts'
import type { Db, Sql, Tx } from '../kernel/db/db.ts'
import { sql } from '../kernel/db/db.ts'
import { Problem } from '../kernel/errors.ts'
import { refuseAtOnce } from '../kernel/fetch/fetch.ts'
import { paged, pageOf } from '../kernel/lists/paging.ts'
import type { Secrets } from '../kernel/secrets.ts'
import {
  countDeliveries,
  countEndpoints,
  deleteEndpoint,
  exchangeSecret,
  findEndpoint,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  lockEndpoint,
  NEWEST,
  NEWEST_DELIVERY,
  type NewRow,
  replay,
  setState,
} from './endpoints.ts'
import { WEBHOOK_JOB } from './queue.ts'

/** Actions of owners and administrators on endpoints. `conditions` select the endpoints that the caller may manage. */

interface Managing {
  readonly tx: Tx
  readonly audit: Trail
}
type PageQuery = Parameters<typeof pageOf>[0]

export async function pageOfEndpoints(db: Db, query: PageQuery, conditions: readonly Sql[]) {
  const page = pageOf(query, NEWEST)
  return await paged(page, listEndpoints(db, conditions, page), () => countEndpoints(db, conditions))
}

export async function pageOfDeliveries(db: Db, id: string, query: PageQuery, conditions: readonly Sql[]) {
  await findEndpoint(db, id, conditions)
  const ofEndpoint = [sql`d.endpoint_id = ${id}`]
  const page = pageOf(query, NEWEST_DELIVERY)
  return await paged(page, listDeliveries(db, ofEndpoint, page), () => countDeliveries(db, ofEndpoint))
}

export async function addEndpoint(
  { tx, audit, secrets, config }: Managing & { readonly secrets: Secrets; readonly config: Config },
  row: NewRow,
  grant: Parameters<typeof insertEndpoint>[3],
) {
  const { protocol, host } = new URL(row.url)
  const isOwn = config.importAllowPrivate.includes(host)
  if ((protocol !== 'https:' && !isOwn) || refuseAtOnce(row.url, config.importAllowPrivate))
    throw new Problem('source_url_forbidden')
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

/** After the challenge was answered. */
export async function enableEndpoint(
  { tx, audit, enqueue }: Managing & { enqueue(job: string, data: object): Promise<void> },
  id: string,
  conditions: readonly Sql[],
) {
  const before = await lockEndpoint(tx, id, conditions)
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
