import type { CollecteInput } from '../api/contract.ts'
import { dayAsTyped, typedDay } from '../words/typed-date.ts'

/** Days without a collection, or with the collection on another day: one a line, as people type them. */

export type Exception = NonNullable<CollecteInput['exceptions']>[number]

/** `25/12/2026 → 26/12/2026`. */
export const exceptionsSaid = (exceptions: readonly Exception[]): string =>
  exceptions
    .map(({ date, report_le }) => [date, report_le].filter(Boolean).map(dayAsTyped).join(' → '))
    .join('\n')

/** Undefined when a line has no valid date. */
export function exceptionsIn(text: string, now: Date): readonly Exception[] | undefined {
  const read = text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => line.split(/→|->|=>|>/).map(side => typedDay(side, now)))
  if (read.some(days => days.length > 2 || days.some(day => day === undefined))) return undefined
  return read.map(([date = '', report_le]) => ({ date, report_le: report_le ?? null }))
}
