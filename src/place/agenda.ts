import type { Publication } from '../publications/shapes.ts'
import { listTypes } from '../publications/types.ts'
import { capital, daysAfter, isEvent, isUnderWay, monthName } from './days.ts'
import { agendaFrame } from './embed.ts'
import { type Html, html, type Value } from './html.ts'
import { nearbyShown } from './near.ts'
import {
  type Choice,
  type Day,
  dayItem,
  daysOf,
  type EventPublication,
  eventItem,
  filters,
  icon,
} from './parts.ts'
import { type Page, publicationsOf, type Visit } from './visit.ts'

/** Events by day: those to come, those of one month, or those of the last days, of all types or of one. */

const MONTHS_AHEAD = 3
const MOST = 100
/** Fewer leave room for the communes nearby. */
const FEW_DAYS = 5
const MOST_NOW = 30
const MONTH = /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/
const PAST = 'passes'
const PAST_DAYS = 30
/** Where more happens than a page shows. */
const FEWER_PAST_DAYS = 7

export async function agenda(
  visit: Visit,
  rest: readonly string[],
  query: URLSearchParams,
): Promise<Page | undefined> {
  const [chosen] = rest
  if (chosen === 'cadre' && rest.length === 1) return await agendaFrame(visit)
  if (rest.length > 1 || (chosen !== undefined && chosen !== PAST && !MONTH.test(chosen))) return undefined
  const { today, base } = visit
  const type = query.get('nature') ?? undefined
  const isAhead = chosen === undefined
  const month = isAhead || chosen === PAST ? undefined : chosen
  const [types, all, underWay] = await Promise.all([
    listTypes(visit.db, false),
    between(visit, chosen),
    isAhead
      ? publicationsOf(visit, { order: 'date_debut_asc', most: MOST_NOW, on: today })
      : { data: [], next: null },
  ])
  if (type !== undefined && !types.some(({ slug }) => slug === type)) return undefined
  // A full page may leave events of the type out.
  const { data, next, first, last } =
    type !== undefined && all.next !== null && chosen !== PAST ? await between(visit, chosen, type) : all
  const isShown = (one: Publication) =>
    (type === undefined || one.type.slug === type) &&
    !(chosen === PAST && isEvent(one) && isUnderWay(one, today))
  const begun = (underWay.data.filter(isEvent) as EventPublication[]).filter(
    one => isUnderWay(one, today) && one.type.slug !== 'alerte',
  )
  const now = begun.filter(isShown)
  // Behind the last event of a full page further days are missing: only those before it are whole.
  const days = daysOf(
    data.filter(isShown),
    first,
    last ?? (next ? daysAfter(lastDayOf(data), -1) : undefined),
  )
  if (chosen === PAST) days.reverse()
  const isPast = last !== undefined && last < today
  const search = type === undefined ? '' : `?nature=${type}`
  const here = base + (isAhead ? '/agenda' : `/agenda/${chosen}`)
  const ahead = monthsFrom(today)
  const choice = (at: string | undefined, words: string): Choice => ({
    ...{ href: `${base}/agenda${at === undefined ? '' : `/${at}`}${search}`, words, on: at === chosen },
  })
  const months = month === undefined || ahead.includes(month) ? ahead : [month, ...ahead]
  const known = new Set([...all.data, ...begun].map(one => one.type.slug).concat(type ?? []))
  const natures = types.filter(({ slug }) => known.has(slug))
  const isShort = isAhead && type === undefined && days.length < FEW_DAYS
  const byMonth = [...Map.groupBy(days, ({ day }) => day.slice(0, 7))]
  const title = month !== undefined ? `Agenda, ${monthName(month, today).toLowerCase()}` : 'Agenda'
  return {
    title: chosen === PAST ? 'Agenda, rendez-vous passés' : title,
    description: `Les rendez-vous à ${visit.town.nom}, jour par jour.`,
    ...((isPast || (!isAhead && days.length === 0)) && { robots: 'noindex,follow' as const }),
    body: html`<div class="top"><h1>Agenda</h1><p class="acts"><a class="btn" href="${base}/suivre">${icon('calendar')} S’abonner</a> <a class="btn" href="${base}/semaine">${icon('print')} Imprimer la semaine</a></p></div>
${filters('Mois', [choice(undefined, 'À venir'), ...months.map(one => choice(one, monthName(one, today))), choice(PAST, 'Passés')])}
${
  natures.length > 1 &&
  filters('Nature', [
    { href: here, words: 'Tout', on: type === undefined },
    ...natures.map(({ slug, nom }) => ({ href: `${here}?nature=${slug}`, words: nom, on: slug === type })),
  ])
}
${now.length > 0 && nowShown(visit, now)}
${byMonth.map(([name, of]) => monthShown(visit, name, of))}
${days.length + now.length === 0 && html`<p class="empty">${EMPTY[isAhead ? 'ahead' : chosen === PAST ? 'past' : 'month']}</p>`}
${isShort && (await nearbyShown(visit))}
<nav class="pager" aria-label="Autres mois">${pager(visit, month ?? today.slice(0, 7), search)}</nav>`,
  }
}

