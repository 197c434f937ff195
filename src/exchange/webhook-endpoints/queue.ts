import type { EventRecord, WebhookEvent } from '../../../shared/words/webhooks.ts'
import { join, sql, type Tx } from '../../kernel/db/db.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { IN_FORCE } from '../../people/access/api-keys.ts'
import { EVENT_RECORD_ROWS, EVENTS, type Slugs, urlOf } from './events.ts'

/** Queues events, in the transaction that numbers the changes: each change becomes one event of each endpoint that wants it. */

export const WEBHOOK_JOB = 'webhooks.send'

export interface NumberedChange {
  readonly seq: number
  readonly kind: string
  readonly record_id: string
  readonly change: 'created' | 'changed' | 'removed'
  readonly commune_ids: readonly string[]
  readonly acteur_ids: readonly string[]
}

const EVENT_OF = new Map<string, WebhookEvent>(
  (Object.entries(EVENTS) as [WebhookEvent, (typeof EVENTS)[WebhookEvent]][]).map(([event, { change }]) => [
    change,
    event,
  ]),
)
/** The status of a record whose events have one. */
const STATUS = join(
  Object.entries(EVENT_RECORD_ROWS).flatMap(([kind, { status }]) =>
    status ? [sql`when ${kind} then jsonb_build_object('status', (${status(sql`e.record_id`)}))`] : [],
  ),
  ' ',
)

/** Events that may wait for an endpoint of an acteur, and for one of administrators, which may get those of the whole country. */
export const MOST_WAITING = { ofActeur: 10_000, ofAll: 200_000 } as const

/**
 * Returns how many deliveries were queued. `at`: of the changes. `url` is that of the change: each attempt sends the same. An endpoint with no room for them is disabled: it must not believe
 * that it gets everything.
 */
export async function queueEvents(
  tx: Tx,
  at: string,
  changes: readonly NumberedChange[],
  config: Config | undefined,
): Promise<number> {
  const events = changes.flatMap(one => {
    const event = EVENT_OF.get(`${one.kind} ${one.change}`)
    return event ? [{ ...one, event, record: EVENTS[event].record }] : []
  })
  if (
    events.length === 0 ||
    !(await tx.one(sql`select from webhook_endpoints where state = 'active' limit 1`))
  )
    return 0
  const told = await withUrls(tx, events, config)
  return await tx.run(sql`
    with wanted as (
      select k.id as endpoint_id, k.acteur_id, e.*, row_number() over (partition by k.id order by e.seq) as nth
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
        as e(seq bigint, event text, kind text, record_id uuid, url text, acteur_ids uuid[], commune_ids uuid[])
      join webhook_endpoints k on k.state = 'active' and e.event = any(k.events)
        and (k.acteur_id is null or k.acteur_id = any(e.acteur_ids))
        and (k.commune_ids is null or k.commune_ids && e.commune_ids)
        and (k.epci_codes is null or e.commune_ids && array(select c.id from communes c where c.epci_code = any(k.epci_codes)))
        and ${IN_FORCE}),
    rooms as (
      select endpoint_id, most - (
        select count(*) from (
          select from webhook_deliveries d where d.endpoint_id = k.endpoint_id and d.state = 'waiting' limit most) waiting) as room
      from (
        select distinct endpoint_id, case when acteur_id is null then ${MOST_WAITING.ofAll}::int else ${MOST_WAITING.ofActeur}::int end as most
        from wanted) k),
    disabled as (
      update webhook_endpoints k set state = 'disabled', disabled_for = 'full', tells_full = true
      from rooms where rooms.endpoint_id = k.id and exists (
        select from wanted w where w.endpoint_id = k.id and w.nth > rooms.room))
    insert into webhook_deliveries (endpoint_id, seq, event, resource_id, at, data)
    select endpoint_id, e.seq, e.event, e.record_id, ${at}::timestamptz,
      jsonb_build_object('id', e.record_id, 'acteur_ids', e.acteur_ids, 'commune_ids', e.commune_ids, 'url', e.url)
      || case e.kind ${STATUS} else '{}'::jsonb end
    from wanted e join rooms using (endpoint_id) where e.nth <= rooms.room
    order by e.seq`)
}

interface OfRecord {
  readonly record: EventRecord
  readonly record_id: string
}

/** Events with the address of the page of their record. */
async function withUrls<E extends OfRecord>(tx: Tx, events: readonly E[], config: Config | undefined) {
  const slugs = new Map<string, Slugs>()
  for (const [record, some] of Map.groupBy(events, event => event.record)) {
    const find = EVENT_RECORD_ROWS[record].slugs
    const ids = some.map(event => event.record_id)
    for (const row of find ? await tx.all<Slugs>(find(sql`${ids}::uuid[]`)) : []) slugs.set(row.id, row)
  }
  return events.map(event => ({
    ...event,
    url: config ? urlOf(event.record, event.record_id, slugs.get(event.record_id), config) : null,
  }))
}
