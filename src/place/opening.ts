import { type Closing, closedUntil } from '../../shared/closings.ts'
import { clockTime } from '../../shared/event-time.ts'
import type { OpenDay } from '../../shared/typed/opening-day.ts'
import { readOpeningHours, slotShown } from '../../shared/typed/opening-hours.ts'
import { DAYS } from '../../shared/typed/opening-words.ts'
import { dayOfWeek } from '../kernel/values/local-time.ts'
import { remembered } from '../kernel/values/remembered.ts'
import type { Infos } from '../territory/communes/details-shapes.ts'
import { capital, daysAfter, hourIn, longDay, weekday } from './days.ts'
import { isHoliday } from './holidays.ts'
import { type Html, html } from './html.ts'
import { shownText, withOrdinals } from './text.ts'
import type { Visit } from './visit.ts'

/** Opening hours: whether it is open now, the week as a table, and for search engines. */

/** Undefined where the hours are not understood. */
export const weekOf = remembered(readOpeningHours, 1_000)

type Place = Pick<Visit, 'now' | 'holds' | 'fuseau' | 'today'> & {
  readonly town: Pick<Visit['town'], 'departement'>
}

export interface OpenNow {
  readonly isOpen: boolean
  /** ouverte; fermée; fermée aujourd’hui. */
  readonly words: string
  /** jusqu’à 12 h; ouvre demain à 9 h. Empty where it is not known. */
  readonly until: string
}

export type Hours = Pick<Infos, 'horaires' | 'fermetures'>

interface Words {
  readonly open: string
  readonly closed: string
  /** Undefined where it may be open on a public holiday. */
  readonly holiday: string | undefined
}
export const HALL_WORDS: Words = { open: 'ouverte', closed: 'fermée', holiday: 'fermée, jour férié' }
/** Agreeing with no name: a déchèterie, a service. */
export const COUNTER_WORDS: Words = { open: 'ouvert', closed: 'fermé', holiday: 'fermé, jour férié' }
export const ACTEUR_WORDS: Words = { open: 'ouvert', closed: 'fermé', holiday: undefined }

/** Undefined where the hours are not understood, or depend on a note, and no closing answers. */
export function openNow(place: Place, { horaires, fermetures }: Hours, words: Words): OpenNow | undefined {
  const { now, holds, fuseau, today, town } = place
  const week = horaires === null ? undefined : weekOf(horaires)
  const dayAt = (date: string) =>
    isHoliday(date, town.departement) ? undefined : week?.[dayOfWeek(date) - 1]
  const opensAfter = (day: string) => nextOpening(day, today, fermetures, dayAt)
  const until = closedUntil(fermetures, today)
  if (until !== undefined) {
    const end = until === today ? 'aujourd’hui' : `jusqu’au ${longDay(until, today)}`
    return { isOpen: false, words: `${words.closed} ${end}`, until: opensAfter(until) }
  }
  if (!week) return undefined
  const here = dayAt(today)
  if (here?.note || (!here && words.holiday === undefined)) return undefined
  const time = hourIn(fuseau, now)
  for (const { de, a } of here?.plages ?? []) for (const hour of [de, a]) holds.until(hour)
  const current = here?.plages.find(({ de, a }) => de <= time && time < a)
  if (current) return { isOpen: true, words: words.open, until: `jusqu’à ${clockTime('fr', current.a)}` }
  const later = here?.plages.find(({ de }) => time < de)
  if (later) return { isOpen: false, words: words.closed, until: `ouvre à ${clockTime('fr', later.de)}` }
  const closed = here
    ? `${words.closed}${here.plages.length === 0 ? ' aujourd’hui' : ''}`
    : (words.holiday ?? words.closed)
  return { isOpen: false, words: closed, until: opensAfter(today) }
}
/** A week with holidays in it. */
const FURTHEST_DAYS = 14

/** ouvre demain à 9 h. Empty where it is not known. */
function nextOpening(
  after: string,
  today: string,
  closings: readonly Closing[],
  dayAt: (date: string) => OpenDay | undefined,
): string {
  let date = after
  for (let ahead = 1; ahead <= FURTHEST_DAYS; ahead++) {
    date = daysAfter(date, 1)
    const closed = closedUntil(closings, date)
    if (closed !== undefined) date = closed
    const next = closed === undefined ? dayAt(date) : undefined
    if (next?.note) return ''
    const [first] = next?.plages ?? []
    if (first) return `ouvre ${soon(date, today)} à ${clockTime('fr', first.de)}`
  }
  return ''
}

