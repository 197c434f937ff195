import { type Closing, MOST_CLOSINGS } from '../../../shared/closings.ts'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { closingsIn, isPartOfDay, unreadClosing, withoutClosed } from '../../../shared/typed/closings.ts'
import { dayAsTyped, typedDay } from '../../../shared/typed/day.ts'
import { readOpeningHours } from '../../../shared/typed/opening-hours.ts'
import { typedDays } from '../../../shared/typed/series.ts'
import { weeklyIn } from '../../../shared/typed/weekly.ts'
import { namedDay } from '../words/format.ts'
import { labelOf, texts } from '../words/language.ts'

/** Closing days, one a line, as people type them: `du 24/12/2026 au 02/01/2027 : congés`. */

const t = texts({
  fr: {
    example: 'Une par ligne : « du 24 décembre au 2 janvier : congés », « Noël », « lundi 7 décembre ».',
    understood: (closings: string) => `Compris : fermé ${closings}.`,
    wrong: (line: string) =>
      `Pas compris : « ${line} ». Écrivez par exemple « du 24/12 au 02/01 : congés » ou « lundi de Pâques ».`,
    weekly: (line: string, hours: string, days: string) =>
      `« ${line} » revient chaque semaine : écrivez « fermé ${days} » à la suite des horaires, dans « ${hours} ». Si ce n’est que pour un temps, dites jusqu’à quand : « tous les mercredis jusqu’au 15 janvier ».`,
    once: (line: string, hours: string, days: string, day: string) =>
      `« ${line} » : chaque semaine, écrivez « fermé ${days} » dans « ${hours} » ; une seule fois, donnez sa date : « ${day} ».`,
    monthly: (line: string, days: string) =>
      `« ${line} » revient chaque mois. Dites jusqu’à quand : « chaque ${days} jusqu’en juin ».`,
    hours: (line: string, hours: string) => `« ${line} » est un horaire : écrivez-le dans « ${hours} ».`,
    holidays: (line: string, hours: string) =>
      `« ${line} » se dit à la suite des horaires, dans « ${hours} » : « sauf jours fériés ».`,
    part: (line: string) =>
      `« ${line} » n’est qu’une partie du jour : ici se disent des jours entiers. Annoncez-la par une publication.`,
    many: (line: string, days: number) =>
      `« ${line} » fait ${days} jours, et il en tient ${MOST_CLOSINGS}. Dites une période : « du 24/12 au 02/01 ».`,
    written: (du: string, au: string) => (du === au ? `le ${du}` : `du ${du} au ${au}`),
  },
  en: {
    example: 'One a line: “24 December to 2 January: holidays”, “Monday 7 December”.',
    understood: (closings: string) => `Understood: closed ${closings}.`,
    wrong: (line: string) =>
      `Not understood: “${line}”. Type for example “24/12 to 02/01: holidays” or “Christmas”.`,
    weekly: (line: string, hours: string, days: string) =>
      `“${line}” is said of every week: write “fermé ${days}” behind the hours, in “${hours}”. If it is for a time only, say until when: “tous les mercredis jusqu’au 15 janvier”.`,
    once: (line: string, hours: string, days: string, day: string) =>
      `“${line}”: every week, write “fermé ${days}” in “${hours}”; once, give its date: “${day}”.`,
    monthly: (line: string, days: string) =>
      `“${line}” comes every month. Say until when: “chaque ${days} jusqu’en juin”.`,
    hours: (line: string, hours: string) => `“${line}” are hours: write them in “${hours}”.`,
    holidays: (line: string, hours: string) =>
      `“${line}” goes behind the hours, in “${hours}”: “sauf jours fériés”.`,
    part: (line: string) =>
      `“${line}” is a part of a day: here are whole days. Announce it by a publication.`,
    many: (line: string, days: number) =>
      `“${line}” are ${days} days, and there is room for ${MOST_CLOSINGS}. Say a range: “24/12 to 02/01”.`,
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

/** The first line that is not understood: where it belongs, or an example of one that is. */
export function closingsWrong(typed: string): string {
  const now = new Date()
  const line = unreadClosing(typed, now) ?? ''
  const hours = labelOf(ACTEUR_FIELDS.horaires)
  const weekly = weeklyIn(line)
  const day = weekly?.isOnce ? typedDay(withoutClosed(line), now) : undefined
  if (weekly?.isMonthly) return t.monthly(line, weekly.days.replace(/^le /, ''))
  if (weekly)
    return day ? t.once(line, hours, weekly.days, namedDay(day)) : t.weekly(line, hours, weekly.days)
  if (readOpeningHours(line)) return t.hours(line, hours)
  if (/f[ée]ri[ée]s?$/i.test(line)) return t.holidays(line, hours)
  if (isPartOfDay(line)) return t.part(line)
  const days = typedDays(line, now)
  return days && days.length > MOST_CLOSINGS ? t.many(line, days.length) : t.wrong(line)
}

/** The hint of the field: what is understood. */
export function closingsHint(typed: string): string {
  const closings = closingsIn(typed, new Date())
  if (typed.trim() === '' || !closings) return t.example
  return t.understood(closings.map(closingDays).join(', '))
}
