import { Temporal } from 'temporal-polyfill'
import { PARIS } from '../dates/zones.ts'
import type { Property } from './lines.ts'
import type { Zones } from './zones.ts'

/** A time of a calendar: local time and zone. */
export interface Time {
  readonly local: Temporal.PlainDateTime
  readonly zone: string
  /** A day without a time; its zone means nothing. */
  readonly is_day: boolean
  /** The zone of its day where it is not its own: a program that writes UTC has converted the time. */
  readonly shown_in?: string
}

/** Undefined when it is no valid time (years of four digits, days that exist). */
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
        ...{ year: Number(year), month: Number(month), day: Number(day) },
        ...{
          hour: Number(hour ?? 0),
          minute: Number(minute ?? 0),
          second: Math.min(Number(second ?? 0), 59),
        },
      },
      { overflow: 'reject' },
    )
    if (local.year < 1900 || local.year > 2200) return undefined
    const tzid = property.params.TZID
    const zone = is_day ? PARIS : utc ? 'UTC' : tzid ? zones.named(tzid) : zones.floating
    return { local, zone, is_day, ...(zone === 'UTC' && { shown_in: zones.ofUtc }) }
  } catch {
    return undefined
  }
}

/** EXDATE, RDATE: several times; of a period, its beginning. */
export const timesOf = (property: Property, zones: Zones): (Time | undefined)[] =>
  property.value.split(',').map(each => timeOf(property, zones, each.split('/')[0] ?? ''))

/** A local time that is skipped in spring is an hour later; one that occurs twice in autumn is the first. */
export const instantOf = ({ local, zone, is_day }: Time): number =>
  local.toZonedDateTime(is_day ? PARIS : zone).epochMilliseconds

export const localAt = (instant: number, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(zone).toPlainDateTime()

export const shownIn = ({ zone, shown_in }: Time): string => shown_in ?? (zone === 'UTC' ? PARIS : zone)

/** Its local day. */
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
