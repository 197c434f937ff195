import { parisClock } from './wall-clock.ts'
import type { Label } from './words/word.ts'

/** When an event is, in words. Its days have no time zone. */

type Language = keyof Label

export interface EventTime {
  readonly date_debut: string
  readonly heure_debut: string | null
  readonly date_fin: string | null
  readonly heure_fin: string | null
  /** Further days, in order. */
  readonly dates: readonly string[]
}

/** ICU writes narrow spaces, which the font does not have. */
const plain = (text: string) => text.replaceAll('\u202f', '\u00a0')
/** “1er décembre”. */
const ordinal = (text: string) => text.replace(/^(\D*)1(?= |$)/, '$11er')

const UNITS = {
  day: { day: 'numeric' },
  month: { day: 'numeric', month: 'long' },
  year: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  weekdayName: { weekday: 'long' },
  monthName: { month: 'long' },
  monthAndYear: { month: 'long', year: 'numeric' },
} as const
type Unit = keyof typeof UNITS
const formats = new Map<string, Intl.DateTimeFormat>()

/** 12; 12 décembre; 12 décembre 2026; samedi 12 décembre 2026. */
export function dayInWords(language: Language, day: string, unit: Unit = 'year'): string {
  const key = `${language} ${unit}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { ...UNITS[unit], timeZone: 'UTC' })
  formats.set(key, format)
  const text = plain(format.format(new Date(`${day}T12:00:00Z`)))
  return language === 'fr' ? ordinal(text) : text
}

/** 12 et 13 décembre 2026, du 12 décembre 2026 au 3 janvier 2027. */
export function dayRange(language: Language, first: string, last: string | null): string {
  if (last === null || last === first) return dayInWords(language, first)
  const to = dayInWords(language, last)
  const from = dayInWords(language, first, unitBefore(first, last))
  if (language === 'en') return `${from} to ${to}`
  const isNext =
    first.slice(0, 7) === last.slice(0, 7) && Number(last.slice(8)) - Number(first.slice(8)) === 1
  return isNext ? `${from} et ${to}` : `du ${from} au ${to}`
}

/** How much of a day is written before another day: month and year only where they differ. */
const unitBefore = (day: string, next: string): Unit =>
  day.slice(0, 7) === next.slice(0, 7) ? 'day' : day.slice(0, 4) === next.slice(0, 4) ? 'month' : 'year'

/** 26 novembre, 3, 10 et 17 décembre 2026. Without years where `most` is a month. */
export function dayList(
  language: Language,
  days: readonly string[],
  most: 'month' | 'year' = 'year',
): string {
  const names = days.map((day, at) => {
    const next = days[at + 1]
    const unit = next === undefined ? most : unitBefore(day, next)
    return dayInWords(language, day, unit === 'year' ? most : unit)
  })
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} ${language === 'fr' ? 'et' : 'and'} ${last}`
}

/** 8 h 20, of `08:20`. */
export function clockTime(language: Language, text: string): string {
  const [hours = '', minutes = ''] = text.split(':')
  if (language === 'en') return text
  return `${Number(hours)}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`
}

/** 12 décembre 2026 à 20 h 30; les 3, 10 et 17 décembre 2026, à 20 h 30; du 12 décembre 2026 à 10 h au 13 décembre 2026. */
export function eventTime(language: Language, event: EventTime, unit: Unit = 'year'): string {
  const { date_debut: first, heure_debut, date_fin: last, heure_fin, dates } = event
  const french = language === 'fr'
  const nameOf = (day: string) => dayInWords(language, day, unit)
  const [at, from, to] = french ? ['à', 'du', 'au'] : ['at', 'from', 'to']
  const begin = heure_debut === null ? undefined : clockTime(language, heure_debut)
  const end = heure_fin === null ? undefined : clockTime(language, heure_fin)
  if (last !== null && last !== first) {
    const range =
      begin === undefined
        ? dayRange(language, first, last)
        : `${from} ${nameOf(first)} ${at} ${begin} ${to} ${nameOf(last)}${end ? ` ${at} ${end}` : ''}`
    if (dates.length === 0) return range
    const list = dayList(language, dates)
    return french ? `${range}, puis ${dates.length > 1 ? 'les' : 'le'} ${list}` : `${range}, then ${list}`
  }
  const isSeveral = dates.length > 0
  const days = isSeveral ? `${french ? 'les ' : ''}${dayList(language, [first, ...dates])}` : nameOf(first)
  if (begin === undefined) return days
  if (end === undefined) return `${days}${isSeveral ? ',' : ''} ${at} ${begin}`
  return french ? `${days}, de ${begin} à ${end}` : `${days}, ${begin} to ${end}`
}

/** Its next day, or the last one when all are over. */
export function nextDay({ date_debut, date_fin, dates }: EventTime, today: string): string {
  if ((date_fin ?? date_debut) >= today) return date_debut
  return dates.find(day => day >= today) ?? dates.at(-1) ?? date_debut
}

export function lastDay({
  date_debut,
  date_fin,
  dates,
}: Pick<EventTime, 'date_debut' | 'date_fin' | 'dates'>): string {
  return [date_debut, date_fin ?? '', dates.at(-1) ?? ''].reduce((one, other) => (other > one ? other : one))
}

/** The next day with its hours. What comes after it: see event-series.ts. */
export function nextTime(language: Language, event: EventTime, today: string, unit?: Unit): string {
  const day = nextDay(event, today)
  const one = { ...event, dates: [], ...(day !== event.date_debut && { date_debut: day, date_fin: null }) }
  return eventTime(language, one, unit)
}

/** An end, on the clock of Paris: 24 novembre 2026 à 18 h, 24 novembre 2026 à minuit. Midnight ends the day before it. */
export function endInWords(language: Language, instant: string): string {
  const localOf = (at: number) => parisClock(new Date(at))
  const end = Date.parse(instant)
  const [day, before] = [localOf(end).slice(0, 10), localOf(end - 1).slice(0, 10)]
  const at = language === 'fr' ? 'à' : 'at'
  const midnight = language === 'fr' ? 'minuit' : 'midnight'
  const hour = day === before ? clockTime(language, localOf(end).slice(11, 16)) : midnight
  return `${dayInWords(language, before)} ${at} ${hour}`
}
