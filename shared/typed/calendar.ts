import { parisClock } from '../wall-clock.ts'
import { weekdayMeant } from './misspelt.ts'

/** The calendar below what people type: days of Paris, as `2027-01-15`. */

/** A day and a time of Paris as an instant, whatever the clock of this machine. */
export function instantOf(day: string, time: string): Date {
  const guess = new Date(`${day}T${time}:00Z`)
  const shown = new Date(`${parisClock(guess)}Z`)
  return new Date(guess.getTime() - (shown.getTime() - guess.getTime()))
}

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

/** `samedi`, `samedis`, `sam.`, `sa`, `samdei`, from Sunday as 0; -1 for any other word. */
export function weekdayNamed(word: string): number {
  const name = word.replace(/\.$/, '').replace(/(?<=[iey])s$/, '')
  if (name.length < 2) return -1
  const isShort = (known: string, at: number) => known.startsWith(name) && name.length > (at === 0 ? 1 : 2)
  const found = WEEKDAYS.findIndex(names => names.some(isShort))
  const meant = found === -1 ? weekdayMeant(name) : undefined
  return meant === undefined ? found : WEEKDAYS.findIndex(([known]) => known === meant)
}

export const weekdayOf = (day: string): number => new Date(day).getUTCDay()

const MONTHS = [
  ['janvier', 'january'],
  ['fevrier', 'february'],
  ['mars', 'march'],
  ['avril', 'april'],
  ['mai', 'may'],
  ['juin', 'june'],
  ['juillet', 'july'],
  ['aout', 'august'],
  ['septembre', 'september'],
  ['octobre', 'october'],
  ['novembre', 'november'],
  ['decembre', 'december'],
]

/** `décembre`, `déc.`: 12; 0 for any other word. `jui` may be two of them. */
export function monthNamed(word: string): number {
  const name = word.replace(/\.$/, '')
  if (name.length < 3 || name === 'jui') return 0
  return MONTHS.findIndex(names => names.some(known => known.startsWith(name))) + 1
}

export const ORDINAL =
  '1ere?s?|1 ?ers?|premiers?|2e|2 ?eme|2nde?|deuxiemes?|seconds?|3e|3 ?eme|troisiemes?|4e|4 ?eme|quatriemes?|derniers?'

/** `1er`: 1, `dernier`: 5; 0 for any other word. */
export function ordinalNamed(word: string): number {
  if (!new RegExp(`^(?:${ORDINAL})$`).test(word)) return 0
  if (/^d[e]rn/.test(word)) return LAST
  return /^[1p]/.test(word) ? 1 : /^(?:2|deux|sec)/.test(word) ? 2 : /^[3t]/.test(word) ? 3 : 4
}
export const LAST = 5

/** Whether it is the first, or the last, such weekday of its month. */
export const isNth = (day: string, nth: number): boolean =>
  nth === LAST ? dayAfter(day, 7).slice(0, 7) > day.slice(0, 7) : Math.ceil(Number(day.slice(8)) / 7) === nth

export function nthWeekday(year: number, month: number, weekday: number, nth: number): string | undefined {
  for (let at = 1; at <= 31; at++) {
    const day = valid(year, month, at)
    if (day && weekdayOf(day) === weekday && isNth(day, nth)) return day
  }
  return undefined
}

export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** `aprem`, `ap-midi`: in full, of a folded text. */
export const withAfternoon = (text: string) => text.replaceAll(/\b(?:aprem|ap\.?[ -]?midi)\b/g, 'apres-midi')

/** Without a year: the next such day, or for dates in the past the last one. */
export type Meant = 'next' | 'last'

export function inYear(
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

export function valid(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return same ? date.toISOString().slice(0, 10) : undefined
}

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
