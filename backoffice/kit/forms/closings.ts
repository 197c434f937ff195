import type { Closing } from '../../../shared/closings.ts'
import { closingsIn, unreadClosing } from '../../../shared/typed/closings.ts'
import { dayAsTyped } from '../../../shared/typed/day.ts'
import { namedDay } from '../words/format.ts'
import { texts } from '../words/language.ts'

/** Closing days, one a line, as people type them: `du 24/12/2026 au 02/01/2027 : congés`. */

const t = texts({
  fr: {
    example: 'Une par ligne : « du 24 décembre au 2 janvier : congés », « Noël », « lundi 7 décembre ».',
    understood: (closings: string) => `Compris : fermé ${closings}.`,
    wrong: (line: string) =>
      `Pas compris : « ${line} ». Écrivez par exemple « du 24/12 au 02/01 : congés » ou « lundi de Pâques ».`,
    written: (du: string, au: string) => (du === au ? `le ${du}` : `du ${du} au ${au}`),
  },
  en: {
    example: 'One a line: “24 December to 2 January: holidays”, “Monday 7 December”.',
    understood: (closings: string) => `Understood: closed ${closings}.`,
    wrong: (line: string) =>
      `Not understood: “${line}”. Type for example “24/12 to 02/01: holidays” or “Christmas”.`,
    written: (du: string, au: string) => (du === au ? `on ${du}` : `from ${du} to ${au}`),
  },
})

/** `du jeudi 24 décembre 2026 au samedi 2 janvier 2027`. */
export const closingDays = ({ du, au }: Closing): string => t.written(namedDay(du), namedDay(au))

export const closingsTyped = (closings: readonly Closing[]): string =>
  closings
    .map(({ du, au, motif }) =>
      [t.written(dayAsTyped(du), dayAsTyped(au)), motif].filter(Boolean).join(' : '),
    )
    .join('\n')

/** The first line that is not understood, with an example of one that is. */
export const closingsWrong = (typed: string): string => t.wrong(unreadClosing(typed, new Date()) ?? '')

/** The hint of the field: what is understood. */
export function closingsHint(typed: string): string {
  const closings = closingsIn(typed, new Date())
  if (typed.trim() === '' || !closings) return t.example
  return t.understood(closings.map(closingDays).join(', '))
}
