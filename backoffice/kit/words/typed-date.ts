import { clockTime, dayOf } from './format.ts'

/**
 * A day as people type it: `15/01/2027`, `15/1`, `15 janvier`, `le 15`, `demain`, `lundi prochain`, `Noël`, `2027-01-15`. A
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
  ['ce matin', 0],
  ['cet apres-midi', 0],
  ['ce soir', 0],
  ['cette nuit', 0],
  ['tonight', 0],
  ['demain', 1],
  ['demain matin', 1],
  ['demain soir', 1],
  ['tomorrow', 1],
  ['apres-demain', 2],
  ['apres demain', 2],
  ['hier', -1],
  ['yesterday', -1],
  ['avant-hier', -2],
  ['avant hier', -2],
])

/** From Sunday. */
export const WEEKDAYS = [
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

/** `lundi`, `lundi prochain`, `lundi soir`, `last Monday`. */
const NAMED = /^(?:(?:next|last) )?([a-z]+)(?: (?:prochain|qui vient|dernier|matin|soir))?$/
const NEXT = /\b(?:prochain|qui vient)$|^next /
const PAST = /\bdernier$|^last /

/** `dans 3 jours`, `dans 2 semaines`. */
function daysIn(typed: string): number | undefined {
  const [, count, unit] = /^(?:dans|in) (\d{1,3}|une?|an?|one) (jour|semaine|day|week)s?$/.exec(typed) ?? []
  if (count === undefined) return undefined
  return (Number(count) || 1) * (unit === 'semaine' || unit === 'week' ? 7 : 1)
}

/** Month and day; of those that move, the days behind Easter. */
type Feast = number | readonly [month: number, day: number]
const FEASTS: ReadonlyMap<string, Feast> = new Map<string, Feast>([
  ["jour de l'an", [1, 1]],
  ['nouvel an', [1, 1]],
  ['fete du travail', [5, 1]],
  ['fete nationale', [7, 14]],
  ['assomption', [8, 15]],
  ['toussaint', [11, 1]],
  ['armistice', [11, 11]],
  ['veille de noel', [12, 24]],
  ['noel', [12, 25]],
  ['christmas', [12, 25]],
  ['saint-sylvestre', [12, 31]],
  ['saint sylvestre', [12, 31]],
  ['vendredi saint', -2],
  ['paques', 0],
  ['lundi de paques', 1],
  ['ascension', 39],
  ['pentecote', 49],
  ['lundi de pentecote', 50],
])

function feastIn(typed: string, today: string, meant: Meant): string | undefined {
  const [, name = '', year] = /^(.+?)(?: (\d{4}))?$/.exec(typed.replace(/^(?:le |la |l')/, '')) ?? []
  const feast = FEASTS.get(name)
  if (feast === undefined) return undefined
  if (typeof feast !== 'number') return inYear(feast[1], feast[0], year, today, meant)
  const inThe = (of: number) => dayAfter(easter(of), feast)
  if (year !== undefined) return inThe(Number(year))
  const thisYear = Number(today.slice(0, 4))
  const here = inThe(thisYear)
  const fits = meant === 'next' ? here >= today : here <= today
  return fits ? here : inThe(thisYear + (meant === 'next' ? 1 : -1))
}

/** By Gauss and Butcher, of the Gregorian calendar. */
function easter(year: number): string {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100]
  const [leap, odd] = [Math.floor(century / 4), century % 4]
  const drift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - leap - drift + 15) % 30
  const sunday = (32 + 2 * odd + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const days = moon + sunday - 7 * late + 114
  return valid(year, Math.floor(days / 31), (days % 31) + 1) ?? ''
}

/** `le 12`, `samedi 12`: in the nearest month where it is a day, and that day of the week. */
function numbered(text: string, today: string, meant: Meant): string | undefined {
  const [, name = '', day] = /^(?:le )?(?:([a-z]+) )?(\d{1,2})(?:er)?$/.exec(text) ?? []
  const weekday = WEEKDAYS.findIndex(names => names.includes(name))
  // `15` alone may be the beginning of anything.
  if (day === undefined || (name === '' ? !text.startsWith('le ') : weekday === -1)) return undefined
  const [year = 0, month = 0] = today.split('-').map(Number)
  for (let ahead = 0; ahead <= 12; ahead++) {
    const first = new Date(Date.UTC(year, month - 1 + (meant === 'next' ? ahead : -ahead), 1))
    const found = valid(first.getUTCFullYear(), first.getUTCMonth() + 1, Number(day))
    if (found === undefined || (meant === 'next' ? found < today : found > today)) continue
    if (weekday === -1 || new Date(found).getUTCDay() === weekday) return found
  }
  return undefined
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
  const whole = fold(text)
  const today = dayOf(now)
  const alone = numbered(whole, today, meant) ?? feastIn(whole, today, meant)
  if (alone !== undefined) return alone
  const typed = whole.replace(/^(?:le|ce) (?=\S)(?!soir|matin)/, '')
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

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const NOON = /^(midi|noon)$/

/** `8 h`, `18h30`, `à 18 heures`, `18:30`, `8`, `midi`: as `18:30`. */
export function typedTime(text: string): string | undefined {
  const typed = fold(text).replace(/^(?:a|des|vers|at) /, '')
  if (NOON.test(typed)) return '12:00'
  const parts = /^(\d{1,2})(?: ?(?:heures?|[h:.]) ?(\d{2})?)?$/.exec(typed)
  if (!parts) return undefined
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)]
  if (hour > 23 || minute > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** `de 14h à 17h`, `14-17h`, `14h/17h`, `entre 14h et 17h`. */
export function typedHours(text: string): { readonly begin: string; readonly end: string } | undefined {
  const typed = fold(text).replace(/^(?:de|entre|from) /, '')
  const [first = '', last = '', ...others] = typed.split(/ ?[-–—/→] ?| (?:jusqu'a|a|et|to|and) /)
  const [begin, end] = [typedTime(first), typedTime(last)]
  return begin && end && others.length === 0 ? { begin, end } : undefined
}

/** Of a moment: each place between two words is tried. */
const MOST_WORDS = 12

/** A day to come, and the hour beside it: `demain midi`, `lundi prochain à 8 h`, `20 h ce soir`. */
export function typedMoment(text: string, now: Date): { readonly day?: string; readonly time?: string } {
  const whole = typedDay(text, now)
  if (whole !== undefined) return { day: whole }
  const words = fold(text).split(' ')
  if (words.length > MOST_WORDS) return {}
  for (let at = 1; at < words.length; at++) {
    const sides = [words.slice(0, at).join(' '), words.slice(at).join(' ')] as const
    for (const [before, behind] of [sides, sides.toReversed()] as [string, string][]) {
      const [day, time] = [typedDay(before, now), typedTime(behind)]
      if (day !== undefined && time !== undefined) return { day, time }
    }
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

/** `dans 2 heures`, `dans une demi-heure`: minutes. */
function minutesIn(typed: string): number | undefined {
  const [, count = '', unit] =
    /^(?:dans|in) (\d{1,3}|une?|an?|one) ?(heure|h|hour|minute|min|demi-heure)s?$/.exec(typed) ?? []
  if (unit === undefined) return undefined
  return (Number(count) || 1) * (unit.startsWith('h') ? 60 : unit === 'demi-heure' ? 30 : 1)
}

/**
 * An end: `demain 18 h`, `dans 2 heures`; `18 h` is today, a day alone lasts until its end. Null: nothing is typed; undefined: no
 * moment. `demain matin` is none: when does a morning end?
 */
export function typedEnd(text: string, now: Date): Date | null | undefined {
  const typed = fold(text)
    .replace(/^jusqu'(?:au (?=\d)|(?:a|au|en) )/, start => (start.endsWith('au ') ? 'le ' : ''))
    .replace(/,? (?:inclus|(?:a )?minuit)$/, '')
    .replace(/^(?:a )?minuit$/, "aujourd'hui")
  if (typed === '') return null
  const minutes = minutesIn(typed)
  if (minutes !== undefined) return new Date(now.getTime() + minutes * 60_000)
  const hour = typedTime(typed)
  const { day, time } = hour ? { day: dayOf(now), time: hour } : typedMoment(typed, now)
  if (day === undefined || (!time && /(?:matin|apres-midi|nuit)$/.test(typed))) return undefined
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
