import { withDates } from '../territory/communes/collectes/collectes.ts'
import type { Collecte } from '../territory/communes/details-shapes.ts'
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
