import { isPlanned, type PlannedDays } from '../../../shared/collection-days.ts'
import { exceptionsIn, unreadException } from '../../../shared/typed/collections.ts'
import { dayAsTyped } from '../../../shared/typed/day.ts'
import { weeklyIn } from '../../../shared/typed/weekly.ts'
import type { CollecteInput } from '../api/contract.ts'
import { namedDay } from '../words/format.ts'
import { t } from './texts.ts'

/** Days without a collection, or with the collection on another day: one a line. */

type Exception = NonNullable<CollecteInput['exceptions']>[number]

/** `25/12/2026 → 26/12/2026`. */
export const exceptionsSaid = (exceptions: readonly Exception[]): string =>
  exceptions
    .map(({ date, report_le }) => [date, report_le].filter(Boolean).map(dayAsTyped).join(' → '))
    .join('\n')

/** In words: `vendredi 25 décembre 2026 : pas de collecte`. */
export const exceptionsInWords = (exceptions: readonly Exception[]): string =>
  exceptions
    .map(({ date, report_le }) =>
      report_le ? t.collectes.moved(namedDay(date), namedDay(report_le)) : t.collectes.notOn(namedDay(date)),
    )
    .join(' ; ')

interface Collection extends Omit<PlannedDays, 'exceptions'> {
  /** `Chaque semaine, mardi`. */
  readonly when: string
  readonly today: string
}

/**
 * The first line that is not understood: where it belongs, or an example of one that is. Then the first day to come on
 * which nothing is collected: its line changes nothing, and another day was meant.
 */
export function exceptionsWrong(typed: string, collection: Collection, now = new Date()): string | undefined {
  const exceptions = exceptionsIn(typed, now)
  if (exceptions) {
    const { frequence, jours, when, today } = collection
    // Without days the form asks for them first.
    if (frequence === 'sur_rendez_vous' || jours.length === 0) return undefined
    const other = exceptions.find(
      ({ date }) => date >= today && !isPlanned({ frequence, jours, exceptions }, date),
    )
    return other && t.collectes.exceptNotPlanned(namedDay(other.date), when)
  }
  const line = unreadException(typed, now) ?? ''
  return weeklyIn(line)
    ? t.collectes.exceptWeekly(line, t.collectes.fields.jours)
    : t.collectes.exceptWrong(line)
}
