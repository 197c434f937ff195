import { clockTime, dayOf } from './format.ts'

/**
 * A day as people type it: `15/01/2027`, `15/1`, `15 janvier`, `1er mars 2027`, `demain`, `lundi prochain`, `2027-01-15`. A
 * native field shows 01/05/2027 where the browser is not French; this one is confirmed in words.
 */
const MONTHS = [
  ['janv', 'jan'],
  ['fev', 'feb'],
  ['mars', 'mar'],
  ['avr', 'apr'],
  ['mai', 'may'],
  ['juin', 'jun'],
  ['juil', 'jul'],
  ['aou', 'aug'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dec'],
] as const

const RELATIVE: ReadonlyMap<string, number> = new Map([
  ["aujourd'hui", 0],
  ['today', 0],
  ['demain', 1],
  ['tomorrow', 1],
  ['apres-demain', 2],
  ['apres demain', 2],
  ['hier', -1],
  ['yesterday', -1],
  ['avant-hier', -2],
  ['avant hier', -2],
])

/** From Sunday. */
const WEEKDAYS = [
  ['dimanche', 'sunday'],
  ['lundi', 'monday'],
  ['mardi', 'tuesday'],
  ['mercredi', 'wednesday'],
  ['jeudi', 'thursday'],
  ['vendredi', 'friday'],
  ['samedi', 'saturday'],
]
/** Never today: on a Monday, “lundi” is the next or the last one. */
function daysTo(weekday: number, today: string, meant: Meant): number {
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7
  return meant === 'next' ? ahead || 7 : ahead - 7
}

/** `lundi`, `lundi prochain`, `last Monday`. */
const NAMED = /^(?:(?:next|last) )?([a-z]+)(?: (?:prochain|dernier))?$/
const NEXT = /\bprochain$|^next /
const PAST = /\bdernier$|^last /

/** `dans 3 jours`, `dans 2 semaines`. */
function daysIn(typed: string): number | undefined {
  const [, count, unit] = /^(?:dans|in) (\d{1,3}|une?|an?|one) (jour|semaine|day|week)s?$/.exec(typed) ?? []
  if (count === undefined) return undefined
  return (Number(count) || 1) * (unit === 'semaine' || unit === 'week' ? 7 : 1)
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Without a year: the next such day, or for dates in the past the last one. */
export type Meant = 'next' | 'last'

export function typedDay(text: string, now: Date, meant: Meant = 'next'): string | undefined {
  const typed = fold(text)
  const today = dayOf(now)
  const [, name = ''] = NAMED.exec(typed) ?? []
  const weekday = WEEKDAYS.findIndex(names => names.includes(name))
  const side = NEXT.test(typed) ? 'next' : PAST.test(typed) ? 'last' : meant
  if (weekday !== -1) return dayAfter(today, daysTo(weekday, today, side))
  const relative = RELATIVE.get(typed) ?? daysIn(typed)
  if (relative !== undefined) return dayAfter(today, relative)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const figures = /^(\d{1,2})[/. -](\d{1,2})(?:[/. -](\d{4}|\d{2}))?$/.exec(typed)
  if (figures) return inYear(Number(figures[1]), Number(figures[2]), figures[3], today, meant)
  const words = /^(?:[a-z]+ )?(\d{1,2})(?:er)? ([a-z]+)\.?(?: (\d{4}))?$/.exec(typed)
  if (!words) return undefined
  const month = MONTHS.findIndex(names => names.some(name => words[2]?.startsWith(name))) + 1
  return month === 0 ? undefined : inYear(Number(words[1]), month, words[3], today, meant)
}

/** The other way round: `15/01/2027`. */
export const dayAsTyped = (day: string | null | undefined): string =>
  day ? day.split('-').toReversed().join('/') : ''

/** Null where nothing is typed, undefined where it is no day. */
export const dayIn = (text: string, meant?: Meant): string | null | undefined =>
  text.trim() === '' ? null : typedDay(text, new Date(), meant)

function inYear(
  day: number,
  month: number,
  year: string | undefined,
  today: string,
  meant: Meant,
): string | undefined {
  const thisYear = Number(today.slice(0, 4))
  if (year !== undefined) return valid(year.length === 2 ? 2000 + Number(year) : Number(year), month, day)
  const here = valid(thisYear, month, day)
  const fits = here !== undefined && (meant === 'next' ? here >= today : here <= today)
  return fits ? here : valid(meant === 'next' ? thisYear + 1 : thisYear - 1, month, day)
}

function valid(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return same ? date.toISOString().slice(0, 10) : undefined
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const NOON = /^(midi|noon)$/

/** `8 h`, `18h30`, `18 heures`, `18:30`, `8`, `midi`: as `18:30`. */
export function typedTime(text: string): string | undefined {
  const typed = fold(text)
  if (NOON.test(typed)) return '12:00'
  const parts = /^(\d{1,2})(?: ?(?:heures?|[h:.]) ?(\d{2})?)?$/.exec(typed)
  if (!parts) return undefined
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)]
  if (hour > 23 || minute > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** A day to come, and the hour that may follow it: `demain midi`, `lundi prochain à 8 h`. */
export function typedMoment(text: string, now: Date): { readonly day?: string; readonly time?: string } {
  const whole = typedDay(text, now)
  if (whole !== undefined) return { day: whole }
  const words = fold(text).split(' ')
  for (let at = 1; at < words.length; at++) {
    const day = typedDay(words.slice(0, at).join(' '), now)
    const time = typedTime(
      words
        .slice(at)
        .join(' ')
        .replace(/^(?:a|at) /, ''),
    )
    if (day !== undefined && time !== undefined) return { day, time }
  }
  return {}
}

/** A day and a time of Paris as an instant, whatever the clock of this machine. */
export function instantOf(day: string, time: string): Date {
  const guess = new Date(`${day}T${time}:00Z`)
  const shown = new Date(
    guess.toLocaleString('sv-SE', { timeZone: 'Europe/Paris' }).replace(' ', 'T').concat('Z'),
  )
  return new Date(guess.getTime() - (shown.getTime() - guess.getTime()))
}

/** An end: `demain 18 h`; `18 h` is today, a day alone lasts until its end. Null: nothing is typed; undefined: no moment. */
export function typedEnd(text: string, now: Date): Date | null | undefined {
  if (text.trim() === '') return null
  const hour = typedTime(text)
  const { day, time } = hour ? { day: dayOf(now), time: hour } : typedMoment(text, now)
  if (day === undefined) return undefined
  return time ? instantOf(day, time) : instantOf(dayAfter(day, 1), '00:00')
}

/** The other way round: `24/11/2026 18 h`, in Paris. */
export function momentAsTyped(instant: string | null): string {
  if (instant === null) return ''
  const [day = '', time = ''] = new Date(instant)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Paris' })
    .split(' ')
  return `${dayAsTyped(day)} ${clockTime(time.slice(0, 5))}`
}
