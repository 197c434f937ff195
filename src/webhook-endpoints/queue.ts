import type { WebhookEvent } from '../../shared/words/webhooks.ts'
import { IN_FORCE } from '../access/api-keys.ts'
import { sql, type Tx } from '../kernel/db/db.ts'

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

const EVENTS: Readonly<Record<string, WebhookEvent>> = {
  'publication created': 'publication.published',
  'publication changed': 'publication.changed',
  'publication removed': 'publication.withdrawn',
  'alert created': 'alert.started',
  'alert removed': 'alert.ended',
  'claim changed': 'claim.decided',
  'subscription changed': 'subscription.changed',
  'sync changed': 'sync.finished',
}

/** Returns how many deliveries were queued. `at`: of the changes. */
export async function queueEvents(tx: Tx, at: string, changes: readonly NumberedChange[]): Promise<number> {
  const events = changes.flatMap(one => {
    const event = EVENTS[`${one.kind} ${one.change}`]
    return event ? [{ ...one, event }] : []
  })
  if (
    events.length === 0 ||
    !(await tx.one(sql`select from webhook_endpoints where state = 'active' limit 1`))
  )
    return 0
  return await tx.run(sql`
    insert into webhook_deliveries (endpoint_id, seq, event, resource_id, at, data)
    select k.id, e.seq, e.event, e.record_id, ${at}::timestamptz,
      jsonb_build_object('id', e.record_id, 'acteur_ids', e.acteur_ids, 'commune_ids', e.commune_ids)
      || case e.kind
        when 'claim' then jsonb_build_object('status', (select status from claims where id = e.record_id))
        when 'subscription' then jsonb_build_object('status', (select status from subscriptions where id = e.record_id))
        when 'sync' then jsonb_build_object('status', (select status from defibrillateur_syncs where id = e.record_id))
        else '{}'::jsonb end
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as e(seq bigint, event text, kind text, record_id uuid, acteur_ids uuid[], commune_ids uuid[])
    join webhook_endpoints k on k.state = 'active' and e.event = any(k.events)
      and (k.acteur_id is null or k.acteur_id = any(e.acteur_ids))
      and (k.commune_ids is null or k.commune_ids && e.commune_ids)
      and (k.epci_codes is null or e.commune_ids && array(select c.id from communes c where c.epci_code = any(k.epci_codes)))
      and ${IN_FORCE}
    order by e.seq`)
}
