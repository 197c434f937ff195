import { furtherDays, wholeSeries } from '../../shared/event-series.ts'
import { eventTime, nextDay } from '../../shared/event-time.ts'
import { shortId } from '../../shared/short-id.ts'
import { hoursInBrief } from '../../shared/typed/opening-hours.ts'
import { COLLECTE_TYPES } from '../../shared/words/communes.ts'
import { dayOfWeek } from '../kernel/values/local-time.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { findOpenAt } from '../territory/acteurs/queries.ts'
import { collectesOf } from '../territory/communes/details/queries.ts'
import { publicationPath } from './addresses.ts'
import { isAlert, levelOf, stateInWords, until } from './alerts.ts'
import { changesSaid, type Planned, plannedOf } from './collections.ts'
import {
  capital,
  daysAfter,
  type Event,
  fullDay,
  hoursOn,
  isEvent,
  isUnderWay,
  longDay,
  nextInFull,
  shortDay,
} from './days.ts'
import { daysOf, type EventPublication } from './event-days.ts'
import { crest } from './frame.ts'
import { type Html, html, type Value } from './html.ts'
import { hallClosingsShown } from './opening.ts'
import { icon, isCancelled, picture, plainTitle } from './parts.ts'
import { qrCode } from './qr.ts'
import { shownText, summaryOf, textOf, withOrdinals } from './text.ts'
import { type Page, publicationsOf, type Visit } from './visit.ts'

/** Sheets of A4 for the board: a publication, or the week. The code on it leads to the page, which says what has changed. */

const WHOLE = 600
const WHOLE_LINES = 12
const LONG_TITLE = 60
/** More of them are not read from afar. */
const MANY_DAYS = 6

export async function notice(visit: Visit, one: Publication): Promise<Page> {
  const { town, base, today } = visit
  const acteur = one.acteur ? await findOpenAt(visit.db, one.acteur.id) : undefined
  const [image] = one.images
  const path = publicationPath(one)
  const isWhole = one.body.length <= WHOLE && one.body.split('\n').length <= WHOLE_LINES
  const title = shownText(one.title)
  return {
    title: `Affiche : ${plainTitle(one)}`,
    canonical: base + path,
    robots: 'noindex',
    alone: 'sheet',
    script: 'print',
    body: html`${back(base + path, 'Revenir à la publication')}<main id="contenu" tabindex="-1"><header>${crest(visit)}<p>${town.nom}</p></header><p class="kind">${one.type.nom}</p>${isCancelled(one) && html`<p class="off">Annulé${one.annule_motif && html`<span dir="auto">${shownText(one.annule_motif)}</span>`}</p>`}<h1 dir="auto"${title.length > LONG_TITLE && html` class="long"`}>${title}</h1>${whenOn(visit, one)}${one.lieu && html`<p class="where" dir="auto">${shownText(one.lieu)}</p>`}${image && picture(image, 'big', true)}<div class="t" dir="auto">${isWhole ? textOf(one.body) : html`<p>${summaryOf(one.body, WHOLE)}</p>`}</div>${!isWhole && html`<p>La suite est sur la page.</p>`}${footer(visit, `/p/${shortId(one.id)}`, html`${one.acteur && html`<b>${one.acteur.nom}</b><br>`}${acteur?.telephone && html`${acteur.telephone}<br>`}`, `Affiché le ${shortDay(today, '')}. La page dit ce qui a changé depuis.`)}</main>`,
  }
}

/** In full: paper opens no list, and hangs longer than “ce soir”. */
function whenOn(visit: Visit, one: Publication): Value {
  const line = (words: string) => html`<p class="when">${withOrdinals(words)}</p>`
  if (isAlert(one) && (!isEvent(one) || one.fin_le !== null || one.leve_le !== null)) {
    const clock = { ...visit, today: '' }
    return line(one.en_vigueur ? capital(until(one, clock)) : stateInWords(one, clock))
  }
  if (!isEvent(one)) return undefined
  const next = nextDay(one, visit.today)
  const [second, ...others] = one.dates.filter(day => day > next)
  if (second === undefined || others.length < MANY_DAYS) return line(capital(eventTime('fr', one, 'weekday')))
  const rule = one.date_fin === null && wholeSeries('fr', [next, second, ...others])
  const hours = hoursOn(one, next, visit.today)
  if (rule) return line(capital(`${rule}${hours && `, ${hours}`}`))
  const rest = {
    ...one,
    date_debut: second,
    dates: others,
    date_fin: null,
    heure_debut: null,
    heure_fin: null,
  }
  return html`${line(nextInFull(one, visit.today, 'all'))}<p>Puis ${withOrdinals(eventTime('fr', rest))}</p>`
}

/** As many events as fit on two sheets, with long titles too; of these, so many that run. */
const [MOST, MOST_RUNNING] = [40, 8]
/** More of them are in smaller letters. */
const FEW_LINES = 14
const SUNDAY = 7

