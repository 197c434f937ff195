import { type CollectionChange, changesUntil } from '../../shared/collection-days.ts'
import { withDates } from '../territory/communes/collectes/collectes.ts'
import type { Collecte } from '../territory/communes/details-shapes.ts'
import { daysAfter, longDay } from './days.ts'
import type { Visit } from './visit.ts'

/** Collections with their next dates. */
export type Planned = ReturnType<typeof withDates>[number]

/** Once the hour of one has come, its next date is another. */
export function plannedOf(
  { holds, now, fuseau }: Pick<Visit, 'holds' | 'now' | 'fuseau'>,
  rows: readonly Collecte[],
): readonly Planned[] {
  for (const { heure_debut } of rows) if (heure_debut !== null) holds.until(heure_debut)
  return withDates(rows, now, fuseau)
}

/** The changes of Christmas and New Year are announced from the end of November on. */
const ANNOUNCED_DAYS = 42
/** More of them hide the next dates. */
const MOST_ANNOUNCED = 4

/** vendredi 25 décembre : collecte reportée au samedi 26 décembre. */
export const changesSaid = (
  { today }: Pick<Visit, 'today'>,
  collecte: Planned,
  last = daysAfter(today, ANNOUNCED_DAYS),
): string[] =>
  changesUntil(collecte, today, last)
    .slice(0, MOST_ANNOUNCED)
    .map(change => `${longDay(change.date, today)} : ${changeSaid(change, today)}`)

/** collecte avancée au jeudi 24 décembre; pas de collecte. */
export function changeSaid({ date, report_le }: CollectionChange, today: string): string {
  if (report_le === null) return 'pas de collecte'
  return `collecte ${report_le < date ? 'avancée' : 'reportée'} au ${longDay(report_le, today)}`
}
