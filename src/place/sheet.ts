import { dayRange, eventTime, nextDay } from '../../shared/event-time.ts'
import { shortId } from '../../shared/short-id.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { findOpenAt } from '../territory/acteurs/queries.ts'
import { publicationPath } from './addresses.ts'
import { isAlert, stateInWords, until } from './alerts.ts'
import {
  capital,
  daysAfter,
  type Event,
  fullDay,
  hoursOn,
  isEvent,
  longDay,
  nextInFull,
  shortDay,
  weekday,
  whenInFull,
} from './days.ts'
import { crest } from './frame.ts'
import { type Html, html, type Value } from './html.ts'
import { daysOf, isCancelled, picture, plainTitle } from './parts.ts'
import { code } from './qr.ts'
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
    body: html`${back(base + path, 'Revenir à la publication')}<main id="contenu"><header>${crest(visit)}<p>${town.nom}</p></header><p class="kind">${one.type.nom}</p>${isCancelled(one) && html`<p class="off">Annulé${one.annule_motif && html`<span dir="auto">${shownText(one.annule_motif)}</span>`}</p>`}<h1 dir="auto"${title.length > LONG_TITLE && html` class="long"`}>${title}</h1>${whenOn(visit, one)}${one.lieu && html`<p class="where" dir="auto">${shownText(one.lieu)}</p>`}${image && picture(image, 'big', true)}<div class="t" dir="auto">${isWhole ? textOf(one.body) : html`<p>${summaryOf(one.body, WHOLE)}</p>`}</div>${!isWhole && html`<p>La suite est sur la page.</p>`}${footer(visit, `/p/${shortId(one.id)}`, html`${one.acteur && html`<b>${one.acteur.nom}</b><br>`}${acteur?.telephone && html`${acteur.telephone}<br>`}`, `Affiché le ${shortDay(today, '')}. La page dit ce qui a changé depuis.`)}</main>`,
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
  const { text, later } = nextInFull(one, visit.today)
  const [second, ...others] = later
  if (second === undefined || later.length <= MANY_DAYS) return line(whenInFull(one))
  const weekly = everyWeek(one, visit.today, later)
  if (weekly) return line(weekly)
  const rest = {
    ...one,
    date_debut: second,
    dates: others,
    date_fin: null,
    heure_debut: null,
    heure_fin: null,
  }
  return html`${line(text)}<p>Puis ${withOrdinals(eventTime('fr', rest))}</p>`
}

/** Chaque lundi, du 30 novembre 2026 au 15 mars 2027, 18 h – 19 h. Undefined where a week is left out. */
function everyWeek(event: Event, today: string, later: readonly string[]): string | undefined {
  const days = [nextDay(event, today), ...later]
  const [first = ''] = days
  const isWeekly = days.every((day, at) => day === daysAfter(first, at * 7))
  const hours = hoursOn(event, first, today)
  return isWeekly && event.date_fin === null
    ? `Chaque ${weekday(first)}, ${dayRange('fr', first, days.at(-1) ?? first)}${hours && `, ${hours}`}`
    : undefined
}

const DAYS = 7
const MOST = 60
/** How many lines fit on the sheet in large letters, in smaller ones, and with one event a line. */
const [FEW_LINES, SOME_LINES, MOST_LINES] = [7, 14, 24]

/** The next seven days. */
export async function week(visit: Visit): Promise<Page> {
  const { town, base, today } = visit
  const last = daysAfter(today, DAYS - 1)
  const { data } = await publicationsOf(visit, {
    ...{ order: 'date_debut_asc', most: MOST, from: today, to: last },
  })
  const days = daysOf(data, today, last)
  const lines = days.flatMap(({ day, events }) => events.map(event => ({ day, event })))
  const shown = Map.groupBy(lines.slice(0, MOST_LINES), ({ day }) => day)
  const size = lines.length > SOME_LINES ? 'dense single' : lines.length > FEW_LINES ? 'dense' : ''
  return {
    title: `La semaine du ${longDay(today, today)}`,
    robots: 'noindex',
    alone: 'sheet',
    body: html`${back(`${base}/agenda`, 'Revenir à l’agenda')}<main id="contenu"><header>${crest(visit)}<p>${town.nom}</p></header><h1>Cette semaine</h1><p class="when">${withOrdinals(`Du ${longDay(today, today)} au ${longDay(last, today)}`)}</p>${
      lines.length > 0
        ? html`<ul class="week t ${size}">${[...shown].map(
            ([day, of]) =>
              html`<li><b>${withOrdinals(capital(longDay(day, today)))}</b><ul>${of.map(
                ({ event }) =>
                  html`<li>${[hoursOn(event, day, today), plainTitle(event), event.lieu && shownText(event.lieu)].filter(Boolean).join(' · ')}</li>`,
              )}</ul></li>`,
          )}</ul>${lines.length > MOST_LINES && html`<p>D’autres rendez-vous sont sur la page.</p>`}`
        : html`<p class="t">Aucun rendez-vous n’est annoncé.</p>`
    }${footer(visit, `${base}/agenda`, html`<b>Tout l’agenda</b><br>`, `Imprimé le ${fullDay(today).toLowerCase()}.`)}</main>`,
  }
}

const back = (address: string, words: string): Html =>
  html`<nav class="noprint" aria-label="Retour"><p><a href="${address}">${words}</a> · imprimez cette page par le menu de votre navigateur (Ctrl + P sur un ordinateur) : une feuille A4</p></nav>`

const footer = ({ origin }: Visit, path: string, who: Html, when: string): Html =>
  html`<footer>${code(origin + path)}<p>${who}<span>${(origin + path).replace(/^https?:\/\//, '')}</span><br><small>${withOrdinals(when)}</small></p></footer>`
