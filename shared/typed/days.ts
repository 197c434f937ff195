import type { Closing } from '../closings.ts'
import { WEEKDAYS } from './calendar.ts'
import { dayAsTyped, typedDay } from './day.ts'

/** Several days as people type them: `du 12 au 14 décembre`, `les 12 et 19 décembre`, `tous les mardis jusqu’en juin`. */

export type Range = Pick<Closing, 'du' | 'au'>

/** More than a form takes, and no work for a reader of dates. */
const MOST_DAYS = 400
const DAY = 86_400_000

/** Undefined where a part is not understood. A range without a year is the one that is not over yet. */
export function typedRanges(typed: string, now: Date): readonly Range[] | undefined {
  const parts = typed
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/\s*,\s*|\s+(?:et|and)\s+/i)
    .map(part => part.replace(/^(?:du|les|from|on|le(?!\s+\d{1,2}$))\s+/i, ''))
  const last = rangeIn(parts.at(-1) ?? '', now)
  const ranges = parts.map(part => rangeIn(withMonthOf(last?.du, part), now))
  return ranges.every(range => range !== undefined) ? ranges : undefined
}

/** A dash stands between two days where it cannot be within one: `24/12 - 2/1`, `24/12-2/1`. */
const TO = /\s*(?:→|->|=>|–|—)\s*|\s+(?:jusqu[’'](?:au|à|a)|au|to|-)\s+|(?<=\/\d{1,4})-(?=\d{1,2}\/)/i

function rangeIn(typed: string, now: Date): Range | undefined {
  const [first = '', last = first, ...others] = typed.split(TO)
  if (others.length > 0) return undefined
  const end = typedDay(last, now)
  const start = withMonthOf(end, first)
  // Counted back from its last day, a range that began before today keeps its year; “demain” is counted from today.
  const back = /\d/.test(start) ? rangeOf(end && typedDay(start, noon(end), 'last'), end) : undefined
  const du = start === first ? typedDay(first, now) : undefined
  const ahead = rangeOf(du, first === last ? du : du && typedDay(last, noon(du)))
  return ahead && (!back || ahead.au < back.au) ? ahead : back
}

const rangeOf = (du: string | undefined, au: string | undefined): Range | undefined =>
  du === undefined || au === undefined || au < du ? undefined : { du, au }

const noon = (day: string) => new Date(`${day}T12:00:00`)

/** `24`, `le 24`, `jeudi 24`, `1er`, in the month and year of `day`; any other text as it is. */
function withMonthOf(day: string | undefined, typed: string): string {
  const [, alone] = /^(?:\p{L}+ )?(\d{1,2})(?:er)?$/u.exec(typed) ?? []
  return alone === undefined || day === undefined ? typed : `${alone}${dayAsTyped(day).slice(2)}`
}

/** `tous les mardis et jeudis [à partir du 7 janvier] jusqu’au 15 mars`, `chaque mardi du 7 janvier au 15 mars`. */
const SERIES =
  /^(?:tous les|chaque|les) ([a-zé, ]+?)s?,? (?:(?:(?:à partir |à compter )?du|dès le|from) (.+?),? )?(?:jusqu[’'](?:à |au |en )|au |until )(?:la )?(?:fin )?(?:de |d[’'])?(.+)$/i
/** `tous les mardis`: of a series that has no end. */
export const isSeries = (typed: string): boolean => /^\s*(?:tous les|chaque)\s/i.test(typed)

/** Each day of the ranges or of the series, in order. `after`: a series without a first day begins behind it. */
export function typedDays(typed: string, now: Date, after?: string | null): readonly string[] | undefined {
  const ranges = typedRanges(typed, now)
  const days = ranges ? ranges.flatMap(eachDay) : seriesIn(typed, now, after)
  const sorted = [...new Set(days)].sort()
  return sorted.length === 0 || sorted.length > MOST_DAYS ? undefined : sorted
}

function seriesIn(typed: string, now: Date, after: string | null | undefined): readonly string[] | undefined {
  const [, names = '', first, last = ''] = SERIES.exec(typed.replaceAll(/\s+/g, ' ').trim()) ?? []
  const weekdays = names
    .toLowerCase()
    .split(/\s*,\s*|\s+et\s+/)
    .map(name => WEEKDAYS.findIndex(([known]) => known === name.replace(/s$/, '')))
  if (weekdays.includes(-1)) return undefined
  const from =
    first === undefined ? dayBehind(after, now) : typedDay(withMonthOf(typedDay(last, now), first), now)
  const until = from && (typedDay(last, noon(from)) ?? endOfMonth(last, noon(from)))
  const range = rangeOf(from, until || undefined)
  return range && eachDay(range).filter(day => weekdays.includes(new Date(day).getUTCDay()))
}

const dayBehind = (day: string | null | undefined, now: Date) => typedDay('demain', day ? noon(day) : now)

/** `juin`: its last day. */
function endOfMonth(month: string, now: Date): string | undefined {
  for (const day of [31, 30, 29, 28]) {
    const last = typedDay(`${day} ${month}`, now)
    if (last) return last
  }
  return undefined
}

function eachDay({ du, au }: Range): readonly string[] {
  const days: string[] = []
  for (let at = Date.parse(du); at <= Date.parse(au) && days.length <= MOST_DAYS * 7; at += DAY)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
