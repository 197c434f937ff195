import { Temporal } from 'temporal-polyfill'
import type { Collecte } from '../details/shapes.ts'

/** The next collections, in days of the commune's own time zone. */

export type Planned = Pick<Collecte, 'jours' | 'frequence' | 'heure_debut' | 'exceptions'>

const HOW_MANY = 3
/** How far to search: a hundred cancelled monthly collections in a row are the worst that can be entered. */
const FURTHEST_DAYS = 10 * 366

/** The next days; today counts until the collection has begun or, without an hour, all day. */
export function nextDates(collecte: Planned, now: Date, fuseau: string): string[] {
  const first = firstDay(collecte.heure_debut, now, fuseau)
  const moved = new Map(collecte.exceptions.map(({ date, report_le }) => [date, report_le]))
  // A collection may be moved from a day long ago, which a search from today would not find.
  const arriving = collecte.exceptions
    .filter(
      ({ date, report_le }) => report_le !== null && report_le >= first.toString() && falls(collecte, date),
    )
    .map(({ report_le }) => report_le as string)
  const regular: string[] = []
  const furthest = collecte.frequence === 'sur_rendez_vous' ? 0 : FURTHEST_DAYS
  for (let ahead = 0; ahead < furthest && regular.length < HOW_MANY; ahead++) {
    // Most days are excluded by arithmetic alone: ten years of Temporal dates would take ten milliseconds.
    if (!collecte.jours.includes(((first.dayOfWeek - 1 + ahead) % 7) + 1)) continue
    const day = first.add({ days: ahead })
    if (isCollected(collecte, day) && !moved.has(day.toString())) regular.push(day.toString())
  }
  return [...new Set([...regular, ...arriving])].sort().slice(0, HOW_MANY)
}

const falls = (collecte: Planned, date: string) => isCollected(collecte, Temporal.PlainDate.from(date))

/** The planned day, before exceptions. */
function isCollected({ jours, frequence }: Planned, day: Temporal.PlainDate): boolean {
  if (!jours.includes(day.dayOfWeek)) return false
  switch (frequence) {
    case 'hebdomadaire':
      return true
    // By the number of the ISO week: week 53 is followed by week 1, two odd weeks in a row.
    case 'semaines_paires':
      return (day.weekOfYear ?? 0) % 2 === 0
    case 'semaines_impaires':
      return (day.weekOfYear ?? 0) % 2 === 1
    case 'mensuelle':
      return day.day <= 7
    case 'sur_rendez_vous':
      return false
  }
}

/** Today, or tomorrow once the local clock has reached the hour; the first time, where an hour occurs twice. */
function firstDay(heure: string | null, now: Date, fuseau: string): Temporal.PlainDate {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(fuseau)
  const today = here.toPlainDate()
  if (heure === null) return today
  const hour = Temporal.PlainTime.from(heure)
  const first = today.toZonedDateTime({ timeZone: fuseau, plainTime: hour })
  const begun =
    Temporal.PlainTime.compare(here.toPlainTime(), hour) >= 0 ||
    Temporal.ZonedDateTime.compare(here, first) >= 0
  return begun ? today.add({ days: 1 }) : today
}
