import { MOST_DATES } from '../../../shared/fields/publications.ts'
import { clockTime, date, namedDay } from '../words/format.ts'
import { texts } from '../words/language.ts'
import { dayAsTyped, typedDay, typedTime } from '../words/typed-date.ts'

/** Parses and validates the fields that say when an event is. */
/** The days and hours of its first date. */
export const ONE = ['date_debut', 'heure_debut', 'date_fin', 'heure_fin'] as const
export const WHEN = [...ONE, 'dates'] as const
export type WhenName = (typeof WHEN)[number]
const isDay = (name: WhenName) => !name.startsWith('heure')
export const isWhen = (name: string): name is WhenName => (WHEN as readonly string[]).includes(name)

/** As people type it: 15/01/2027, 20 h 30. */
export const whenTyped = (name: WhenName, value: string | readonly string[] | null): string => {
  if (value === null) return ''
  if (typeof value === 'object') return value.map(day => `${dayAsTyped(day)}\n`).join('')
  return isDay(name) ? dayAsTyped(value) : clockTime(value)
}
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The lines of further dates that were added, and what is typed behind them. */
export function datesIn(typed: string, now: Date) {
  const lines = typed.split('\n')
  const rest = lines.pop() ?? ''
  const added = lines.filter(line => line.trim() !== '').map(text => ({ text, day: typedDay(text, now) }))
  return { added, rest }
}

/** The parsed value in words, shown below the field. */
export const whenUnderstood = (name: (typeof ONE)[number], value: string | null): string | undefined => {
  if (value === null) return undefined
  return isDay(name) ? namedDay(value) : clockTime(value)
}

export const whenExample = (name: WhenName): string => (isDay(name) ? t.dayExample : t.hourExample)

export function readWhen(typed: Readonly<Record<WhenName, string>>, now: Date) {
  const read = (name: (typeof ONE)[number]) => {
    const text = typed[name].trim()
    if (text === '') return null
    return isDay(name) ? typedDay(text, now) : typedTime(text)
  }
  const [first, begin, last, end] = [
    read('date_debut'),
    read('heure_debut'),
    read('date_fin'),
    read('heure_fin'),
  ]
  const lines = datesIn(`${typed.dates}\n`, now).added
  const dates = [...new Set(lines.flatMap(({ day }) => day ?? []))].sort()
  const tooEarly = first && dates.find(day => day <= first)
  const errors: Readonly<Partial<Record<WhenName, string>>> = {
    ...(first === undefined && { date_debut: t.day }),
    ...(last === undefined && { date_fin: t.day }),
    ...(begin === undefined && { heure_debut: t.hour }),
    ...(end === undefined && { heure_fin: t.hour }),
    ...(first === null && last && { date_debut: t.firstDay }),
    ...(first === null && begin && { date_debut: t.dayOfHour }),
    ...(begin === null && end && { heure_debut: t.firstHour }),
    ...(first && last && last < first && { date_fin: t.dayOrder(date(new Date(`${first}T12:00:00Z`), now)) }),
    ...(lines.some(({ day }) => day === undefined) && { dates: t.day }),
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

const t = texts({
  fr: {
    dayExample: '15/01 ou demain',
    hourExample: '20 h 30',
    day: 'Ce jour n’est pas compris. Écrivez par exemple 15/01/2027.',
    hour: 'Cette heure n’est pas comprise. Écrivez par exemple 20 h 30.',
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
    dayExample: '15/01 or tomorrow',
    hourExample: '20:30',
    day: 'This day is not understood. Write for example 15/01/2027.',
    hour: 'This hour is not understood. Write for example 20:30.',
    firstDay: 'Give the first day first.',
    dayOfHour: 'Give the day of this hour too.',
    firstHour: 'Give the hour at which it begins first.',
    dayOrder: (day: string) => `The last day is before the first. Put ${day} or later.`,
    datesOrder: (day: string) => `Other dates come after the first day: remove ${day}.`,
    mostDates: `A publication has ${MOST_DATES} other dates at most.`,
    hourOrder: 'It ends before it begins. If it ends after midnight, give the next day as the last day.',
  },
})
