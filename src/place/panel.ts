import { clockTime } from '../../shared/event-time.ts'
import { shortId } from '../../shared/short-id.ts'
import { hoursInBrief } from '../../shared/typed/opening-hours.ts'
import { COLLECTE_TYPES } from '../../shared/words/communes.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { collectesOf } from '../territory/communes/details/queries.ts'
import { isAlert, levelOf, until } from './alerts.ts'
import { type Planned, plannedOf } from './collections.ts'
import { capital, daysAfter, hoursOn, isEvent, isOver, longDay, shortWeekday, whenInFull } from './days.ts'
import { daysOf } from './event-days.ts'
import { crest } from './frame.ts'
import { type Html, html, type Value } from './html.ts'
import { hallClosingsShown } from './opening.ts'
import { isCancelled, picture, plainTitle } from './parts.ts'
import { qrCode } from './qr.ts'
import { shownText, summaryOf, withOrdinals } from './text.ts'
import { type Page, publicationsOf, type Visit } from './visit.ts'

/**
 * The panel before the town hall, on any screen: slides that turn by CSS alone. The operator of the screen says how long
 * each stays, and what is left out: `?duree=20&sans=collectes,mairie`.
 */

const FEATURED = 3
const DAYS = 7
const EVENTS = 6
/** Longer titles are smaller, and the longest ones smaller still. */
const LONG_TITLE = 60
const LONGEST_TITLE = 100
/** As many as the style has classes for. */
const MOST_SLIDES = 12
/** More of them are smaller, so that no bin is left out. */
const FEW_COLLECTIONS = 2
const SECONDS = [5, 8, 10, 12, 15, 20, 30, 60]
const USUAL_SECONDS = 12
/** Longer hours are not read from the street. */
const LONGEST_HOURS = 300

export async function panel(visit: Visit, query: URLSearchParams): Promise<Page> {
  const { town, today, db, base, origin } = visit
  const last = daysAfter(today, DAYS - 1)
  const [alerts, collectes, featured, events] = await Promise.all([
    visit.alerts,
    collectesOf(db, town.id),
    publicationsOf(visit, { order: 'featured', most: 10 }),
    publicationsOf(visit, { order: 'date_debut_asc', most: 20, from: today, to: last }),
  ])
  const without = (query.get('sans') ?? '').split(',')
  const others = [
    ...(without.includes('une')
      ? []
      : featuredOf(visit, featured.data).map(one => publicationSlide(visit, one))),
    !without.includes('semaine') && weekSlide(visit, events.data, last),
    !without.includes('collectes') && collectionSlide(visit, plannedOf(visit, collectes)),
    !without.includes('mairie') && townHallSlide(visit),
  ].filter(one => one !== false)
  const room = MOST_SLIDES - Math.min(others.length, MOST_SLIDES / 2)
  const slides = between(
    alerts.slice(0, room).map(alert => alertSlide(visit, alert)),
    others,
  ).slice(0, MOST_SLIDES)
  const shown = slides.length > 0 ? slides : [emptySlide(visit)]
  const address = (origin + base).replace(/^https?:\/\//, '')
  const seconds = nearest(Number(query.get('duree')) || USUAL_SECONDS)
  return {
    title: `Panneau de ${town.nom}`,
    robots: 'noindex',
    alone: 'panel',
    body: html`<header><p>${crest(visit)} ${town.nom}</p><p>${withOrdinals(capital(longDay(today, today)))}</p></header><main id="contenu"><h1 class="sr">Panneau d’affichage de ${town.nom}</h1><div class="slides n${shown.length} d${seconds}">${shown}</div></main><footer><p>${address}</p><p class="old" hidden>Ce panneau n’est plus relié au réseau : il dit ce qui était connu ${withOrdinals(longDay(today, ''))}.</p></footer>`,
  }
}

const nearest = (wanted: number): number =>
  SECONDS.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best))

/** Alerts are each second slide while they are in force. */
function between(alerts: readonly Html[], others: readonly Html[]): readonly Html[] {
  if (alerts.length === 0) return others
  const turns = Math.max(alerts.length, others.length)
  return Array.from({ length: turns }, (_, at) => [alerts[at % alerts.length], others[at]])
    .flat()
    .filter(one => one !== undefined)
}

function featuredOf({ today }: Visit, rows: readonly Publication[]): readonly Publication[] {
  const current = rows.filter(one => !isAlert(one) && !(isEvent(one) && isOver(one, today)))
  const chosen = current.filter(one => one.en_avant)
  return (chosen.length > 0 ? chosen : current).slice(0, FEATURED)
}

interface Slide {
  /** The level of an alert. */
  readonly alarm?: string
  /** Above the heading. */
  readonly kind?: Value
  readonly heading: string
  readonly more: Value
  /** The path in its QR code. */
  readonly path: string
  readonly call: string
}

