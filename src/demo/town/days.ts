import { dayOfWeek, daysAfter } from '../../kernel/values/local-time.ts'
import { longDay, shortDay } from '../../place/days.ts'
import { easterOf } from '../../place/holidays.ts'

/** Days of a year by the rules that people use: "the third Saturday of September". Pure. */

export const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY] = [1, 2, 3, 4, 5, 6, 7] as const
type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** The days of a year on which something happens. */
export type Days = (year: number) => readonly string[]

export const YEAR_ROUND = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** The nth of a weekday in each of these months: the first is 1, the last is -1. A month may lack a fifth. */
export const nth =
  (n: number, weekday: Weekday, ...months: readonly number[]): Days =>
  year =>
    months.flatMap(month => {
      const first = `${year}-${String(month).padStart(2, '0')}-01`
      const all = [0, 1, 2, 3, 4]
        .map(week => daysAfter(first, ((weekday - dayOfWeek(first) + 7) % 7) + 7 * week))
        .filter(day => day.startsWith(first.slice(0, 7)))
      return all.at(n > 0 ? n - 1 : n) ?? []
    })

export const fixed =
  (...days: readonly string[]): Days =>
  year =>
    days.map(day => `${year}-${day}`)

/** The day that lies `days` after Easter Sunday. */
export const afterEaster =
  (days: number): Days =>
  year => [daysAfter(easterOf(year), days)]

/** The next one of this weekday, today included. */
export const next = (weekday: Weekday, today: string): string =>
  daysAfter(today, (weekday - dayOfWeek(today) + 7) % 7)

/** Those between two days, in order. */
export const between = (on: Days, first: string, last: string): string[] => {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    .flatMap(on)
    .filter(day => first <= day && day <= last)
    .sort()
}

/** Part of a year, as `MM-DD`; it may go over New Year. */
export type Season = readonly [first: string, last: string]

export function isIn([first, last]: Season, day: string): boolean {
  const inYear = day.slice(5)
  return first <= last ? first <= inYear && inYear <= last : first <= inYear || inYear <= last
}

const asTyped = (text: string) => text.replaceAll('\u00a0', ' ')
/** samedi 5 décembre. */
export const said = (day: string): string => asTyped(longDay(day, day))
/** 5 décembre. */
export const dated = (day: string): string => asTyped(shortDay(day, day))
