import { isEveryWeek } from '../../shared/event-series.ts'
import { nextDay } from '../../shared/event-time.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { daysAfter, type Event, isEvent, isUnderWay } from './days.ts'

/** Which events a day has: a series is on each of its days, on its next one, or on the first of each week. */

export type EventPublication = Publication & Event

export interface Day {
  readonly day: string
  readonly events: readonly EventPublication[]
}

/** Each of the days from `first` to `last` on which an event begins or comes again, in order. A series has sixty of them. */
export function daysOf(rows: readonly Publication[], first: string, last?: string): Day[] {
  const byDay = new Map<string, EventPublication[]>()
  const add = (day: string, event: EventPublication) => {
    if (day < first || (last !== undefined && day > last)) return
    const events = byDay.get(day)
    if (!events) byDay.set(day, [event])
    else if (events.at(-1) !== event) events.push(event)
  }
  for (const event of rows.filter(isEvent) as EventPublication[]) {
    const { date_debut, dates } = event
    add(isUnderWay(event, first) ? first : date_debut, event)
    for (let at = indexFrom(first, dates); at < dates.length; at++) {
      const day = dates[at] as string
      if (last !== undefined && day > last) break
      add(day, event)
    }
  }
  return [...byDay]
    .map(([day, events]) => ({ day, events: events.sort(byHour) }))
    .sort((one, other) => (one.day < other.day ? -1 : 1))
}

/** The index of the first day that is not before this one, by binary search: a series has many past days. */
function indexFrom(first: string, days: readonly string[]): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((days[middle] as string) < first) low = middle + 1
    else high = middle
  }
  return low
}

/** Each event once, on its next day from `first` on: a series does not drown the others. */
export function nextDaysOf(rows: readonly Publication[], first: string, last?: string): Day[] {
  const next = (rows.filter(isEvent) as EventPublication[]).flatMap(event => {
    const day = isUnderWay(event, first) ? first : nextDay(event, first)
    return day < first || (last !== undefined && day > last) ? [] : [{ day, event }]
  })
  return [...Map.groupBy(next, ({ day }) => day)]
    .map(([day, of]) => ({ day, events: of.map(({ event }) => event).sort(byHour) }))
    .sort((one, other) => (one.day < other.day ? -1 : 1))
}

/** Shows a weekly series once, on the first of these days that it has: its line names the others. */
export function weeklyOnce(days: readonly Day[]): Day[] {
  const seen = new Map<EventPublication, boolean>()
  const isNew = (event: EventPublication) => {
    const isAgain = seen.get(event)
    if (isAgain === undefined) seen.set(event, isEveryWeek(event))
    return !isAgain
  }
  return days.flatMap(({ day, events }) => {
    const left = events.filter(isNew)
    return left.length > 0 ? [{ day, events: left }] : []
  })
}

/** The last day of which a full list from `first` on has every event; `first`, cut, where it has no other day. */
export function lastWholeDay(rows: readonly Publication[], first: string) {
  const [event] = rows.filter(isEvent).slice(-1)
  const day =
    [event?.date_debut, ...(event?.dates ?? [])].find(one => one !== undefined && one >= first) ?? first
  return day > first ? { last: daysAfter(day, -1), isCut: false } : { last: first, isCut: true }
}

/** Events without an hour come first. */
const byHour = (one: EventPublication, other: EventPublication) =>
  (one.heure_debut ?? '') < (other.heure_debut ?? '') ? -1 : 1
