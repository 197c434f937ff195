import { Temporal } from 'temporal-polyfill'
import { MOST_DATES } from '../../../../shared/fields/publications.ts'
import { explain } from '../explanations.ts'
import type { FeedItem } from './item.ts'
import type { Notes } from './notes.ts'

/** The days of a series after the occurrence that is shown: `dates` of a publication. */

export interface Occurrence {
  readonly first_day: string
  readonly last_day: string
  readonly first_hour: string | null
  readonly last_hour: string | null
}

/** A series is read for a year; a later run reads on. */
const yearAfter = (day: string): string => Temporal.PlainDate.from(day).add({ years: 1 }).toString()

/** The days and hours of an item. A publication has the same hours on all of its days: other hours are none. */
export function daysAndHours(
  shown: Occurrence,
  later: readonly Occurrence[],
  notes: Notes,
  id: string | null,
): Pick<FeedItem, 'date_debut' | 'date_fin' | 'heure_debut' | 'heure_fin' | 'dates'> {
  const { first_day, last_day, first_hour, last_hour } = shown
  const end = yearAfter(first_day)
  const kept = later.filter(each => each.last_day > last_day && each.first_day < end)
  const days = new Set<string>()
  for (const each of kept.toSorted((a, b) => (a.first_day < b.first_day ? -1 : 1))) {
    for (const day of daysOf(each)) if (day > last_day && day < end) days.add(day)
    // The first sixty are among them, unless occurrences of months overlap.
    if (days.size > 2 * MOST_DATES) break
  }
  const dates = [...days].sort().slice(0, MOST_DATES)
  const hasOtherHours = kept.some(each => each.first_hour !== first_hour || each.last_hour !== last_hour)
  if (hasOtherHours) notes.info(explain('hours_differ'), id)
  const hours = hasOtherHours
    ? { heure_debut: null, heure_fin: null }
    : { heure_debut: first_hour, heure_fin: last_hour }
  return { date_debut: first_day, date_fin: last_day, ...hours, dates }
}

/** The days of an item as occurrences; none without a date. */
export function occurrencesIn(item: Omit<Known, 'heure_fin'> & Hours): Occurrence[] {
  const { date_debut, date_fin, heure_debut: first_hour, heure_fin: last_hour, dates } = item
  const at = (first_day: string, last_day = first_day) => ({ first_day, last_day, first_hour, last_hour })
  return date_debut === null ? [] : [at(date_debut, date_fin ?? date_debut), ...dates.map(day => at(day))]
}
type Hours = Pick<FeedItem, 'heure_debut' | 'heure_fin'>

/** An end before six in the morning belongs to the day before. */
export function daysOf({ first_day, last_day, last_hour }: Omit<Occurrence, 'first_hour'>): string[] {
  const days = [first_day]
  // Most have one: a page may hold a million of them.
  if (last_day === first_day) return days
  const nights = daysBetween(first_day, last_day)
  const more = last_hour !== null && last_hour <= '06:00' ? nights - 1 : nights
  for (let day = 1; day <= Math.min(more, MOST_DATES); day++) days.push(addDays(first_day, day))
  return days
}

type Known = Pick<FeedItem, 'date_debut' | 'date_fin' | 'heure_fin' | 'dates'>

/**
 * What a reading says of the days that are known, apart from those that have passed: `same`, or `longer` by days that
 * were too far ahead then; undefined where it says something else.
 */
export function followsOn(known: Known, read: Known): 'same' | 'longer' | undefined {
  const [before, now] = [allDaysOf(known), allDaysOf(read)]
  const [next] = now
  if (known.date_debut === null || next === undefined) return undefined
  const coming = before.filter(day => day >= next)
  if (coming.length === 0 || coming.some((day, at) => day !== now[at])) return undefined
  const added = now[coming.length]
  if (added === undefined) return 'same'
  const wasTooFar = known.dates.length === MOST_DATES || added >= yearAfter(known.date_debut)
  if (!wasTooFar) return undefined
  // So that a series without end is not rewritten each time one of its days has passed.
  return coming.length * 2 > before.length ? 'same' : 'longer'
}

const allDaysOf = ({ date_debut, date_fin, heure_fin, dates }: Known): string[] =>
  date_debut === null
    ? []
    : [
        ...new Set([
          ...daysOf({ first_day: date_debut, last_day: date_fin ?? date_debut, last_hour: heure_fin }),
          ...dates,
        ]),
      ].sort()

const DAY_MS = 86_400_000
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
export const daysBetween = (day: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(day)) / DAY_MS)
