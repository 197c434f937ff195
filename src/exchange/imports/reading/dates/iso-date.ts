import { Temporal } from 'temporal-polyfill'

/** The parts of a date as they were written. */
export interface Written {
  readonly year: number
  readonly month: number
  readonly day: number
  /** The text after the date. */
  readonly rest: string
}

/** ISO 8601: calendar dates, week dates, ordinal dates, months and years, followed by `T`, a space or nothing. */
export function isoDate(text: string): Written | undefined {
  const calendar = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})(?!\d)(.*)$/.exec(text) ?? COMPACT.exec(text)
  if (calendar) {
    const [, year, , month, day, rest = ''] = calendar
    return { year: Number(year), month: Number(month), day: Number(day), rest: spaced(rest) }
  }
  const week = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?(?!\d)(.*)$/i.exec(text)
  if (week) return ofWeek(Number(week[1]), Number(week[2]), Number(week[3] ?? 1), week[4] ?? '')
  const ordinal = /^(\d{4})-(\d{3})(?!\d)(.*)$/.exec(text)
  if (ordinal) return ofDay(Number(ordinal[1]), Number(ordinal[2]), ordinal[3] ?? '')
  const month = /^(\d{4})(?:-(\d{2}))?$/.exec(text)
  return month ? { year: Number(month[1]), month: Number(month[2] ?? 1), day: 1, rest: '' } : undefined
}

/** `20260105080000`, as some programs print it. */
const COMPACT = /^(\d{4})()(\d{2})(\d{2})(\d{6}(?:\D.*)?)$/

/** `T080000Z` as `08:00:00 Z`. */
const spaced = (rest: string): string =>
  rest.replace(/^[Tt _]?(\d{2})(\d{2})(\d{2})?(?=$|[^\d:])/, (_, h, m, s = '00') => ` ${h}:${m}:${s}`)

function ofWeek(year: number, week: number, weekday: number, rest: string): Written | undefined {
  if (week < 1 || week > 53) return undefined
  const fourth = Temporal.PlainDate.from({ year, month: 1, day: 4 })
  const day = fourth.add({ days: (week - 1) * 7 + weekday - fourth.dayOfWeek })
  return { year: day.year, month: day.month, day: day.day, rest: spaced(rest) }
}

function ofDay(year: number, ordinal: number, rest: string): Written | undefined {
  if (ordinal < 1 || ordinal > 366) return undefined
  const day = Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: ordinal - 1 })
  return { year: day.year, month: day.month, day: day.day, rest: spaced(rest) }
}