const slide = ({ origin }: Visit, { alarm, kind, heading, more, path, call }: Slide): Html =>
  html`<section class="slide${alarm !== undefined && ' alarm'}" data-niveau="${alarm ?? ''}"><div class="what">${kind && html`<p class="k">${kind}</p>`}<h2 dir="auto"${sizeOf(heading)}>${heading}</h2>${more}</div><div class="how">${qrCode(origin + path)}<p>${call}</p></div></section>`

const sizeOf = ({ length }: string): Value =>
  length > LONGEST_TITLE ? html` class="longest"` : length > LONG_TITLE && html` class="long"`

/** Letters that fit into three lines of a wide panel. */
const THREE_LINES = 110

const alertSlide = (visit: Visit, one: Publication): Html =>
  slide(visit, {
    alarm: one.niveau ?? '',
    kind: withOrdinals(`${levelOf(one)} ${until(one, visit)}`),
    heading: shownText(one.title),
    more: html`<p class="t" dir="auto">${summaryOf(one.body, THREE_LINES)}</p>`,
    path: `/p/${shortId(one.id)}`,
    call: 'Suivre sur votre téléphone',
  })

function publicationSlide(visit: Visit, one: Publication): Html {
  const [image] = one.images
  return slide(visit, {
    kind: isEvent(one) ? withOrdinals(whenInFull(one, visit.today)) : one.type.nom,
    heading: plainTitle(one),
    more: html`<p class="t" dir="auto">${isCancelled(one) && one.annule_motif ? shownText(one.annule_motif) : summaryOf(one.body, THREE_LINES)}</p>${image && picture(image, 'big', true)}`,
    path: `/p/${shortId(one.id)}`,
    call: isEvent(one) ? 'Tout savoir, l’ajouter à votre agenda' : 'Tout savoir',
  })
}

function weekSlide(visit: Visit, rows: readonly Publication[], last: string): Html | false {
  const { today, base } = visit
  const lines = daysOf(rows, today, last)
    .flatMap(({ day, events }) => events.map(event => ({ day, event })))
    .slice(0, EVENTS)
  const list = lines.map(
    ({ day, event }) =>
      html`<li><b>${shortWeekday(day)}</b> <span dir="auto">${plainTitle(event)}</span> <i>${withOrdinals(hoursOn(event, day, today))}</i></li>`,
  )
  return (
    lines.length > 0 &&
    slide(visit, {
      heading: 'Cette semaine',
      more: html`<ul>${list}</ul>`,
      path: `${base}/agenda`,
      call: 'Tout l’agenda',
    })
  )
}

/** The evening before: “ce soir” and “demain” have their days beside them. */
function collectionSlide(visit: Visit, rows: readonly Planned[]): Html | false {
  const { today, base } = visit
  const tomorrow = daysAfter(today, 1)
  const next = rows.filter(({ prochaines_dates }) => prochaines_dates.slice(0, 2).includes(tomorrow))
  const list = next.map(one => {
    const from = one.heure_debut === null ? undefined : `dès ${clockTime('fr', one.heure_debut)}`
    const where = [one.zone, from].filter(Boolean).join(', ')
    return html`<p class="t"><b>${one.libelle ?? COLLECTE_TYPES[one.type].fr}</b>${where && html`\u00a0· ${where}`}</p>`
  })
  return (
    next.length > 0 &&
    slide(visit, {
      kind: withOrdinals(`Ce soir, ${longDay(today, today)}`),
      heading: 'Sortez le bac',
      more: html`<div class="fit${next.length > FEW_COLLECTIONS && ' many'}">${list}</div><p class="t">Collecte demain, ${withOrdinals(longDay(tomorrow, today))}.</p>`,
      path: `${base}/mairie#collectes`,
      call: 'Les collectes de votre rue',
    })
  )
}

function townHallSlide(visit: Visit): Html | false {
  const { horaires, telephone } = visit.town.contacts
  const hours = hoursInBrief(horaires ?? '')
  const [next] = hallClosingsShown(visit, visit.town.contacts)
  return (
    horaires !== null &&
    hours.length <= LONGEST_HOURS &&
    slide(visit, {
      heading: 'Mairie',
      more: html`<p class="t lines">${hours}</p>${next && html`<p class="t">${next}</p>`}${telephone && html`<p class="t"><b>${telephone}</b></p>`}`,
      path: `${visit.base}/mairie`,
      call: 'Horaires, contacts, élus',
    })
  )
}

const emptySlide = (visit: Visit): Html =>
  slide(visit, {
    heading: visit.town.nom,
    more: html`<p class="t">Actualités, agenda, alertes, mairie : sur votre téléphone, sans compte.</p>`,
    path: visit.base,
    call: 'La place de la commune',
  })
