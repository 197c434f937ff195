import { MOST_DATES, WRITTEN } from '../../../shared/fields/publications.ts'
import { dayAsTyped, typedDay } from '../../../shared/typed/day.ts'
import { dayAndHoursIn } from '../../../shared/typed/day-and-hours.ts'
import { typedRanges } from '../../../shared/typed/days.ts'
import { isSeries, typedDays } from '../../../shared/typed/series.ts'
import { typedHours, typedTime } from '../../../shared/typed/times.ts'
import { dayOf } from '../../../shared/wall-clock.ts'
import type { Label } from '../../../shared/words/word.ts'
import { clockTime, date, namedDay } from '../words/format.ts'
import { texts } from '../words/language.ts'
import { faultsOf, readAs } from './described.ts'

/** Parses and validates the fields that say when an event is, each by its kind and all together. */

/** The days and hours of its first date. */
export const ONE = ['date_debut', 'heure_debut', 'date_fin', 'heure_fin'] as const
const WHEN = [...ONE, 'dates'] as const
const { date_debut, heure_debut, date_fin, heure_fin, dates: furtherDays } = WRITTEN
const FIRST = { date_debut, heure_debut, date_fin, heure_fin }
export type WhenName = (typeof WHEN)[number]

/** The lines of further dates that were added, and what is typed behind them. `after`: a series begins behind this day. */
export function datesIn(typed: string, now: Date, after?: string | null) {
  const lines = typed.split('\n')
  const rest = lines.pop() ?? ''
  const added = lines
    .filter(line => line.trim() !== '')
    .flatMap(text => {
      const day = typedDay(text, now)
      const days = day === undefined ? typedDays(text, now, after) : undefined
      return days?.map(each => ({ text: dayAsTyped(each), day: each })) ?? [{ text, day }]
    })
  return { added, rest }
}

type TypedWhen = Readonly<Record<WhenName, string>>

/**
 * `samedi 12 décembre 20h30`, `de 14 h à 17 h`, `du 12 au 14 décembre` and `tous les mardis jusqu’en juin` fill several
 * fields, where the others are empty.
 */
export function spread(asTyped: TypedWhen, now: Date): Partial<TypedWhen> {
  const both = asTyped.heure_debut.trim() === '' ? dayAndHoursIn(asTyped.date_debut, now) : undefined
  const parted = both && { date_debut: both.days, heure_debut: both.hours }
  const typed = { ...asTyped, ...parted }
  const hours = typed.heure_fin.trim() === '' ? typedHours(typed.heure_debut) : undefined
  const isOne = typed.date_debut.trim() === '' || typedDay(typed.date_debut, now) !== undefined
  return {
    ...parted,
    ...(!isOne && spreadDays(typed, now)),
    ...(hours && { heure_debut: clockTime(hours.begin), heure_fin: clockTime(hours.end) }),
  }
}

function spreadDays(typed: TypedWhen, now: Date): Partial<TypedWhen> | undefined {
  const [range, ...others] = typedRanges(typed.date_debut, now) ?? []
  if (range && others.length === 0) {
    const { du, au } = range
    return typed.date_fin.trim() === '' ? { date_debut: dayAsTyped(du), date_fin: dayAsTyped(au) } : undefined
  }
  const [first, ...further] = typedDays(typed.date_debut, now) ?? []
  if (first === undefined || typed.date_fin.trim() !== '' || further.length > MOST_DATES) return undefined
  const { added, rest } = datesIn(typed.dates, now)
  const lines = [...added.map(({ text }) => text), ...further.map(dayAsTyped)]
  return { date_debut: dayAsTyped(first), dates: [...lines, rest].join('\n') }
}

const isHours = (text: string) => typedTime(text) !== undefined || typedHours(text) !== undefined
const UNTIL = /jusqu/i
/** `samedi 12 à 14h`: the 12th at 14 h, or from 12 to 14 h. */
const HOUR_BEHIND = /[\s,]\d{1,2} ?(?:h|:\d\d)(?:\s?\d\d)?$/i

