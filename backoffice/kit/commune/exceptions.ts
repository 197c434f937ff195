import { dayAsTyped } from '../../../shared/typed/day.ts'
import type { CollecteInput } from '../api/contract.ts'
import { namedDay } from '../words/format.ts'
import { t } from './texts.ts'

/** Days without a collection, or with the collection on another day: one a line. */

export type Exception = NonNullable<CollecteInput['exceptions']>[number]

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
