import type { Frequence } from './words/communes.ts'

/** The next days of a collection, by the calendar alone: the service answers them, the back-office shows them while somebody edits. */

export interface PlannedDays {
  /** Monday is 1. */
  readonly jours: readonly number[]
  readonly frequence: Frequence
  readonly exceptions: readonly { readonly date: string; readonly report_le: string | null }[]
}

const HOW_MANY = 3
/** How far to search: a hundred cancelled monthly collections in a row are the worst that can be entered. */
const FURTHEST_DAYS = 10 * 366

/** The next ones from this day on, the day itself included. */
export function datesFrom(collecte: PlannedDays, first: string): string[] {
  const moved = new Map(collecte.exceptions.map(({ date, report_le }) => [date, report_le]))
  // A collection may be moved from a day long ago, which a search from today would not find.
  const arriving = collecte.exceptions
    .filter(
      ({ date, report_le }) =>
        report_le !== null && report_le >= first && isCollected(collecte, numberOf(date)),
    )
    .map(({ report_le }) => report_le as string)
  const regular: string[] = []
  const start = numberOf(first)
  const furthest = collecte.frequence === 'sur_rendez_vous' ? 0 : FURTHEST_DAYS
  for (let ahead = 0; ahead < furthest && regular.length < HOW_MANY; ahead++) {
    if (!isCollected(collecte, start + ahead)) continue
    const day = dateOf(start + ahead)
    if (!moved.has(day)) regular.push(day)
  }
  return [...new Set([...regular, ...arriving])].sort().slice(0, HOW_MANY)
}

/** All from one day to another, both included. */
export function datesUntil(collecte: PlannedDays, first: string, last: string): string[] {
  const days: string[] = []
  for (let from = first; ; ) {
    const next = datesFrom(collecte, from).filter(day => day <= last)
    const furthest = next.at(-1)
    if (furthest === undefined) return days
    days.push(...next)
    from = dateOf(numberOf(furthest) + 1)
  }
}

export type CollectionChange = PlannedDays['exceptions'][number]

/** Planned days without their collection, where the day or the one that replaces it lies between these two, both included. */
export function changesUntil(collecte: PlannedDays, first: string, last: string): CollectionChange[] {
  const isBetween = (day: string | null) => day !== null && day >= first && day <= last
  return collecte.exceptions
    .filter(
      ({ date, report_le }) =>
        isCollected(collecte, numberOf(date)) && (isBetween(date) || isBetween(report_le)),
    )
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** Whether the collection comes on this day, before exceptions. */
export const isPlanned = (collecte: PlannedDays, date: string): boolean =>
  isCollected(collecte, numberOf(date))

/** The planned day, before exceptions. */
function isCollected({ jours, frequence }: PlannedDays, day: number): boolean {
  if (!jours.includes(weekdayOf(day))) return false
  switch (frequence) {
    case 'hebdomadaire':
      return true
    // By the number of the ISO week: week 53 is followed by week 1, two odd weeks in a row.
    case 'semaines_paires':
      return weekOf(day) % 2 === 0
    case 'semaines_impaires':
      return weekOf(day) % 2 === 1
    case 'mensuelle':
      return nthOfMonth(day) === 1
    case 'mensuelle_2':
      return nthOfMonth(day) === 2
    case 'mensuelle_3':
      return nthOfMonth(day) === 3
    case 'mensuelle_4':
      return nthOfMonth(day) === 4
    case 'mensuelle_derniere':
      return nthOfMonth(day + 7) === 1
    case 'sur_rendez_vous':
      return false
  }
}

////////////////////////////////////////////////////////////////////////////// days as numbers, from 1970 on

const DAY = 86_400_000
const numberOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
/** 2: the second Wednesday of its month. */
const nthOfMonth = (day: number) => Math.ceil(new Date(day * DAY).getUTCDate() / 7)
/** Monday is 1; the first of January 1970 was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1
/** The year that has the week's Thursday is the one that counts it. */
function weekOf(day: number): number {
  const thursday = day - weekdayOf(day) + 4
  const newYear = Date.UTC(new Date(thursday * DAY).getUTCFullYear(), 0, 1) / DAY
  return Math.floor((thursday - newYear) / 7) + 1
}
