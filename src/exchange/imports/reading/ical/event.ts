import { Temporal } from 'temporal-polyfill'
import { shownHours } from '../dates/whole-days.ts'
import { hourAt } from '../dates/zones.ts'
import { type Component, first, valueIn } from './components.ts'
import { dayOf, durationOf, instantOf, localAt, shownIn, type Time, timeOf } from './times.ts'
import type { Zones } from './zones.ts'

/** The time of one occurrence. */
export interface Span {
  readonly start: Time
  /** The instant at which the occurrence is over. */
  readonly over: number
  readonly first_day: string
  readonly last_day: string
  /** Start time; null for whole days. */
  readonly first_hour: string | null
  /** End time; null for whole days, for events without an end, and for an end at midnight. */
  readonly last_hour: string | null
}

export interface Event {
  readonly component: Component
  readonly start: Time
  readonly length: Length
}

/** Duration of each occurrence. Days are calendar days, even when clock changes make one 25 hours long. */
interface Length {
  readonly days: number
  readonly seconds: number
  /** No end is given: the event is over at the end of its day. */
  readonly open: boolean
}

/** Undefined when the event has no valid start. */
export function eventOf(component: Component, zones: Zones): Event | undefined {
  const begins = first(component, 'DTSTART')
  const time = begins && timeOf(begins, zones)
  if (!time) return undefined
  // Exchange marks whole days, and writes them as midnights of any zone.
  const isWhole = MARKS.some(name => /^true$/i.test(valueIn(component, name) ?? '')) && isMidnight(time)
  const start = isWhole ? { ...time, shown_in: time.zone } : time
  return { component, start, length: lengthOf(component, start, zones) }
}

const MARKS = ['X-MICROSOFT-CDO-ALLDAYEVENT', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT']
const isMidnight = ({ local }: Time) => local.hour === 0 && local.minute === 0

function lengthOf(component: Component, start: Time, zones: Zones): Length {
  const ends = first(component, 'DTEND')
  const end = ends && timeOf(ends, zones)
  if (end && start.is_day) {
    const days = start.local.toPlainDate().until(end.local.toPlainDate()).days
    return { days: Math.max(1, days), seconds: 0, open: false }
  }
  if (end) {
    const seconds = (instantOf(end) - instantOf(start)) / 1000
    return seconds < 0 ? { days: 0, seconds: 0, open: true } : { days: 0, seconds, open: false }
  }
  const duration = durationOf(valueIn(component, 'DURATION') ?? '')
  if (!duration) return { days: start.is_day ? 1 : 0, seconds: 0, open: !start.is_day }
  const days = duration.weeks * 7 + duration.days
  const seconds = (duration.hours * 60 + duration.minutes) * 60 + duration.seconds
  if (start.is_day) return { days: Math.max(1, days + Math.floor(seconds / 86_400)), seconds: 0, open: false }
  return { days, seconds, open: false }
}

/** The occurrence that starts at this local time. */
export function spanAt({ start, length }: Event, local = start.local): Span {
  const begins = { ...start, local }
  if (start.is_day) {
    const last = local.toPlainDate().add({ days: length.days - 1 })
    const over = instantOf({ ...begins, local: local.add({ days: length.days }) })
    const days = { first_day: dayOf(begins), last_day: last.toString() }
    return { start: begins, over, ...days, first_hour: null, last_hour: null }
  }
  const shown = shownIn(start)
  const first_hour = hourAt(instantOf(begins), shown)
  if (length.open) {
    const day = dayOf(begins)
    const midnight = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(shown)
    return {
      start: begins,
      over: midnight.epochMilliseconds,
      first_day: day,
      last_day: day,
      ...shownHours(first_hour, null),
    }
  }
  const over = instantOf({ ...begins, local: local.add({ days: length.days }) }) + length.seconds * 1000
  // An end at midnight belongs to the day before.
  const last = localAt(Math.max(over - 1, instantOf(begins)), shown).toPlainDate()
  const hours = shownHours(first_hour, over > instantOf(begins) ? hourAt(over, shown) : null)
  return { start: begins, over, first_day: dayOf(begins), last_day: last.toString(), ...hours }
}
