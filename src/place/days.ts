import { furtherDays, thenInWords, wholeSeries, type Years } from '../../shared/event-series.ts'
import { clockTime, type EventTime, eventTime, lastDay, nextDay, nextTime } from '../../shared/event-time.ts'
import { localDay as dayOn, daysAfter, startOfDay, localTime as timeOn } from '../kernel/values/local-time.ts'
import { remembered } from '../kernel/values/remembered.ts'

export { daysAfter } from '../kernel/values/local-time.ts'

/** Days in the words of the pages: weekdays in full, the year only where it is another one. */

const NBSP = '\u00a0'

/** The day on the clock of the commune. */
export const todayIn = (fuseau: string, now: Date): string => dayOn(now, fuseau)

/** The day of an instant on the clock of the commune. */
export const localDay = (instant: string, fuseau: string): string => dayOn(new Date(instant), fuseau)

const clock = remembered((time: string) => clockTime('fr', time))
/** 8 h 10. */
export const localTime = (instant: string, fuseau: string): string => clock(hourIn(fuseau, new Date(instant)))

/** 17:05, on the clock of the commune. */
export const hourIn = (fuseau: string, now: Date): string => timeOn(now, fuseau).slice(11, 16)

/** Seconds until the day ends there: a page says “demain” only until then. */
export function secondsOfDayLeft(fuseau: string, now: Date): number {
  const midnight = startOfDay(daysAfter(dayOn(now, fuseau), 1), fuseau)
  return Math.max(1, Math.floor((midnight.getTime() - now.getTime()) / 1_000))
}

const french = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: 'UTC' })
  return remembered((day: string) =>
    format
      .format(new Date(`${day}T12:00:00Z`))
      .replace(/(^|\s)1(?=\s)/, '$11er')
      .replace(/(\d|1er) /, `$1${NBSP}`),
  )
}
const weekdayAndDay = french({ weekday: 'long', day: 'numeric', month: 'long' })
const weekdayDayYear = french({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const dayAndMonth = french({ day: 'numeric', month: 'long' })
const dayMonthYear = french({ day: 'numeric', month: 'long', year: 'numeric' })
const monthAndYear = french({ month: 'long', year: 'numeric' })
const monthAlone = french({ month: 'long' })
export const weekday = french({ weekday: 'long' })
/** mar. 24, where there is no room. */
export const shortWeekday = french({ weekday: 'short', day: 'numeric' })
export const shortMonth = french({ month: 'short' })

const sameYear = (day: string, today: string) => day.slice(0, 4) === today.slice(0, 4)

/** mardi 24 novembre; mardi 24 novembre 2027. */
export const longDay = (day: string, today: string) =>
  sameYear(day, today) ? weekdayAndDay(day) : weekdayDayYear(day)
/** Mardi 24 novembre 2026. */
export const fullDay = (day: string) => capital(weekdayDayYear(day))
/** 24 novembre; 24 novembre 2025. */
export const shortDay = (day: string, today: string) =>
  sameYear(day, today) ? dayAndMonth(day) : dayMonthYear(day)
/** Décembre; janvier 2027. The month is `2026-12`. */
export const monthName = (month: string, today: string) =>
  capital((sameYear(month, today) ? monthAlone : monthAndYear)(`${month}-01`))

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** aujourd’hui; demain; mardi 24 novembre. */
export function nearDay(day: string, today: string): string {
  if (day === today) return 'aujourd’hui'
  if (day === daysAfter(today, 1)) return `demain, ${longDay(day, today)}`
  return longDay(day, today)
}

////////////////////////////////////////////////////////////////////////////// events

export interface Event extends EventTime {
  readonly date_debut: string
}
type Dated = Omit<EventTime, 'date_debut'> & { readonly date_debut: string | null }
export const isEvent = <T extends Dated>(one: T): one is T & Event => one.date_debut !== null

export const isOver = (event: Event, today: string) => lastDay(event) < today
export const isUnderWay = (event: Event, today: string) =>
  event.date_debut < today && (event.date_fin ?? event.date_debut) >= today

/**
 * Its next day with its hours, and what comes after it: Samedi 5 décembre, de 10 h à 19 h, puis chaque samedi jusqu’au
 * 30 janvier. Read elsewhere or later it has `all` years.
 */
export function whenInFull(event: Event, today: string, years: Years = 'needed'): string {
  const now = years === 'needed' ? today : ''
  const days = [event.date_debut, ...event.dates]
  const whole = isOver(event, today) && event.date_fin === null ? wholeSeries('fr', days) : undefined
  if (whole) return capital(whole)
  if (isOver(event, today)) return capital(withoutYear(eventTime('fr', event, 'weekday'), now))
  return nextInFull(event, today, years) + thenInWords('fr', event, today, years)
}

const withoutYear = (text: string, today: string) =>
  today === '' ? text : text.replaceAll(new RegExp(`(?<=\\p{L})\\s${today.slice(0, 4)}(?!\\d)`, 'gu'), '')

/** Its next day alone. */
export const nextInFull = (event: Event, today: string, years: Years = 'needed'): string =>
  capital(withoutYear(nextTime('fr', event, today, 'weekday'), years === 'needed' ? today : ''))

/** What comes behind this day, where the day stands apart: chaque samedi jusqu’au 30 janvier; puis le 12 décembre. */
export function laterInWords(event: Event, day: string): string {
  const further = event.dates.length > 0 ? furtherDays('fr', event, day, 'needed') : undefined
  if (!further) return ''
  return further.isRule ? further.words : `puis ${further.words}`
}

/** The hours of one of its days in a list of days: 9 h – 12 h; jusqu’au dimanche 6 décembre. */
export function hoursOn(event: Event, day: string, today: string): string {
  const { heure_debut: from, heure_fin: to, date_fin: last } = event
  const isRange = last !== null && last > event.date_debut
  const begin = from === null ? '' : clock(from)
  const end = to === null || isRange ? '' : clock(to)
  const hours = `${begin}${begin && end && `${NBSP}– `}${end}`
  const until = isRange && last > day ? `jusqu’au ${longDay(last, today)}` : ''
  return `${hours}${hours && until && ', '}${until}`
}

/** The next of its days, from today on. */
export const dayToShow = (event: Event, today: string): string =>
  isUnderWay(event, today) ? today : nextDay(event, today)
