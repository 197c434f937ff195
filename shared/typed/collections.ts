import { typedDay } from './day.ts'

/** Days without a collection, or with the collection on another day: one a line, as people type them. */

export interface CollectionException {
  readonly date: string
  readonly report_le: string | null
}

/** `25/12 reporté au 26/12`, `25/12 → 26/12`. */
const MOVED =
  /\s*(?:→|->|=>|>)\s*|\s*,?\s+(?:est\s+)?(?:report|d[ée]cal|d[ée]plac|avanc)[ée]e?\s+(?:au|à)\s+/i
/** `pas de collecte le 25/12`, `25/12 : annulée`: a day without one, as a day alone. */
const NONE =
  /^(?:pas de (?:collecte|ramassage|passage)|annul[ée]e?)\s*:?\s+|\s*[:,]?\s*(?:pas de (?:collecte|ramassage|passage)|annul[ée]e?)$/i

/** Undefined when a line has no valid date. */
export function exceptionsIn(text: string, now: Date): readonly CollectionException[] | undefined {
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
