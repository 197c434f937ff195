import { Temporal } from 'temporal-polyfill'
import { clockTime } from '../../shared/event-time.ts'
import { DAYS, type OpenDay, readOpeningHours, slotShown } from '../../shared/opening-hours.ts'
import { capital, daysAfter, longDay, weekday } from './days.ts'
import { isHoliday } from './holidays.ts'
import { type Html, html } from './html.ts'
import type { Visit } from './visit.ts'

/** Opening hours: whether it is open now, the week as a table, and for search engines. */

type Place = Pick<Visit, 'now' | 'fuseau' | 'today'> & { readonly town: Pick<Visit['town'], 'departement'> }

export interface OpenNow {
  readonly isOpen: boolean
  /** ouverte; fermée; fermée aujourd’hui. */
  readonly words: string
  /** jusqu’à 12 h; ouvre demain à 9 h. Empty where it is not known. */
  readonly until: string
}

interface Words {
  readonly open: string
  readonly closed: string
  /** Undefined where it may be open on a public holiday. */
  readonly holiday: string | undefined
}
export const HALL_WORDS: Words = { open: 'ouverte', closed: 'fermée', holiday: 'fermée, jour férié' }
export const ACTEUR_WORDS: Words = { open: 'ouvert', closed: 'fermé', holiday: undefined }

/** Undefined where the hours are not understood, or depend on a note. */
export function openNow(
  { now, fuseau, today, town }: Place,
  hours: string | null,
  words: Words,
): OpenNow | undefined {
  const week = hours === null ? undefined : readOpeningHours(hours)
  const dayAt = (date: string) =>
    isHoliday(date, town.departement) ? undefined : week?.[Temporal.PlainDate.from(date).dayOfWeek - 1]
  if (!week) return undefined
  const here = dayAt(today)
  if (here?.note || (!here && words.holiday === undefined)) return undefined
  const time = timeIn(fuseau, now)
  const current = here?.plages.find(({ de, a }) => de <= time && time < a)
  if (current) return { isOpen: true, words: words.open, until: `jusqu’à ${clockTime('fr', current.a)}` }
  const later = here?.plages.find(({ de }) => time < de)
  if (later) return { isOpen: false, words: words.closed, until: `ouvre à ${clockTime('fr', later.de)}` }
  const closed = here
    ? `${words.closed}${here.plages.length === 0 ? ' aujourd’hui' : ''}`
    : (words.holiday ?? words.closed)
  for (let ahead = 1; ahead <= FURTHEST_DAYS; ahead++) {
    const date = daysAfter(today, ahead)
    const next = dayAt(date)
    if (next?.note) break
    const [first] = next?.plages ?? []
    if (first)
      return {
        ...{ isOpen: false, words: closed },
        until: `ouvre ${soon(date, today)} à ${clockTime('fr', first.de)}`,
      }
  }
  return { isOpen: false, words: closed, until: '' }
}
/** A week with holidays in it. */
const FURTHEST_DAYS = 14

/** Ouverte, jusqu’à 12 h. Fermée aujourd’hui. Ouvre demain à 9 h. */
export const openShown = ({ isOpen, words, until }: OpenNow): Html =>
  html`<strong>${capital(words)}${isOpen ? ',' : '.'}</strong>${until && ` ${isOpen ? until : capital(until)}.`}`

/** demain; lundi; lundi 7 décembre. */
function soon(date: string, today: string): string {
  if (date === daysAfter(today, 1)) return 'demain'
  return date < daysAfter(today, 7) ? weekday(date) : longDay(date, today)
}

/** `09:05` on the clock of the commune. */
const timeIn = (fuseau: string, now: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(fuseau)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

/** As a table where they are understood, else as they were written. */
export function weekShown({ today }: Pick<Visit, 'today'>, hours: string, of: string): Html {
  const week = readOpeningHours(hours)
  if (!week) return html`<p class="lines">${hours}</p>`
  const now = Temporal.PlainDate.from(today).dayOfWeek
  const columns = Math.max(2, ...week.map(({ plages }) => plages.length))
  return html`<table class="hours"><caption class="sr">Horaires d’ouverture, ${of}</caption><tbody>${week.map(
    day =>
      html`<tr${day.jour === now && html` class="on"`}><th scope="row">${capital(DAYS[day.jour - 1] ?? '')}${day.jour === now && html`<span class="sr"> (aujourd’hui)</span>`}</th>${cellsOf(day, columns)}</tr>`,
  )}</tbody></table>`
}

function cellsOf({ plages, note }: OpenDay, columns: number): readonly Html[] {
  if (plages.length === 0) return [html`<td colspan="${columns}">fermé${note && ` (${note})`}</td>`]
  return plages.map((slot, at) => {
    const isLast = at === plages.length - 1
    const span = isLast ? columns - at : 1
    return html`<td${span > 1 && html` colspan="${span}"`}>${slotShown(slot)}${isLast && note && ` (${note})`}</td>`
  })
}

const SCHEMA_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** In the vocabulary of schema.org; days with a note are left out. */
export const structuredHours = (hours: string | null) =>
  (hours === null ? undefined : readOpeningHours(hours))
    ?.filter(({ note }) => note === null)
    .flatMap(({ jour, plages }) =>
      plages.map(({ de, a }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `https://schema.org/${SCHEMA_DAYS[jour - 1]}`,
        opens: de,
        closes: a,
      })),
    )
