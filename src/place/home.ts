import { changesUntil } from '../../shared/collection-days.ts'
import { clockTime } from '../../shared/event-time.ts'
import { COLLECTE_TYPES } from '../../shared/words/communes.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { countTypes, openWith } from '../territory/acteurs/list.ts'
import { collectesOf } from '../territory/communes/details/queries.ts'
import { isAlert, levelOf, shapeOf, until } from './alerts.ts'
import { changeSaid, type Planned, plannedOf } from './collections.ts'
import {
  capital,
  daysAfter,
  type Event,
  hourIn,
  hoursOn,
  isEvent,
  localDay,
  localTime,
  longDay,
  nearDay,
  whenInFull,
} from './days.ts'
import { directorySize } from './directory.ts'
import { empty } from './empty.ts'
import { type Day, nextDaysOf } from './event-days.ts'
import { type Html, html, type Value } from './html.ts'
import { langOf } from './language.ts'
import { nearbyShown } from './near.ts'
import { HALL_WORDS, openNow } from './opening.ts'
import { dayItems, heading, icon, isCancelled, metaOf, pathOf, picture, story, titleLink } from './parts.ts'
import { structuredTown } from './structured.ts'
import { number, shownText, summaryOf, withOrdinals } from './text.ts'
import { type Page, publicationsOf, type Visit } from './visit.ts'

/** The front page: what changes the day first, then news, then what is practical. */

const ALERTS = 3
const DAYS = 5
const NEWS = 6
/** The types that have a place of their own on the page. */
const ELSEWHERE = ['alerte', 'evenement']

export async function home(visit: Visit): Promise<Page> {
  const { town, today, db, source } = visit
  const [alerts, collectes, counts, { data: featuredFirst }, events] = await Promise.all([
    visit.alerts,
    collectesOf(db, town.id),
    countTypes(db, openWith(town.id, { acteurIds: source.acteurIds }, [])),
    publicationsOf(visit, { order: 'featured', most: 25 }),
    publicationsOf(visit, { order: 'date_debut_asc', most: 20, from: today }),
  ])
  const days = nextDaysOf(events.data, today).slice(0, DAYS)
  const newest = newestFirst(featuredFirst)
  const lead = featuredFirst.find(one => one.images.length > 0 && !isAlert(one))
  const news = newest.filter(one => one.id !== lead?.id && !ELSEWHERE.includes(one.type.slug)).slice(0, NEWS)
  const planned = plannedOf(visit, collectes)
  const isEmpty = newest.length === 0 && alerts.length === 0
  return {
    title: `${town.nom} : actualités, agenda, mairie`,
    structured: structuredTown(visit),
    picture: lead?.images[0],
    isEmpty,
    description:
      town.place.mot ??
      `Ce qui se passe à ${town.nom} : actualités, agenda, alertes, mairie, collectes, annuaire.`,
    ...(newest.length < 3 && { robots: 'noindex,follow' as const }),
    body: html`${alertsShown(visit, alerts)}
${todayShown(visit, planned, days)}
${town.place.mot && html`<p class="mot" dir="auto">${shownText(town.place.mot)}</p>`}
${
  isEmpty
    ? empty(visit, [practical(visit, directorySize(counts), planned.length > 0), await nearbyShown(visit)])
    : html`<div class="front${!lead && (news.length > 0 ? ' nolead' : ' nonews')}">
${lead && leadShown(visit, lead)}
${days.length > 0 && agendaShown(visit, days)}
${news.length > 0 && newsShown(visit, news)}
${practical(visit, directorySize(counts), planned.length > 0)}
</div>`
}`,
  }
}

const newestFirst = (rows: readonly Publication[]): readonly Publication[] =>
  rows
    .map(one => ({ one, at: Date.parse(one.publie_le ?? one.created_at) }))
    .sort((one, other) => other.at - one.at)
    .map(({ one }) => one)

