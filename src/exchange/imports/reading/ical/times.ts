import { Temporal } from 'temporal-polyfill'
import type { Property } from './lines.ts'
import type { Zones } from './zones.ts'

/** A date or time of a calendar, with its zone. */
export interface Time {
  readonly local: Temporal.PlainDateTime
  readonly zone: string
  /** Whether it is a date without a time. */
  readonly is_day: boolean
  /** The zone in which the day is shown, when it differs from `zone`: some programs convert local times to UTC. */
  readonly shown_in?: string
}

/** Undefined for an invalid time, also for a day that does not exist or a year without four digits. */
export function timeOf(property: Property, zones: Zones, value = property.value): Time | undefined {
  const text = value.trim()
  const found = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]?(\d{2}):?(\d{2}):?(\d{2})?(Z)?)?$/i.exec(text)
  if (!found) return undefined
  const [, year, month, day, hour, minute, second, utc] = found
  const asked = property.params.VALUE?.toUpperCase()
  const is_day = hour === undefined || (asked === 'DATE' && hour === '00' && minute === '00')
  try {
    const local = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour ?? 0),
        minute: Number(minute ?? 0),
        second: Math.min(Number(second ?? 0), 59),
      },
      { overflow: 'reject' },
    )
    if (local.year < 1900 || local.year > 2200) return undefined
    const tzid = property.params.TZID
    const zone = is_day ? zones.ofUtc : utc ? 'UTC' : tzid ? zones.named(tzid) : zones.floating
    return { local, zone, is_day, ...(zone === 'UTC' && { shown_in: zones.ofUtc }) }
  } catch {
    return undefined
  }
}

/** The times of EXDATE and RDATE; the start of each period. */
export const timesOf = (property: Property, zones: Zones): (Time | undefined)[] =>
  property.value.split(',').map(each => timeOf(property, zones, each.split('/')[0] ?? ''))

/** When clocks change: a local time that does not exist becomes one hour later, one that exists twice is the first. */
export const instantOf = ({ local, zone }: Time): number => local.toZonedDateTime(zone).epochMilliseconds

export const localAt = (instant: number, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(zone).toPlainDateTime()

export const shownIn = ({ zone, shown_in }: Time): string => shown_in ?? zone

/** The day on which the time is shown. */
export const dayOf = (time: Time): string =>
  (time.is_day ? time.local : localAt(instantOf(time), shownIn(time))).toPlainDate().toString()

const DURATION =
  /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i

/** A duration in days and seconds; undefined when it is invalid or negative. */
export function durationOf(text: string): Temporal.Duration | undefined {
  const found = DURATION.exec(text.trim())
  if (!found || found[1] === '-') return undefined
  const [weeks, days, hours, minutes, seconds] = found.slice(2).map(each => Number(each ?? 0))
  return Temporal.Duration.from({ weeks, days, hours, minutes, seconds } as Temporal.DurationLike)
}
