import { Temporal } from 'temporal-polyfill'
import type { Steps } from './steps.ts'

type Local = Temporal.PlainDateTime

/** A recurrence rule, in the local time of the event. Computed as if that were UTC, so that clock changes do not matter. */
export interface Rule {
  readonly ends: boolean
  /** The next time; undefined when there is none. Throws when it cannot be computed. */
  after(local: Local, inclusive: boolean): Local | undefined
  before(local: Local, inclusive: boolean): Local | undefined
  /**
   * All after the one and before the other, as `2026-11-06T20:30:00`; undefined for a rule that may have many on one
   * day.
   */
  between(after: Local, before: Local): readonly string[] | undefined
}

/**
 * Rules of days, weeks, months and years, which are nearly all: computed on numbers of days, a hundred times as fast as by
 * the library. A period is looked up at once, however long ago the series began.
 */
interface Parts {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  readonly interval: number
  readonly weekdays: readonly Weekday[]
  readonly monthDays: readonly number[]
  readonly months: readonly number[]
  readonly positions: readonly number[]
  /** 0: Monday. */
  readonly weekStart: number
  readonly count: number | undefined
  readonly until: Local | undefined
}
interface Weekday {
  /** 0: each; 1: the first; -1: the last. */
  readonly nth: number
  /** 0: Monday. */
  readonly day: number
}

const DAY_MS = 86_400_000
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** A series that is counted is walked once to its end; a longer one counts as endless. */
const MOST_PERIODS = 20_000
/** A rule that falls on no day of so many periods falls on none: 29 February comes within eight years. */
const MOST_EMPTY = 1000
const LAST_DAY = Date.UTC(2200, 11, 31) / DAY_MS

/** Undefined for a rule of another kind. */
export function plainRule(rule: string, start: Local, steps: Steps): Rule | undefined {
  const parts = partsOf(rule)
  return parts && new PlainRule(parts, start, steps)
}

class PlainRule implements Rule {
  readonly ends: boolean
  readonly #parts: Parts
  readonly #steps: Steps
  readonly #first: number
  /** The end of the keys: `T20:30:00`. */
  readonly #time: string
  readonly #start: Temporal.PlainDate
  readonly #last: number