const SHOWN_DAYS_AHEAD = 60

/** The next closings: Fermeture du jeudi 24 décembre au samedi 2 janvier : congés. */
export const closingsShown = ({ today }: Pick<Visit, 'today'>, { fermetures }: Hours): readonly Html[] =>
  fermetures
    .filter(({ du, au }) => au >= today && du <= daysAfter(today, SHOWN_DAYS_AHEAD))
    .map(({ du, au, motif }) => {
      const last = du === au ? '' : ` au ${longDay(au, today)}`
      const days = `${last ? 'du' : 'le'} ${longDay(du, today)}${last}`
      return html`Fermeture ${withOrdinals(days)}${motif && html` : <span dir="auto">${shownText(motif)}</span>`}`
    })

/** `jours fériés compris`, and not `sauf jours fériés`. */
const OPEN_ON_HOLIDAYS = /^(?!sauf\b).*f[ée]ri[ée]/i
/** The sheet of the week has two of them. */
const HOLIDAYS_AHEAD = 21

/** Those of a town hall, with the public holidays on which its hours would say that it is open. */
export function hallClosingsShown(
  place: Pick<Place, 'today' | 'town'>,
  { horaires, fermetures }: Hours,
): readonly Html[] {
  const { today, town } = place
  const week = horaires === null ? undefined : weekOf(horaires)
  const isOpenOn = (day: string) => {
    const { plages = [], note = null } = week?.[dayOfWeek(day) - 1] ?? {}
    return plages.length > 0 && !OPEN_ON_HOLIDAYS.test(note ?? '')
  }
  const holidays = Array.from({ length: HOLIDAYS_AHEAD }, (_, ahead) => daysAfter(today, ahead)).filter(
    day => isHoliday(day, town.departement) && isOpenOn(day) && closedUntil(fermetures, day) === undefined,
  )
  const all = [...fermetures, ...holidays.map(day => ({ du: day, au: day, motif: 'jour férié' }))]
  return closingsShown(place, { horaires, fermetures: all.toSorted(byDay) })
}
const byDay = (one: Closing, other: Closing) => (one.du < other.du ? -1 : 1)

/** Ouverte, jusqu’à 12 h. Fermée aujourd’hui. Ouvre demain à 9 h. */
export const openShown = ({ isOpen, words, until }: OpenNow): Html =>
  html`<strong>${withOrdinals(capital(words))}${isOpen ? ',' : '.'}</strong>${until && withOrdinals(` ${isOpen ? until : capital(until)}.`)}`

/** demain; lundi; lundi 7 décembre. */
function soon(date: string, today: string): string {
  if (date === daysAfter(today, 1)) return 'demain'
  return date < daysAfter(today, 7) ? weekday(date) : longDay(date, today)
}

/** As a table where they are understood, else as they were written. */
export function weekShown({ today }: Pick<Visit, 'today'>, hours: string, of: string): Html {
  const week = weekOf(hours)
  if (!week) return html`<p class="lines">${hours}</p>`
  const now = dayOfWeek(today)
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

/** In the vocabulary of schema.org: without days that have a note; a closing is a day that opens and closes at midnight. */
export function structuredHours(today: string, { horaires, fermetures }: Hours) {
  const hours = weekStructured(horaires)
  const closings = fermetures
    .filter(({ au }) => au >= today)
    .map(({ du, au }) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: du,
      validThrough: au,
      opens: '00:00',
      closes: '00:00',
    }))
  return {
    ...(hours && hours.length > 0 && { openingHoursSpecification: hours }),
    ...(closings.length > 0 && { specialOpeningHoursSpecification: closings }),
  }
}

const weekStructured = (hours: string | null) =>
  (hours === null ? undefined : weekOf(hours))
    ?.filter(({ note }) => note === null)
    .flatMap(({ jour, plages }) =>
      plages.map(({ de, a }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `https://schema.org/${SCHEMA_DAYS[jour - 1]}`,
        opens: de,
        closes: a,
      })),
    )
