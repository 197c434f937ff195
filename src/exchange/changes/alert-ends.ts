import { sql, type Tx } from '../../kernel/db/db.ts'
import {
  type Alert,
  type AlertPlace,
  alertPlace,
  endOfAlert,
  isInForce,
} from '../../publishing/publications/alerts.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import type { NumberedChange } from '../webhook-endpoints/queue.ts'

/** The start and end of alerts, for webhooks. An alert ends by time alone: its end is a change that waits for it. */

type Changed = Omit<NumberedChange, 'seq'>

export async function alertChanges(tx: Tx, at: string, changes: readonly Changed[]): Promise<Changed[]> {
  const publications = new Map(
    changes.filter(({ kind }) => kind === 'publication').map(change => [change.record_id, change]),
  )
  if (publications.size === 0) return []
  const ids = sql`${[...publications.keys()]}::uuid[]`
  const alerts = await tx.all<Alert & AlertPlace & { readonly id: string; readonly at: string }>(sql`
    select p.id, p.date_debut, p.date_fin, p.fin_le, p.leve_le, p.publie_le, ${alertPlace}, ${at}::timestamptz as at
    from publications p join publication_types t on t.id = p.type_id
    where p.id = any(${ids}) and t.slug = 'alerte' and p.visible_le <= ${at}::timestamptz`)
  const inForce = alerts.filter(alert => isInForce(alert, new Date(alert.at)))
  await planEnds(tx, inForce)
  const now = inForce.map(({ id }) => id)
  const ended = await tx.all<{ id: string }>(sql`
    delete from alerts_in_force where publication_id = any(${ids}) and publication_id <> all(${now}::uuid[]) returning publication_id as id`)
  const started = await tx.all<{ id: string }>(sql`
    insert into alerts_in_force select unnest(${now}::uuid[]) on conflict do nothing returning publication_id as id`)
  const changesOf = (rows: readonly { readonly id: string }[], change: Changed['change']) =>
    rows.flatMap(({ id }) => {
      const publication = publications.get(id)
      return publication ? [{ ...publication, kind: 'alert', change }] : []
    })
  return [...changesOf(ended, 'removed'), ...changesOf(started, 'created')]
}

async function planEnds(
  tx: Tx,
  alerts: readonly (Alert & AlertPlace & { readonly id: string })[],
): Promise<void> {
  const ends = alerts.map(alert => {
    const [departement, code_insee] = alert.alert_place ?? [null, null]
    return { id: alert.id, due_at: endOfAlert(alert, fuseauOf({ departement, code_insee })) }
  })
  if (ends.length === 0) return
  await tx.run(sql`
    insert into changes_waiting (due_at, kind, record_id, was)
    select due_at, 'publication', id, true
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as r(id uuid, due_at timestamptz)`)
}