function alertsShown(visit: Visit, alerts: readonly Publication[]): Value {
  const more = alerts.length - ALERTS
  return [
    ...alerts.slice(0, ALERTS).map(alert => {
      const since = momentIn(visit, alert.publie_le ?? alert.created_at)
      const changed = momentIn(visit, alert.updated_at)
      return html`<section class="alert" data-niveau="${alert.niveau ?? ''}" aria-labelledby="a${alert.id}"><p class="state">${shapeOf(alert)} ${levelOf(alert)} en cours</p><h2 id="a${alert.id}" dir="auto"><a href="${pathOf(visit, alert)}">${shownText(alert.title)}</a></h2><p dir="auto">${summaryOf(alert.body, 300)}</p><p class="meta">${withOrdinals(`Depuis ${since}, ${until(alert, visit)}${changed === since ? '' : ` · mise à jour ${changed}`}`)}</p><p class="acts"><a href="${pathOf(visit, alert)}">Que faire ?<span class="sr"> ${shownText(alert.title)}</span></a> <a href="${visit.base}/suivre">Être prévenu</a></p></section>`
    }),
    more > 0 &&
      html`<p class="more"><a href="${visit.base}/actualites/alerte">et ${more} ${more > 1 ? 'autres alertes' : 'autre alerte'}</a></p>`,
  ]
}

/** aujourd’hui à 8 h 10; samedi 21 novembre. */
function momentIn({ today, fuseau }: Visit, instant: string): string {
  const day = localDay(instant, fuseau)
  return day === today ? `${nearDay(day, today)} à ${localTime(instant, fuseau)}` : longDay(day, today)
}

/** The next collections, and the first event of today or the next one. */
function todayShown(visit: Visit, collectes: readonly Planned[], days: readonly Day[]): Value {
  const { today, base, town } = visit
  const tomorrow = daysAfter(today, 1)
  const next = collectes
    .filter(({ prochaines_dates: [day] }) => day === today || day === tomorrow)
    .sort((one, other) => ((one.prochaines_dates[0] ?? '') < (other.prochaines_dates[0] ?? '') ? -1 : 1))
    .slice(0, 2)
  const changes = collectes
    .flatMap(collecte => changesUntil(collecte, today, tomorrow).map(change => ({ collecte, change })))
    .filter(({ change }) => change.date >= today && change.date <= tomorrow)
    .slice(0, 2)
  const ahead = days
    .flatMap(({ day, events }) => events.map(event => ({ day, event })))
    .find(({ day, event }) => day !== today || !hasEnded(visit, event))
  const hall = openNow(visit, town.contacts, HALL_WORDS)
  const items = [
    ...next.map(collecte => {
      const isTomorrow = collecte.prochaines_dates[0] === tomorrow
      const from = collecte.heure_debut === null ? '' : `, dès ${clockTime('fr', collecte.heure_debut)}`
      const what = collecte.libelle ?? COLLECTE_TYPES[collecte.type].fr
      return html`<li>${icon('bin')}<p><b>${isTomorrow ? 'Sortez le bac ce soir' : 'Collecte aujourd’hui'}</b><a href="${base}/mairie#collectes">${what}${isTomorrow && ' demain'}${from}</a>${collecte.zone && html`<small> ${collecte.zone}</small>`}</p></li>`
    }),
    ...changes.map(
      ({ collecte, change }) =>
        html`<li>${icon('bin')}<p><b>Pas de collecte ${change.date === today ? 'aujourd’hui' : 'demain'}</b><a href="${base}/mairie#collectes">${collecte.libelle ?? COLLECTE_TYPES[collecte.type].fr}</a> <small>${withOrdinals([collecte.zone, change.report_le !== null && changeSaid(change, today)].filter(Boolean).join('\u00a0· '))}</small></p></li>`,
    ),
    hall &&
      html`<li>${icon('hall')}<p><b>${withOrdinals(`Mairie ${hall.words}`)}</b><a href="${base}/mairie">${withOrdinals(capital(hall.until) || 'Horaires')}</a></p></li>`,
    ahead &&
      html`<li>${icon('calendar')}<p${isCancelled(ahead.event) && html` class="off"`}><b>${withOrdinals(capital(nearDay(ahead.day, today)))}</b>${titleLink(visit, ahead.event)} <small>${withOrdinals(hoursOn(ahead.event, ahead.day, today))}</small></p></li>`,
  ].filter(Boolean)
  return items.length > 0 && html`<section class="today" aria-label="Aujourd’hui"><ul>${items}</ul></section>`
}

