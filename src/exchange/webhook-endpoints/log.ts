import { type Db, join, sql, type Tx } from '../../kernel/db/db.ts'
import { equal } from '../../kernel/lists/list-filters.ts'
import { newestFirst, readPage } from '../../kernel/lists/orders.ts'
import { pageOf } from '../../kernel/lists/paging.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { EVENT_RECORD_ROWS, EVENTS, type EventData, payloadOf, TEST } from './events.ts'
import type { DeliveriesQuery, Delivery } from './shapes.ts'

/** The log of an endpoint: its deliveries, each with its record and what was sent. */

interface Row extends Omit<Delivery, 'sequence' | 'record' | 'payload' | 'data'> {
  readonly seq: number
  readonly resource_id: string
  readonly title: string | null
  readonly data: EventData
}

/** `k` is the endpoint. A record of another acteur, such as a publication that it gave away, is not named. */
const TITLE = sql`case ${join(
  (Object.keys(EVENTS) as (keyof typeof EVENTS)[]).map(
    event =>
      sql`when d.event = ${event} then (${EVENT_RECORD_ROWS[EVENTS[event].record].title(sql`d.resource_id`, sql`k.acteur_id`)})`,
  ),
  ' ',
)} end`
const COLUMNS = sql`d.id, d.seq, d.resource_id, d.event, d.state, d.at, d.attempts, d.tried_at, d.status, d.error, d.delivered_at,
  case when d.state = 'waiting' then d.next_try_at end as next_try_at, d.data, ${TITLE} as title`
const FROM = sql`webhook_deliveries d join webhook_endpoints k on k.id = d.endpoint_id`

const NEWEST = newestFirst(sql`d.id`)

export const pageOfDeliveries = (db: Db, endpointId: string, { state, event, ...query }: DeliveriesQuery) =>
  readPage(
    db,
    pageOf(query, NEWEST),
    {
      columns: COLUMNS,
      from: FROM,
      conditions: [
        sql`d.endpoint_id = ${endpointId}`,
        ...equal(sql`d.state`, state),
        ...equal(sql`d.event`, event),
      ],
      counted: sql`webhook_deliveries d`,
    },
    deliveryOf,
  )

/** A row as the log shows it. */
function deliveryOf({ seq, resource_id, title, ...row }: Row): Delivery {
  const payload = payloadOf({ ...row, seq })
  const record = row.event === TEST ? null : { kind: EVENTS[row.event].record, id: resource_id, title }
  return { ...row, data: payload.data, sequence: payload.sequence, record, payload }
}

const findDelivery = async (db: Db, id: string): Promise<Delivery> =>
  deliveryOf(found(await db.one<Row>(sql`select ${COLUMNS} from ${FROM} where d.id = ${id}`)))

/** Sent again with its `webhook-id`, at once. */
export async function replay(tx: Tx, endpointId: string, id: string): Promise<Delivery> {
  found(
    await tx.one(sql`
      update webhook_deliveries set state = 'waiting', attempts = attempts + 1, next_try_at = now(), delivered_at = null
      where id = ${id} and endpoint_id = ${endpointId} returning id`),
  )
  await dueNow(tx, endpointId)
  return await findDelivery(tx, id)
}

/** Also where the endpoint waits after failures. */
const dueNow = (tx: Tx, endpointId: string) =>
  tx.run(sql`update webhook_endpoints set next_try_at = now() where id = ${endpointId}`)

/** The id in test events: no record has it, so a receiver that looks for it finds nothing. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

/**
 * A test event, due at once. Its numbers go down from 0, so that no change needs the same one; the lock of the endpoint keeps two
 * tests apart. It is a resource of its own: no event waits behind it.
 */
export async function queueTest(tx: Tx, endpointId: string): Promise<Delivery> {
  const data: EventData = { id: NOBODY, acteur_ids: [NOBODY], commune_ids: [NOBODY] }
  const { id } = found(
    await tx.one<{ id: string }>(sql`
      insert into webhook_deliveries (endpoint_id, seq, event, resource_id, at, data)
      select ${endpointId}, least(coalesce(min(seq), 1), 1) - 1, ${TEST}, new_id(), now(), ${JSON.stringify(data)}::jsonb
      from webhook_deliveries where endpoint_id = ${endpointId} returning id`),
  )
  await dueNow(tx, endpointId)
  return await findDelivery(tx, id)
}