  constructor(parts: Parts, start: Local, steps: Steps) {
    this.#parts = parts
    this.#steps = steps
    this.#start = start.toPlainDate()
    this.#first = dayNumber(start)
    this.#time = start.toString({ smallestUnit: 'second' }).slice(10)
    const { until, count } = parts
    const lastDay = until && dayNumber(until) - (timeOf(until) < this.#time ? 1 : 0)
    const counted = count === undefined ? undefined : this.#dayOfCount(count)
    this.#last = Math.min(lastDay ?? LAST_DAY, counted ?? LAST_DAY)
    this.ends = until !== undefined || counted !== undefined
  }

  after(local: Local, inclusive: boolean): Local | undefined {
    const [day] = this.#days(this.#dayAfter(local, inclusive), this.#last)
    return day === undefined ? undefined : this.#localOf(day)
  }

  before(local: Local, inclusive: boolean): Local | undefined {
    const end = Math.min(this.#dayAfter(local, !inclusive) - 1, this.#last)
    // Further and further back, until there is one.
    for (let span = 400; ; span *= 8) {
      const from = Math.max(this.#first, end - span)
      const day = [...this.#days(from, end)].at(-1)
      if (day !== undefined) return this.#localOf(day)
      if (from === this.#first) return undefined
    }
  }

  between(after: Local, before: Local): readonly string[] {
    const days = this.#days(
      this.#dayAfter(after, false),
      Math.min(this.#dayAfter(before, true) - 1, this.#last),
    )
    return [...days].map(day => `${isoOf(day)}${this.#time}`)
  }

  /** The first day whose occurrence is after this time. */
  #dayAfter(local: Local, inclusive: boolean): number {
    const time = timeOf(local)
    const isAfter = inclusive ? this.#time >= time : this.#time > time
    return dayNumber(local) + (isAfter ? 0 : 1)
  }

  #localOf(day: number): Local {
    return Temporal.PlainDateTime.from(`${isoOf(day)}${this.#time}`)
  }

  #dayOfCount(count: number): number | undefined {
    let left = count
    for (let period = 0; period < MOST_PERIODS; period++) {
      for (const day of this.#period(period)) if (day >= this.#first && --left <= 0) return day
    }
    return undefined
  }

  *#days(from: number, to: number): Generator<number> {
    let empty = 0
    for (let period = this.#periodOf(Math.max(from, this.#first)); empty < MOST_EMPTY; period++) {
      if (this.#beginOf(period) > to) return
      empty++
      for (const day of this.#period(period)) {
        empty = 0
        if (day > to) return
        if (day >= from && day >= this.#first) yield day
      }
    }
  }

  /** The period in which this day is, or one before it. */
  #periodOf(day: number): number {
    const { frequency, interval } = this.#parts
    const date = dateOf(day)
    const units = {
      DAILY: () => day - this.#first,
      WEEKLY: () => Math.floor((day - this.#week()) / 7),
      MONTHLY: () => (date.year - this.#start.year) * 12 + date.month - this.#start.month,
      YEARLY: () => date.year - this.#start.year,
    }
    return Math.max(0, Math.floor(units[frequency]() / interval))
  }

  /** The first day of the first week. */
  #week(): number {
    return this.#first - ((weekdayOf(this.#first) - this.#parts.weekStart + 7) % 7)
  }

  #beginOf(period: number): number {
    const { frequency, interval } = this.#parts
    const units = period * interval
    if (frequency === 'DAILY') return this.#first + units
    if (frequency === 'WEEKLY') return this.#week() + units * 7
    if (frequency === 'MONTHLY') return firstOf(this.#start.year, this.#start.month + units)
    return firstOf(this.#start.year + units, 1)
  }

  /** The days of a period, in their order. */
  #period(period: number): readonly number[] {
    const { frequency, positions } = this.#parts
    this.#steps.take(frequency === 'YEARLY' || frequency === 'MONTHLY' ? 5 : 1)
    const begin = this.#beginOf(period)
    if (begin > LAST_DAY) return []
    const all = this.#daysFrom(begin)
    if (positions.length === 0) return all
    const chosen = positions.flatMap(at => all.at(at > 0 ? at - 1 : at) ?? [])
    return [...new Set(chosen)].sort((a, b) => a - b)
  }

  #daysFrom(begin: number): readonly number[] {
    const { frequency, weekdays, monthDays, months } = this.#parts
    if (frequency === 'DAILY') return this.#isMeant(begin) ? [begin] : []
    if (frequency === 'WEEKLY') {
      const asked = weekdays.length > 0 ? weekdays.map(({ day }) => day) : [weekdayOf(this.#first)]
      const days = asked.map(day => begin + ((day - this.#parts.weekStart + 7) % 7))
      return [...new Set(days)].sort((a, b) => a - b).filter(day => this.#isMeant(day))
    }
    const { year, month } = dateOf(begin)
    if (frequency === 'MONTHLY')
      return months.length > 0 && !months.includes(month) ? [] : this.#daysOfMonth(year, month)
    const all = months.length > 0 ? months : monthDays.length > 0 ? TWELVE : [this.#start.month]
    return [...new Set(all)].sort((a, b) => a - b).flatMap(each => this.#daysOfMonth(year, each))
  }

  #daysOfMonth(year: number, month: number): readonly number[] {
    const { weekdays, monthDays } = this.#parts
    const first = firstOf(year, month)
    const length = firstOf(year, month + 1) - first
    if (weekdays.length === 0 && monthDays.length === 0)
      return this.#start.day <= length ? [first + this.#start.day - 1] : []
    this.#steps.take(30)
    return Array.from({ length }, (_, at) => at + 1)
      .filter(
        day => monthDays.length === 0 || monthDays.includes(day) || monthDays.includes(day - length - 1),
      )
      .map(day => first + day - 1)
      .filter(day => weekdays.length === 0 || weekdays.some(each => isNth(each, day, first, length)))
  }

  /** For rules of days or weeks only. */
  #isMeant(day: number): boolean {
    const { frequency, weekdays, monthDays, months } = this.#parts
    if (frequency === 'DAILY' && weekdays.length > 0 && !weekdays.some(each => each.day === weekdayOf(day)))
      return false
    if (months.length === 0 && monthDays.length === 0) return true
    const { year, month, day: ofMonth } = dateOf(day)
    const length = firstOf(year, month + 1) - firstOf(year, month)
    return (
      (months.length === 0 || months.includes(month)) &&
      (monthDays.length === 0 || monthDays.includes(ofMonth) || monthDays.includes(ofMonth - length - 1))
    )
  }
}

const TWELVE = Array.from({ length: 12 }, (_, at) => at + 1)

function isNth({ nth, day }: Weekday, at: number, first: number, length: number): boolean {
  if (weekdayOf(at) !== day) return false
  if (nth === 0) return true
  return nth > 0
    ? Math.floor((at - first) / 7) === nth - 1
    : Math.floor((first + length - 1 - at) / 7) === -nth - 1
}

const timeOf = (local: Local): string => local.toString({ smallestUnit: 'second' }).slice(10)
const dayNumber = ({ year, month, day }: Local): number => Date.UTC(year, month - 1, day) / DAY_MS
const firstOf = (year: number, month: number): number => Date.UTC(year, month - 1, 1) / DAY_MS
/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7
/** Series of a source have the same days: writing each anew takes longer than all else of a rule. */
const written = new Map<number, string>()
const MOST_WRITTEN = 5_000
function isoOf(day: number): string {
  const known = written.get(day)
  if (known !== undefined) return known
  if (written.size === MOST_WRITTEN) written.clear()
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10)
  written.set(day, text)
  return text
}
function dateOf(day: number): { readonly year: number; readonly month: number; readonly day: number } {
  const date = new Date(day * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const NAMES = /^(?:FREQ|INTERVAL|COUNT|UNTIL|BYDAY|BYMONTHDAY|BYMONTH|BYSETPOS|WKST)$/

/** UNTIL is in the local time of the event. */
function partsOf(rule: string): Parts | undefined {
  const given = new Map<string, string>()
  for (const part of rule.split(';').filter(Boolean)) {
    const [name = '', value = ''] = part.split('=')
    if (!NAMES.test(name) || given.has(name)) return undefined
    given.set(name, value)
  }
  const frequency = given.get('FREQ')
  if (frequency !== 'DAILY' && frequency !== 'WEEKLY' && frequency !== 'MONTHLY' && frequency !== 'YEARLY')
    return undefined
  const weekdays = (given.get('BYDAY')?.split(',') ?? []).map(each => {
    const [, nth = '0', name = ''] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(each) ?? []
    return { nth: Number(nth), day: WEEKDAYS.indexOf(name) }
  })
  const monthDays = numbersIn(given.get('BYMONTHDAY'), 31)
  const months = numbersIn(given.get('BYMONTH'), 12)
  const positions = numbersIn(given.get('BYSETPOS'), 366)
  const [interval, count] = ['INTERVAL', 'COUNT'].map(name => numbersIn(given.get(name), 1e9)?.[0])
  const weekStart = WEEKDAYS.indexOf(given.get('WKST') ?? 'MO')
  if (!monthDays || !months || !positions || weekStart < 0) return undefined
  if (weekdays.some(({ day }) => day < 0) || months.some(month => month < 1)) return undefined
  if ((given.has('INTERVAL') && !(interval && interval > 0)) || (given.has('COUNT') && !(count && count > 0)))
    return undefined
  // What the standard forbids, or means for a whole year, the library decides.
  const isOther =
    frequency === 'YEARLY'
      ? weekdays.length > 0 && months.length === 0
      : frequency !== 'MONTHLY' && weekdays.some(({ nth }) => nth !== 0)
  if (isOther || (frequency === 'WEEKLY' && monthDays.length > 0)) return undefined
  const until = given.get('UNTIL')
  return {
    frequency,
    interval: interval ?? 1,
    weekdays,
    monthDays,
    months,
    positions,
    weekStart,
    count,
    until: until === undefined ? undefined : Temporal.PlainDateTime.from(until.replace('Z', '')),
  }
}

/** Undefined when one is no number, is zero, or is beyond the highest. */
function numbersIn(list: string | undefined, highest: number): readonly number[] | undefined {
  const numbers = (list?.split(',') ?? []).map(each => (/^[+-]?\d{1,10}$/.test(each) ? Number(each) : 0))
  return numbers.some(each => each === 0 || Math.abs(each) > highest) ? undefined : numbers
}
