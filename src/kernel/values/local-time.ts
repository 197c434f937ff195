import { Temporal } from 'temporal-polyfill'
import { remembered } from './remembered.ts'

/** Instants on the clock of a time zone, and days. Temporal takes tens of microseconds for each, and a page asks for dozens. */

/** Within a quarter of an hour neither the day nor the time zone changes. */
const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

const quartersIn = remembered((zone: string) =>
  remembered((quarter: number) => {
    const there = Temporal.Instant.fromEpochMilliseconds(quarter * QUARTER_MS).toZonedDateTimeISO(zone)
    return { day: there.toPlainDate().toString(), offsetMs: there.offsetNanoseconds / 1e6 }
  }),
)
const quarterOf = (instant: Date, zone: string) =>
  quartersIn(zone)(Math.floor(instant.getTime() / QUARTER_MS))

/** `2026-11-24T17:05:00.000`. */
export const localTime = (instant: Date, zone: string): string =>
  new Date(instant.getTime() + quarterOf(instant, zone).offsetMs).toISOString().slice(0, -1)
export const localDay = (instant: Date, zone: string): string => quarterOf(instant, zone).day

const startsIn = remembered((zone: string) =>
  remembered((day: string) => Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds),
)
/** Its first instant there: midnight, or later where the clock goes forward then. */
export const startOfDay = (day: string, zone: string): Date => new Date(startsIn(zone)(day))

const laterBy = remembered((days: number) =>
  remembered((day: string) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)),
)
export const daysAfter = (day: string, days: number): string => laterBy(days)(day)
/** Monday is 1. */
export const dayOfWeek = (day: string): number => new Date(day).getUTCDay() || 7
/** Days from one to the other. */
export const daysBetween = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / DAY_MS