/** What hangs at the baker’s window: the alert, the bins, the town hall, what runs, this week and the next one. */
export async function week(visit: Visit): Promise<Page> {
  const { town, base, today, db } = visit
  const sunday = daysAfter(today, SUNDAY - dayOfWeek(today))
  const last = daysAfter(sunday, SUNDAY)
  const [{ data, next }, begun, collectes, alerts] = await Promise.all([
    publicationsOf(visit, { order: 'date_debut_asc', most: MOST, from: today, to: last }),
    publicationsOf(visit, { order: 'date_debut_asc', most: MOST, on: today }),
    collectesOf(db, town.id),
    visit.alerts,
  ])
  const eventsOf = (rows: readonly Publication[]) =>
    rows.filter(one => isEvent(one) && !isAlert(one)) as EventPublication[]
  const underWay = eventsOf(begun.data).filter(one => isUnderWay(one, today))
  const running = underWay.slice(0, MOST_RUNNING)
  const others = eventsOf(data).filter(one => !isUnderWay(one, today))
  const days = daysOf(others, today, last)
  const weeks = [
    { title: 'Cette semaine', days: days.filter(({ day }) => day <= sunday) },
    { title: 'La semaine prochaine', days: days.filter(({ day }) => day > sunday) },
  ]
  const seen = new Set<Publication>()
  const isFirst = (event: Publication) => !seen.has(event) && seen.add(event)
  const count = running.length + days.reduce((sum, { events: of }) => sum + of.length, 0)
  const { horaires } = town.contacts
  const closings = hallClosingsShown(visit, town.contacts)
  const bins = binsShown(visit, plannedOf(visit, collectes), last)
  return {
    title: `La semaine du ${longDay(today, today)}`,
    robots: 'noindex',
    alone: 'sheet',
    script: 'print',
    body: html`${back(`${base}/agenda`, 'Revenir à l’agenda')}<main id="contenu" tabindex="-1" class="pages${count > FEW_LINES && ' dense'}"><header>${crest(visit)}<p>${town.nom}</p></header><h1>La semaine</h1><p class="when">${withOrdinals(`Du ${longDay(today, today)} au ${longDay(last, today)}`)}</p>
${alerts.map(alert => html`<section class="warning"><h2>${levelOf(alert)} : <span dir="auto">${shownText(alert.title)}</span></h2><p>${withOrdinals(capital(until(alert, { ...visit, today: '' })))}. <span dir="auto">${summaryOf(alert.body, 240)}</span></p></section>`)}
${
  (bins.length > 0 || horaires !== null || closings.length > 0) &&
  html`<div class="pair">${bins.length > 0 && html`<section><h2>Collectes</h2><ul>${bins}</ul></section>`}${
    (horaires !== null || closings.length > 0) &&
    html`<section><h2>Mairie</h2>${horaires !== null && html`<p class="lines">${hoursInBrief(horaires)}</p>`}${closings.map(one => html`<p>${one}</p>`)}${town.contacts.telephone && html`<p>${town.contacts.telephone}</p>`}</section>`
  }</div>`
}
${running.length > 0 && html`<section><h2>En ce moment</h2><ul class="week">${running.map(one => html`<li><b>${withOrdinals(capital(hoursOn(one, today, today)))}</b><ul><li>${lineOf(one, '')}</li></ul></li>`)}</ul></section>`}
${weeks.map(
  ({ title, days }) =>
    html`<section><h2>${title}</h2>${
      days.length > 0
        ? html`<ul class="week">${days.map(({ day, events: of }) => html`<li><b>${withOrdinals(capital(longDay(day, today)))}</b><ul>${of.map(event => html`<li>${lineOf(event, hoursOn(event, day, today))}${!isCancelled(event) && isFirst(event) && seriesShown(event, day)}</li>`)}</ul></li>`)}</ul>`
        : html`<p>Aucun rendez-vous n’est annoncé.</p>`
    }</section>`,
)}
${(next !== null || running.length < underWay.length) && html`<p>D’autres rendez-vous sont sur la page.</p>`}${footer(visit, `${base}/agenda`, html`<b>Tout l’agenda</b><br>`, `Imprimé le ${fullDay(today).toLowerCase()}.`)}</main>`,
  }
}

/** 20 h 30 · Conseil municipal · Mairie. */
const lineOf = (event: EventPublication, hours: string): string =>
  [hours, plainTitle(event), event.lieu && shownText(event.lieu)].filter(Boolean).join('\u00a0· ')

/** Emballages : mardi 1er décembre. Those of these days, the next ones first, with the days that are changed. */
const binsShown = (visit: Visit, planned: readonly Planned[], last: string): Html[] =>
  planned
    .map(one => ({
      one,
      days: one.prochaines_dates.filter(day => day <= last),
      changes: changesSaid(visit, one, last),
    }))
    .filter(({ days, changes }) => days.length + changes.length > 0)
    .sort((a, b) => ((a.days[0] ?? last) < (b.days[0] ?? last) ? -1 : 1))
    .map(
      ({ one, days, changes }) =>
        html`<li><b>${one.libelle ?? COLLECTE_TYPES[one.type].fr}</b>${one.zone && ` (${one.zone})`} : ${withOrdinals([days.map(day => longDay(day, visit.today)).join(', '), ...changes].filter(Boolean).join(' ; '))}</li>`,
    )

/** Its rule, said once, on its first day of the sheet. */
function seriesShown(event: Event, day: string): Value {
  const further = furtherDays('fr', event, day, 'needed')
  return further?.isRule && html` <small>${withOrdinals(`(${further.words})`)}</small>`
}

const back = (address: string, words: string): Html =>
  html`<nav class="noprint" aria-label="Retour"><p><a href="${address}">${words}</a></p><p id="imprimer"><button class="btn primary" hidden>${icon('print')} Imprimer</button><span>Imprimez cette page par le menu de votre navigateur (Ctrl + P sur un ordinateur).</span></p></nav>`

const footer = ({ origin }: Visit, path: string, who: Html, when: string): Html =>
  html`<footer>${qrCode(origin + path)}<p>${who}<span>${(origin + path).replace(/^https?:\/\//, '')}</span><br><small>${withOrdinals(when)}</small></p></footer>`