/** Whether an event of today is over: in the evening nobody looks for the market of the morning. A ball may end after midnight. */
export function hasEnded(
  { holds, fuseau, now }: Pick<Visit, 'holds' | 'fuseau' | 'now'>,
  { date_debut, date_fin, heure_debut, heure_fin }: Event,
): boolean {
  const isOfOneDay = date_fin === null || date_fin === date_debut
  if (!isOfOneDay || heure_debut === null || heure_fin === null || heure_fin <= heure_debut) return false
  holds.until(heure_fin)
  return heure_fin <= hourIn(fuseau, now)
}

function leadShown(visit: Visit, lead: Publication): Html {
  const [image] = lead.images
  return html`<section class="une" aria-labelledby="une"><h2 id="une" class="sr">À la une</h2><article class="lead${isCancelled(lead) && ' off'}">${heading('h3', titleLink(visit, lead))}${isEvent(lead) && html`<p class="when">${withOrdinals(whenInFull(lead, visit.today))}</p>`}${image && picture(image, 'big', true)}<p dir="auto"${langOf(lead.body)}>${summaryOf(lead.body, 200)}</p>${metaOf(visit, lead, isEvent(lead) ? 'none' : 'news')}</article></section>`
}

const agendaShown = (visit: Visit, days: readonly Day[]): Html =>
  html`<section class="soon" aria-labelledby="agenda"><h2 id="agenda">Agenda</h2><ol class="days">${dayItems(visit, days, false)}</ol><p class="more"><a href="${visit.base}/agenda/ce-week-end">Ce week-end</a> <a href="${visit.base}/agenda">Tout l’agenda</a> <a href="${visit.base}/suivre">${icon('calendar')} S’abonner</a></p></section>`

const newsShown = (visit: Visit, news: readonly Publication[]): Html =>
  html`<section class="latest" aria-labelledby="actualites"><h2 id="actualites">Actualités</h2><ul class="stories">${news.map(one => story(visit, one, 'h3', { dating: 'news' }))}</ul><p class="more"><a href="${visit.base}/actualites">Toutes les actualités</a></p></section>`

/** Links to the practical pages that have content. */
function practical({ base, town }: Visit, acteurs: number, isCollected: boolean): Value {
  const entry = (path: string, name: Parameters<typeof icon>[0], words: string, what: string) =>
    html`<li><a href="${base}${path}">${icon(name)}<span>${words}<small>${what}</small></span></a></li>`
  const listed =
    acteurs > 1 ? `${number(acteurs)} associations, commerces, services` : 'Associations, commerces, services'
  const { adresse, telephone, email, site_web, horaires, complements } = town.contacts
  const hall = [
    horaires && 'horaires',
    town.hasElus && 'élus',
    (adresse || telephone || email || site_web || complements.length > 0) && 'contacts',
  ].filter(one => typeof one === 'string' && one !== '')
  const entries = [
    hall.length > 0 && entry('/mairie', 'hall', 'Mairie', capital(hall.join(', '))),
    isCollected && entry('/mairie#collectes', 'bin', 'Collectes', 'Les jours de votre rue'),
    town.hasDefibrillateurs && entry('/defibrillateurs', 'heart', 'Défibrillateurs', 'Où les trouver'),
    acteurs > 0 && entry('/annuaire', 'people', 'Annuaire', listed),
  ].filter(one => one !== false)
  if (entries.length === 0) return ''
  return html`<section class="useful" aria-labelledby="pratique"><h2 id="pratique">Pratique</h2><ul>${entries}</ul></section>`
}
