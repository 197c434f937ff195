import type { CollecteInput } from '../api/contract.ts'
import { namedDay } from '../words/format.ts'
import { dayAsTyped, typedDay } from '../words/typed-date.ts'
import { t } from './texts.ts'

/** Days without a collection, or with the collection on another day: one a line, as people type them. */

export type Exception = NonNullable<CollecteInput['exceptions']>[number]

/** `25/12/2026 → 26/12/2026`. */
export const exceptionsSaid = (exceptions: readonly Exception[]): string =>
  exceptions
    .map(({ date, report_le }) => [date, report_le].filter(Boolean).map(dayAsTyped).join(' → '))
    .join('\n')

/** `25/12 reporté au 26/12`, `25/12 → 26/12`. */
const MOVED =
  /\s*(?:→|->|=>|>)\s*|\s*,?\s+(?:est\s+)?(?:report|d[ée]cal|d[ée]plac|avanc)[ée]e?\s+(?:au|à)\s+/i
/** `pas de collecte le 25/12`, `25/12 : annulée`: a day without one, as a day alone. */
const NONE =
  /^(?:pas de (?:collecte|ramassage|passage)|annul[ée]e?)\s*:?\s+|\s*[:,]?\s*(?:pas de (?:collecte|ramassage|passage)|annul[ée]e?)$/i

/** In words: `vendredi 25 décembre 2026 : pas de collecte`. */
export const exceptionsInWords = (exceptions: readonly Exception[]): string =>
  exceptions
    .map(({ date, report_le }) =>
      report_le ? t.collectes.moved(namedDay(date), namedDay(report_le)) : t.collectes.notOn(namedDay(date)),
    )
    .join(' ; ')

/** Undefined when a line has no valid date. */
export function exceptionsIn(text: string, now: Date): readonly Exception[] | undefined {
  const read = text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line =>
      line
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(NONE, '')
        .split(MOVED)
        .map(side => typedDay(side, now)),
    )
  if (read.some(days => days.length > 2 || days.some(day => day === undefined))) return undefined
  return read.map(([date = '', report_le]) => ({ date, report_le: report_le ?? null }))
}
