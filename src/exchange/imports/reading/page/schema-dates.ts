import { Temporal } from 'temporal-polyfill'
import { type Moment, parseDate } from '../dates/parse-date.ts'
import { isIana, PARIS } from '../dates/zones.ts'
import { daysAndHours, occurrencesIn } from '../further-days.ts'
import { readCalendar } from '../ical/read-calendar.ts'
import { durationOf } from '../ical/times.ts'
import type { FeedItem } from '../item.ts'
import { type Json, number, text } from '../json-fields.ts'
import type { Context } from '../normalize-item.ts'
import { textsIn, wordsOf } from './schema-values.ts'

/**
 * When an event with several dates takes place: its occurrences one by one, or a `Schedule`. Both are written as a
 * calendar, so that a series means the same as in iCal.
 */

interface Occurrence {
  readonly start: string | undefined
  readonly end: string | undefined
}

export const occurrenceOf = (event: Json): Occurrence => ({
  start: withHour(wordsOf(event.startDate), event.startTime),
  end: withHour(wordsOf(event.endDate), event.endTime),
})

/** Some templates write day and hour apart. */
function withHour(day: string | undefined, hour: unknown): string | undefined {
  const time = hourOf(hour)
  return day && time && /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T${time}` : day
}

const hourOf = (value: unknown): string | undefined => {
  const [, hour, minute] = /^T?(\d{1,2}):(\d{2})/.exec(wordsOf(value) ?? '') ?? []
  return hour && `${hour.padStart(2, '0')}:${minute}`
}

const MOST = 1000
type Dates = Pick<FeedItem, 'date_debut' | 'date_fin' | 'heure_debut' | 'heure_fin' | 'dates' | 'ends_at'>

/** The next date, else the last one, and those after it; undefined when none is understood. */
export function datesOf(
  occurrences: readonly Occurrence[],
  schedules: readonly Json[],
  context: Context,
  id: string,
): Dates | undefined {
  const { now, notes } = context
  const ruled = schedules.slice(0, MOST).flatMap((each, index) => scheduled(each, index, context) ?? [])
  const events =
    ruled.length > 0 ? ruled : occurrences.slice(0, MOST).flatMap(each => single(each, context) ?? [])
  const calendar = ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n')
  const [next, ...others] = readCalendar(calendar, 'https://localhost/', context).items
  if (!next) return undefined
  // Each of several schedules is a series of the calendar.
  const all = [next, ...others.filter(({ ends_at }) => ends_at !== null && ends_at >= now)]
  const [shown, ...later] = all.flatMap(occurrencesIn)
  if (!shown) return undefined
  const ends_at = new Date(Math.max(...all.map(each => each.ends_at?.getTime() ?? 0)))
  if (all.length > 1) return { ...daysAndHours(shown, later, notes, id), ends_at }
  const { date_debut, date_fin, heure_debut, heure_fin, dates } = next
  return { date_debut, date_fin, heure_debut, heure_fin, dates, ends_at }
}

const event = (...properties: readonly string[]): string =>
  ['BEGIN:VEVENT', ...properties, 'SUMMARY:-', 'END:VEVENT'].join('\r\n')

/** An occurrence of a series that is described nowhere else. */
function single({ start, end }: Occurrence, { now, zone }: Context): string | undefined {
  const begins = start && parseDate(start, now, zone)
  if (!begins) return undefined
  const given = end ? parseDate(end, now, zone) : undefined
  const ends = given && given.at >= begins.at ? given : undefined
  if (!begins.has_time) {
    const day = (of: string, more: number) =>
      stamp(Temporal.PlainDate.from(of).add({ days: more }).toString())
    const last = ends ? [`DTEND;VALUE=DATE:${day(ends.day, 1)}`] : []
    const first = `;VALUE=DATE:${day(begins.day, 0)}`
    return event('UID:-', `DTSTART${first}`, `RECURRENCE-ID${first}`, ...last)
  }
  const time = ({ day, hour, zone: there }: Moment) => `;TZID="${there}":${stamp(`${day}T${hour}:00`)}`
  const first = time(begins)
  return event('UID:-', `DTSTART${first}`, `RECURRENCE-ID${first}`, ...(ends ? [`DTEND${time(ends)}`] : []))
}

const stamp = (iso: string): string => iso.replaceAll(/[-:]/g, '')

////////////////////////////////////////////////////////////////////////////// schedules

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FREQUENCIES: Readonly<Record<string, string>> = { D: 'DAILY', W: 'WEEKLY', M: 'MONTHLY', Y: 'YEARLY' }

function scheduled(schedule: Json, index: number, { now, zone = PARIS }: Context): string | undefined {
  const byDay = textsIn(schedule.byDay).flatMap(weekdayOf)
  const begins = parseDate(wordsOf(schedule.startDate) ?? now.toISOString().slice(0, 10), now, zone)
  if (!begins) return undefined
  const asked = text(schedule.scheduleTimezone) ?? zone
  const named = isIana(asked) ? asked : zone
  const hour = hourOf(schedule.startTime) ?? begins.hour ?? undefined
  const first = firstOn(Temporal.PlainDate.from(begins.day), byDay)
  const at = (day: Temporal.PlainDate, time: string | undefined) =>
    time ? `;TZID=${named}:${stamp(`${day}T${time}:00`)}` : `;VALUE=DATE:${stamp(day.toString())}`
  const endHour = hourOf(schedule.endTime)
  const length = durationOf(text(schedule.duration) ?? '') && text(schedule.duration)
  const end =
    hour && endHour
      ? [`DTEND${at(endHour < hour ? first.add({ days: 1 }) : first, endHour)}`]
      : length
        ? [`DURATION:${length}`]
        : []
  const rule = ruleOf(schedule, byDay, { now, zone })
  const except = textsIn(schedule.exceptDate).flatMap(each => parseDate(each, now, zone)?.day ?? [])
  return event(
    `UID:${index}`,
    `DTSTART${at(first, hour)}`,
    ...end,
    ...(rule ? [`RRULE:${rule}`] : []),
    ...except.slice(0, MOST).map(each => `EXDATE;VALUE=DATE:${stamp(each)}`),
  )
}

/** `https://schema.org/Monday`, `Monday`, `MO`, `1MO`. */
const weekdayOf = (value: string): string[] => {
  const [, nth = '', name] = /^(-?\d)?([a-z]{2})/i.exec(value.split('/').at(-1) ?? '') ?? []
  const day = name?.toUpperCase() ?? ''
  return WEEKDAYS.includes(day) ? [`${nth}${day}`] : []
}

/** The start of a series is one of its dates, whatever the rule says: so it must be a day of the rule. */
function firstOn(day: Temporal.PlainDate, weekdays: readonly string[]): Temporal.PlainDate {
  if (weekdays.length === 0) return day
  for (let later = 0; later < LATEST_FIRST; later++) {
    const date = day.add({ days: later })
    if (weekdays.some(each => isOn(date, each))) return date
  }
  return day
}

const LATEST_FIRST = 62

/** `1SA`: the first Saturday of a month. `-1SA`: the last one. `SA`: any. */
function isOn(date: Temporal.PlainDate, weekday: string): boolean {
  const nth = Number(weekday.slice(0, -2))
  if (weekday.slice(-2) !== WEEKDAYS[date.dayOfWeek - 1]) return false
  return nth === 0 || (nth > 0 ? Math.ceil(date.day / 7) === nth : date.day + 7 > date.daysInMonth)
}

function ruleOf(
  schedule: Json,
  byDay: readonly string[],
  { now, zone }: Pick<Context, 'now' | 'zone'>,
): string | undefined {
  const repeated = wordsOf(schedule.repeatFrequency) ?? ''
  const [, count = '1', unit = ''] = /^P(\d{1,3})([DWMY])$/i.exec(repeated) ?? []
  const word = /^(?:dai|week|month|year)ly$/i.exec(repeated)?.[0]
  const frequency =
    FREQUENCIES[unit.toUpperCase()] ?? word?.toUpperCase() ?? (byDay.length > 0 ? 'WEEKLY' : undefined)
  if (!frequency) return undefined
  const until = parseDate(wordsOf(schedule.endDate) ?? '', now, zone)
  const times = number(schedule.repeatCount)
  const numbers = (value: unknown) => textsIn(value).filter(each => /^-?\d{1,2}$/.test(each))
  const parts = {
    FREQ: frequency,
    INTERVAL: count,
    BYDAY: byDay.join(','),
    BYMONTHDAY: numbers(schedule.byMonthDay).join(','),
    BYMONTH: numbers(schedule.byMonth).join(','),
    // Only one of the two may be said.
    UNTIL: until ? stamp(until.day) : '',
    COUNT: !until && times !== undefined && times > 0 ? String(times) : '',
  }
  return Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(part => part.join('='))
    .join(';')
}
