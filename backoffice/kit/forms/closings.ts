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

/** Undefined when a line is not understood. A last day without a year is the next such day after the first one. */
export function closingsIn(typed: string, now: Date): readonly Closing[] | undefined {
  const lines = typed.split('\n').filter(line => line.trim() !== '')
  const closings = lines.flatMap(line => closingIn(line, now) ?? [])
  return closings.length === lines.length ? closings : undefined
}

function closingIn(line: string, now: Date): Closing | undefined {
  const [, days = '', why = ''] = /^([^:]*):?(.*)$/.exec(line) ?? []
  const [first = '', last, ...others] = days
    .trim()
    .replace(/^(?:du|le|from|on)\s+/i, '')
    .split(/\s*(?:→|->|=>)\s*|\s+(?:jusqu[’']au|au|to)\s+/i)
  const du = typedDay(first, now)
  if (du === undefined || others.length > 0) return undefined
  const au = last === undefined ? du : typedDay(last, new Date(`${du}T12:00:00`))
  return au === undefined || au < du ? undefined : { du, au, motif: why.trim() || null }
}

/** The hint of the field: what is understood. */
export function closingsHint(typed: string): string {
  const closings = closingsIn(typed, new Date())
  if (typed.trim() === '' || !closings) return t.example
  return t.understood(closings.map(closingDays).join(', '))
}
