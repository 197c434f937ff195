import type { Closing } from '../../../shared/closings.ts'
import { namedDay } from '../words/format.ts'
import { texts } from '../words/language.ts'
import { dayAsTyped, typedDay } from '../words/typed-date.ts'

/** Closing days, one a line, as people type them: `du 24/12/2026 au 02/01/2027 : congés`. */

const t = texts({
  fr: {
    example: 'Une par ligne : « du 24 décembre au 2 janvier : congés », « lundi 7 décembre ».',
    understood: (closings: string) => `Compris : fermé ${closings}.`,
    wrong:
      'Une de ces lignes n’est pas comprise. Écrivez par exemple « du 24/12/2026 au 02/01/2027 : congés ».',
    written: (du: string, au: string) => (du === au ? `le ${du}` : `du ${du} au ${au}`),
  },
  en: {
    example: 'One a line: “24 December to 2 January: holidays”, “Monday 7 December”.',
    understood: (closings: string) => `Understood: closed ${closings}.`,
    wrong: 'One of these lines is not understood. Type for example “24/12/2026 to 02/01/2027: holidays”.',
    written: (du: string, au: string) => (du === au ? `on ${du}` : `from ${du} to ${au}`),
  },
})

export const NO_CLOSING = t.wrong

/** `du jeudi 24 décembre 2026 au samedi 2 janvier 2027`. */
export const closingDays = ({ du, au }: Closing): string => t.written(namedDay(du), namedDay(au))

export const closingsTyped = (closings: readonly Closing[]): string =>
  closings
    .map(({ du, au, motif }) =>
      [t.written(dayAsTyped(du), dayAsTyped(au)), motif].filter(Boolean).join(' : '),
    )
    .join('\n')

/** Undefined when a line is not understood. A range without a year is the one that is not over yet. */
export function closingsIn(typed: string, now: Date): readonly Closing[] | undefined {
  const lines = typed.split('\n').filter(line => line.trim() !== '')
  const closings = lines.map(line => closingsOfLine(line, now))
  return closings.every(found => found !== undefined) ? closings.flat() : undefined
}

function closingsOfLine(line: string, now: Date): readonly Closing[] | undefined {
  const [, days = '', why = ''] = /^([^:]*):?(.*)$/.exec(line) ?? []
  const motif = why.trim() || null
  const parts = days
    .trim()
    .split(/\s*,\s*|\s+(?:et|and)\s+/i)
    .map(part => part.replace(/^(?:du|les?|from|on)\s+/i, ''))
  const last = rangeIn(parts.at(-1) ?? '', now)
  const ranges = parts.map(part => rangeIn(withMonthOf(last?.du, part), now))
  return ranges.every(range => range !== undefined) ? ranges.map(range => ({ ...range, motif })) : undefined
}

type Range = Pick<Closing, 'du' | 'au'>

function rangeIn(typed: string, now: Date): Range | undefined {
  const [first = '', last = first, ...others] = typed.split(/\s*(?:→|->|=>)\s*|\s+(?:jusqu[’']au|au|to)\s+/i)
  if (others.length > 0) return undefined
  const end = typedDay(last, now)
  const start = withMonthOf(end, first)
  // Counted back from its last day, a range that began before today keeps its year; “demain” is counted from today.
  const back = /\d/.test(start) ? rangeOf(end && typedDay(start, noon(end), 'last'), end) : undefined
  const du = start === first ? typedDay(first, now) : undefined
  const ahead = rangeOf(du, first === last ? du : du && typedDay(last, noon(du)))
  return ahead && (!back || ahead.au < back.au) ? ahead : back
}

const rangeOf = (du: string | undefined, au: string | undefined): Range | undefined =>
  du === undefined || au === undefined || au < du ? undefined : { du, au }

const noon = (day: string) => new Date(`${day}T12:00:00`)

/** `24`, `jeudi 24`, `1er`, in the month and year of `day`; any other text as it is. */
function withMonthOf(day: string | undefined, typed: string): string {
  const [, alone] = /^(?:\p{L}+ )?(\d{1,2})(?:er)?$/u.exec(typed) ?? []
  return alone === undefined || day === undefined ? typed : `${alone}${dayAsTyped(day).slice(2)}`
}

/** The hint of the field: what is understood. */
export function closingsHint(typed: string): string {
  const closings = closingsIn(typed, new Date())
  if (typed.trim() === '' || !closings) return t.example
  return t.understood(closings.map(closingDays).join(', '))
}
