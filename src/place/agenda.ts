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

/** Events by day: those to come, or those of one month. */

const MONTHS_AHEAD = 3
const MOST = 100
/** Fewer leave room for the communes nearby. */
const FEW_DAYS = 5
const MOST_NOW = 30
const MONTH = /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/

export async function agenda(visit: Visit, rest: readonly string[]): Promise<Page | undefined> {
  const [month] = rest
  if (month === 'cadre' && rest.length === 1) return await agendaFrame(visit)
  if (rest.length > 1 || (month !== undefined && !MONTH.test(month))) return undefined
  const { today } = visit
  const first = month === undefined ? today : `${month}-01`
  const last = month === undefined ? undefined : lastOf(month)
  const [{ data, next }, underWay] = await Promise.all([
    publicationsOf(visit, { order: 'date_debut_asc', most: MOST, from: first, ...(last && { to: last }) }),
    month === undefined
      ? publicationsOf(visit, { order: 'date_debut_asc', most: MOST_NOW, on: today })
      : undefined,
  ])
  const now = ((underWay?.data ?? []).filter(isEvent) as EventPublication[]).filter(
    one => isUnderWay(one, today) && one.type.slug !== 'alerte',
  )
  // Behind the last event of a full page further days are missing: only those before it are whole.
  const days = daysOf(data, first, last ?? (next ? daysAfter(lastDayOf(data), -1) : undefined))
  const isPast = last !== undefined && last < today
  const ahead = monthsFrom(today)
  const choices: Choice[] = [
    { href: `${visit.base}/agenda`, words: 'À venir', on: month === undefined },
    ...(month !== undefined && !ahead.includes(month)
      ? [{ href: `${visit.base}/agenda/${month}`, words: monthName(month, today), on: true }]
      : []),
    ...ahead.map(one => ({
      href: `${visit.base}/agenda/${one}`,
      words: monthName(one, today),
      on: one === month,
    })),
  ]
  const isShort = month === undefined && days.length < FEW_DAYS
  const byMonth = [...Map.groupBy(days, ({ day }) => day.slice(0, 7))]
  return {
    title: month === undefined ? 'Agenda' : `Agenda, ${monthName(month, today).toLowerCase()}`,
    description: `Les rendez-vous à ${visit.town.nom}, jour par jour.`,
    ...((isPast || (month !== undefined && days.length === 0)) && { robots: 'noindex,follow' as const }),
    body: html`<div class="top"><h1>Agenda</h1><p class="acts"><a class="btn" href="${visit.base}/suivre">${icon('calendar')} S’abonner</a> <a class="btn" href="${visit.base}/semaine">${icon('print')} Imprimer la semaine</a></p></div>
${filters('Mois', choices)}
${now.length > 0 && nowShown(visit, now)}
${byMonth.map(([name, of]) => monthShown(visit, name, of))}
${days.length + now.length === 0 && html`<p class="empty">${month === undefined ? 'Aucun rendez-vous n’est annoncé pour l’instant.' : 'Aucun rendez-vous ce mois-là.'}</p>`}
${isShort && (await nearbyShown(visit))}
<nav class="pager" aria-label="Autres mois">${pager(visit, month ?? today.slice(0, 7))}</nav>`,
  }
}

/** Those that began on an earlier day; the days below have what begins or comes again. */
const nowShown = (visit: Visit, events: readonly EventPublication[]): Html =>
  html`<section aria-labelledby="now"><h2 id="now" class="rule">En ce moment</h2><ul class="wide">${events.map(one => eventItem(visit, one, visit.today, true, 'h3'))}</ul></section>`

const monthShown = (visit: Visit, month: string, days: readonly Day[]): Html =>
  html`<section aria-labelledby="m${month}"><h2 id="m${month}" class="rule">${monthName(month, visit.today)}</h2><ol class="days wide">${days.map(day => dayItem(visit, day, true))}</ol></section>`

/** Links end two years away: robots that follow each of them come to an end. */
const pager = ({ base, today }: Visit, month: string): Html => {
  const now = today.slice(0, 7)
  const beside = (step: -1 | 1, rel: string): Value => {
    const other = monthAfter(month, step)
    const isNear = other >= monthAfter(now, -MOST_MONTHS) && other <= monthAfter(now, MOST_MONTHS)
    return (
      isNear && html`<a rel="${rel}" href="${base}/agenda/${other}">${capital(monthName(other, today))}</a> `
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
