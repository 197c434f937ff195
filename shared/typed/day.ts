import { dayAfter, dayOf, fold, inYear, type Meant, valid, WEEKDAYS } from './calendar.ts'
import { feastIn } from './feasts.ts'

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
