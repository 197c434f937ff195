import { Temporal } from 'temporal-polyfill'
import { datesFrom, type PlannedDays } from '../../../../shared/collection-days.ts'
import { daysAfter, localDay } from '../../../kernel/values/local-time.ts'
import type { Collecte } from '../details-shapes.ts'

/** The next collections, in days of the commune's own time zone. */

export type Planned = PlannedDays & Pick<Collecte, 'heure_debut'>

/** The next days. Today counts until the hour of the collection; without an hour, all day. */
export const nextDates = (collecte: Planned, now: Date, fuseau: string): string[] =>
  datesFrom(collecte, firstDay(collecte.heure_debut, now, fuseau))

/** Today, or tomorrow once the local clock has reached the hour; the first time, where an hour occurs twice. */
function firstDay(heure: string | null, now: Date, fuseau: string): string {
  const today = localDay(now, fuseau)
  if (heure === null) return today
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(fuseau)
  const hour = Temporal.PlainTime.from(heure)
  const first = here.toPlainDate().toZonedDateTime({ timeZone: fuseau, plainTime: hour })
  const begun =
    Temporal.PlainTime.compare(here.toPlainTime(), hour) >= 0 ||
    Temporal.ZonedDateTime.compare(here, first) >= 0
  return begun ? daysAfter(today, 1) : today
}
