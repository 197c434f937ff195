import type { Closing } from '../closings.ts'
import { typedRanges } from './days.ts'

/** Closing days, one a line, as people type them: `du 24/12/2026 au 02/01/2027 : congés`. */

const linesOf = (typed: string) => typed.split('\n').filter(line => line.trim() !== '')

/** The first line that is not understood. */
export const unreadClosing = (typed: string, now: Date): string | undefined =>
  linesOf(typed)
    .find(line => !closingsOfLine(line, now))
    ?.trim()

/** Undefined when a line is not understood. A range without a year is the one that is not over yet. */
export function closingsIn(typed: string, now: Date): readonly Closing[] | undefined {
  const closings = linesOf(typed).map(line => closingsOfLine(line, now))
  return closings.every(found => found !== undefined) ? closings.flat() : undefined
}

function closingsOfLine(line: string, now: Date): readonly Closing[] | undefined {
  const [, days = '', why = ''] = /^([^:]*):?(.*)$/.exec(line) ?? []
  const motif = why.trim() || null
  return typedRanges(days, now)?.map(range => ({ ...range, motif }))
}
