/** The calendar below what people type: days of Paris, as `2027-01-15`. */

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' })

export const dayOf = (at: Date): string => isoDay.format(at)

/** A day and a time of Paris as an instant, whatever the clock of this machine. */
export function instantOf(day: string, time: string): Date {
  const guess = new Date(`${day}T${time}:00Z`)
  const shown = new Date(
    guess.toLocaleString('sv-SE', { timeZone: 'Europe/Paris' }).replace(' ', 'T').concat('Z'),
  )
  return new Date(guess.getTime() - (shown.getTime() - guess.getTime()))
}

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

export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

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
