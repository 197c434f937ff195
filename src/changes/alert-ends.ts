import { fuseauOf } from '../communes/collectes/zones.ts'
import { sql, type Tx } from '../kernel/db/db.ts'
import { type Alert, type AlertPlace, alertPlace, endOfAlert, isInForce } from '../publications/alerts.ts'

/** An alert ends by time alone: its end is a change that waits for it. */
export async function planAlertEnds(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const alerts = await tx.all<Alert & AlertPlace & { readonly id: string; readonly now: string }>(sql`
    select p.id, p.date_debut, p.date_fin, p.fin_le, p.leve_le, p.publie_le, ${alertPlace}, now() as now
    from publications p join publication_types t on t.id = p.type_id
    where p.id = any(${[...ids]}::uuid[]) and t.slug = 'alerte' and p.visible_le <= now()`)
  const ends = alerts.flatMap(({ now, ...alert }) => {
    if (!alert.alert_place || !isInForce(alert, new Date(now))) return []
    const [departement, code_insee] = alert.alert_place
    return [{ id: alert.id, due_at: endOfAlert(alert, fuseauOf({ departement, code_insee })) }]
  })
  if (ends.length === 0) return
  await tx.run(sql`
    insert into changes_waiting (due_at, kind, record_id, was)
    select due_at, 'publication', id, true
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as r(id uuid, due_at timestamptz)`)
}