export function readWhen(asTyped: TypedWhen, now: Date) {
  const typed = { ...asTyped, ...spread(asTyped, now) }
  const read = (name: (typeof ONE)[number]) =>
    readAs(FIRST[name], typed[name], now) as string | null | undefined
  const [first, begin, last, end] = [
    read('date_debut'),
    read('heure_debut'),
    read('date_fin'),
    read('heure_fin'),
  ]
  const lines = datesIn(`${typed.dates}\n`, now, last ?? first).added
  const dates = [...new Set(lines.flatMap(({ day }) => day ?? []))].sort()
  const unread = lines.find(({ day }) => day === undefined)
  const tooEarly = first && dates.find(day => day <= first)
  const errors: Readonly<Partial<Record<WhenName, string>>> = {
    ...faultsOf(FIRST, typed, now),
    ...(first === undefined && isHours(typed.date_debut) && { date_debut: t.hourHere }),
    ...(first === undefined && HOUR_BEHIND.test(typed.date_debut) && { date_debut: t.hourBehind }),
    ...(begin === undefined && typedDay(typed.heure_debut, now) && { heure_debut: t.dayHere(date_debut) }),
    ...(last === undefined && isHours(typed.date_fin) && { date_fin: t.hourHere }),
    ...(end === undefined && typedDay(typed.heure_fin, now) && { heure_fin: t.dayHere(date_fin) }),
    ...(first === undefined && isSeries(typed.date_debut) && { date_debut: t.series }),
    ...(first === undefined &&
      isSeries(typed.date_debut) &&
      UNTIL.test(typed.date_debut) && { date_debut: t.seriesEnd }),
    ...(first === null && last && { date_debut: t.firstDay }),
    ...(first === null && begin && { date_debut: t.dayOfHour }),
    ...(begin === null && end && { heure_debut: t.firstHour }),
    ...(first && last && last < first && { date_fin: t.dayOrder(date(new Date(`${first}T12:00:00Z`), now)) }),
    ...(unread && faultsOf({ dates: furtherDays }, { dates: unread.text }, now)),
    ...(unread && isSeries(unread.text) && { dates: t.series }),
    ...(first === null && lines.length > 0 && { date_debut: t.firstDay }),
    ...(tooEarly && { dates: t.datesOrder(namedDay(tooEarly)) }),
    ...(dates.length > MOST_DATES && { dates: t.mostDates }),
    ...(begin && end && end <= begin && (last ?? first) === first && { heure_fin: t.hourOrder }),
  }
  const when = {
    date_debut: first ?? null,
    heure_debut: begin ?? null,
    date_fin: last ?? null,
    heure_fin: end ?? null,
    dates,
  }
  return { when, errors }
}

/** Whether its last date is over: residents would look for it in vain. */
export function isOver(
  { date_debut, date_fin, dates }: ReturnType<typeof readWhen>['when'],
  now: Date,
): boolean {
  const last = [date_fin ?? date_debut, ...dates]
    .filter(day => day !== null)
    .sort()
    .at(-1)
  return last !== undefined && last < dayOf(now)
}

const t = texts({
  fr: {
    series: 'Dites aussi jusqu’à quand. Écrivez par exemple « tous les mardis jusqu’au 15 mars ».',
    seriesEnd:
      'La fin n’est pas comprise. Écrivez par exemple « tous les mardis jusqu’au 15 mars », et l’heure dans son champ.',
    hourHere: 'C’est une heure. Écrivez ici le jour, et l’heure dans son champ.',
    hourBehind: `Écrivez ici le jour seul, et l’heure dans « ${WRITTEN.heure_debut.fr} ».`,
    dayHere: (field: Label) => `C’est un jour : écrivez-le dans « ${field.fr} », et ici l’heure.`,
    firstDay: 'Donnez d’abord le premier jour.',
    dayOfHour: 'Donnez aussi le jour de cette heure.',
    firstHour: 'Donnez d’abord l’heure de début.',
    dayOrder: (day: string) => `Le dernier jour est avant le premier. Mettez le ${day} ou plus tard.`,
    datesOrder: (day: string) => `Les autres dates viennent après le premier jour : retirez le ${day}.`,
    mostDates: `Une publication a ${MOST_DATES} autres dates au plus.`,
    hourOrder:
      'La fin est avant le début. Si cela finit après minuit, donnez le lendemain comme dernier jour.',
  },
  en: {
    series: 'Say until when too. Write for example « tous les mardis jusqu’au 15 mars ».',
    seriesEnd:
      'The end is not understood. Write for example « tous les mardis jusqu’au 15 mars », and the hour in its field.',
    hourHere: 'This is an hour. Write the day here, and the hour in its field.',
    hourBehind: `Write the day alone here, and the hour in “${WRITTEN.heure_debut.en}”.`,
    dayHere: (field: Label) => `This is a day: write it in “${field.en}”, and the hour here.`,
    firstDay: 'Give the first day first.',
    dayOfHour: 'Give the day of this hour too.',
    firstHour: 'Give the hour at which it begins first.',
    dayOrder: (day: string) => `The last day is before the first. Put ${day} or later.`,
    datesOrder: (day: string) => `Other dates come after the first day: remove ${day}.`,
    mostDates: `A publication has ${MOST_DATES} other dates at most.`,
    hourOrder: 'It ends before it begins. If it ends after midnight, give the next day as the last day.',
  },
})
