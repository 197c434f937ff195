import { dayAfter } from './typed/calendar.ts'
import { ALERT_DAYS_WITHOUT_END } from './words/publications.ts'

interface Ending {
  readonly fin_le: string | null
  readonly date_debut: string | null
  readonly date_fin: string | null
}
type StartOf = (day: string) => Date

/**
 * `fin_le`, else the end of its last day, else of the second day after `from`, the day on which it appears; undefined before
 * that day is known. Days are those of the clock behind `from` and `startOf`.
 */
export function alertEnd(alert: Ending, from: string, startOf: StartOf): Date
export function alertEnd(alert: Ending, from: string | undefined, startOf: StartOf): Date | undefined
export function alertEnd(
  { fin_le, date_debut, date_fin }: Ending,
  from: string | undefined,
  startOf: StartOf,
): Date | undefined {
  if (fin_le !== null) return new Date(fin_le)
  const last = date_fin ?? date_debut ?? (from && dayAfter(from, ALERT_DAYS_WITHOUT_END))
  return last === undefined ? undefined : startOf(dayAfter(last, 1))
}
