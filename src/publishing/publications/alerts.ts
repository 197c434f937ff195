import { alertEnd } from '../../../shared/alert-end.ts'
import { sql } from '../../kernel/db/db.ts'
import { localDay, startOfDay } from '../../kernel/values/local-time.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import type { Announced, Content } from './content.ts'

/** When an alert ends. Pure: the clock is an argument. */

export type Alert = Pick<Content, 'date_debut' | 'date_fin' | 'fin_le'> &
  Pick<Announced, 'leve_le'> & { readonly publie_le: string | null }

/** Departement and code of the commune of an alert, for `publications p` and `publication_types t`; null for other types. */
export const alertPlace = sql`
  case when t.slug = 'alerte' then
    (select array[c.departement, c.code_insee] from communes c where c.id = p.commune_id) end as alert_place`
export interface AlertPlace {
  readonly alert_place: readonly [departement: string | null, code_insee: string | null] | null
}

/** On the clock of its commune. Undefined while it has no end, no day and no moment of appearance. */
export function endOfAlert(alert: Alert, fuseau: string): Date | undefined {
  const from = alert.publie_le === null ? undefined : localDay(new Date(alert.publie_le), fuseau)
  return alertEnd(alert, from, day => startOfDay(day, fuseau))
}

/**
 * The end of an alert (`publications p`) in UTC: after it the alert is in force nowhere in France. Whether one is in force is
 * said by `isInForce` alone. Null: it ends some days after it appeared. Indexed by `publications_alerts_by_end`.
 */
export const latestEnd = sql`coalesce(p.fin_le at time zone 'UTC', coalesce(p.date_fin, p.date_debut) + interval '2 days')`
/** The same of an alert without an end or a day: it appeared within this time. */
export const WITHOUT_END = sql`interval '4 days'`

export function isInForce(alert: Alert & AlertPlace, now: Date): boolean {
  const { alert_place, leve_le } = alert
  if (alert_place === null || leve_le !== null) return false
  const [departement, code_insee] = alert_place
  const end = endOfAlert(alert, fuseauOf({ departement, code_insee }))
  return end !== undefined && now < end
}