const EMPTY = {
  ahead: 'Aucun rendez-vous n’est annoncé pour l’instant.',
  past: 'Aucun rendez-vous ces derniers jours.',
  month: 'Aucun rendez-vous ce mois-là.',
} as const

/** The events of what was chosen: a month, the last days, or what is to come. */
async function between(visit: Visit, chosen: string | undefined, type?: string) {
  const { today } = visit
  const listed = async (first: string, last?: string) => ({
    ...(await publicationsOf(visit, {
      ...{ order: 'date_debut_asc', most: MOST, from: first },
      ...(last !== undefined && { to: last }),
      ...(type !== undefined && { type }),
    })),
    ...{ first, last },
  })
  if (chosen === undefined) return await listed(today)
  if (chosen !== PAST) return await listed(`${chosen}-01`, lastOf(chosen))
  const yesterday = daysAfter(today, -1)
  const past = await listed(daysAfter(today, -PAST_DAYS), yesterday)
  return past.next === null ? past : await listed(daysAfter(today, -FEWER_PAST_DAYS), yesterday)
}

/** Those that began on an earlier day; the days below have what begins or comes again. */
const nowShown = (visit: Visit, events: readonly EventPublication[]): Html =>
  html`<section aria-labelledby="now"><h2 id="now" class="rule">En ce moment</h2><ul class="wide">${events.map(one => eventItem(visit, one, visit.today, true, 'h3'))}</ul></section>`

const monthShown = (visit: Visit, month: string, days: readonly Day[]): Html =>
  html`<section aria-labelledby="m${month}"><h2 id="m${month}" class="rule">${monthName(month, visit.today)}</h2><ol class="days wide">${days.map(day => dayItem(visit, day, true))}</ol></section>`

/** Links end two years away: robots that follow each of them come to an end. */
const pager = ({ base, today }: Visit, month: string, search: string): Html => {
  const now = today.slice(0, 7)
  const beside = (step: -1 | 1, rel: string): Value => {
    const other = monthAfter(month, step)
    const isNear = other >= monthAfter(now, -MOST_MONTHS) && other <= monthAfter(now, MOST_MONTHS)
    return (
      isNear &&
      html`<a rel="${rel}" href="${base}/agenda/${other}${search}">${capital(monthName(other, today))}</a> `
    )
  }
  return html`${beside(-1, 'prev')}${beside(1, 'next')}`
}
const MOST_MONTHS = 24

const monthsFrom = (today: string) =>
  Array.from({ length: MONTHS_AHEAD }, (_, at) => monthAfter(today.slice(0, 7), at))

const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}
const lastOf = (month: string) => daysAfter(`${monthAfter(month, 1)}-01`, -1)
const lastDayOf = (rows: readonly { readonly date_debut: string | null }[]) =>
  rows.at(-1)?.date_debut ?? '9999-12-31'
