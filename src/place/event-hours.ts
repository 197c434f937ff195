import { Temporal } from 'temporal-polyfill'
import type { Event } from './days.ts'

/**
 * The instants of an event on the clocks of its commune. An hour that the clocks skip in March is read an hour later, so an
 * end after it (2:30 to 3:00) would come before the beginning: such an event keeps its length.
 */
export function eventHours({ date_debut, heure_debut, date_fin, heure_fin }: Event, fuseau: string) {
  if (heure_debut === null) return undefined
  const written = Temporal.PlainDateTime.from(`${date_debut}T${heure_debut}`)
  const begin = written.toZonedDateTime(fuseau)
  if (heure_fin === null) return { begin, end: null }
  const writtenEnd = Temporal.PlainDateTime.from(`${date_fin ?? date_debut}T${heure_fin}`)
  const end = writtenEnd.toZonedDateTime(fuseau)
  const isBackwards = Temporal.ZonedDateTime.compare(end, begin) <= 0
  return { begin, end: isBackwards ? begin.add(written.until(writtenEnd)) : end }
}
