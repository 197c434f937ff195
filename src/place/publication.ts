import { furtherDays } from '../../shared/event-series.ts'
import { nextDay } from '../../shared/event-time.ts'
import { namesOf } from '../../shared/fields/field.ts'
import { choicesOf, LINES, linesOf } from '../../shared/fields/publications.ts'
import { fileSize } from '../../shared/file-size.ts'
import { BADGES } from '../../shared/words/acteurs.ts'
import { dayOfWeek } from '../kernel/values/local-time.ts'
import { isWithin } from '../people/access/app-sources.ts'
import { ACTE } from '../publishing/actes/rules.ts'
import { findVisible } from '../publishing/publications/queries.ts'
import { record } from '../publishing/publications/record.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { findOpenAt } from '../territory/acteurs/queries.ts'
import { acteShown, withdrawnActe } from './actes.ts'
import { baseOf, idIn, publicationPath } from './addresses.ts'
import { alertState, helpShown, isAlert, isLongOver } from './alerts.ts'
import { type CanonicalPlace, canonicalPlace } from './canonical.ts'
import {
  capital,
  daysAfter,
  dayToShow,
  type Event,
  isEvent,
  isOver,
  isUnderWay,
  localDay,
  localTime,
  longDay,
  nextInFull,
  shortDay,
  whenInFull,
} from './days.ts'
import { daysOf } from './event-days.ts'
import { type Html, html, link, type Value } from './html.ts'
import { langOfTitle } from './language.ts'
import { crumbs, dayItems, dialled, icon, isCancelled, picture, plainTitle, wayTo } from './parts.ts'
import { notice } from './sheet.ts'
import { structuredPublication } from './structured.ts'
import { firstSentence, shownText, summaryOf, textOf, withOrdinals } from './text.ts'
import { firstOpen } from './town.ts'
import { Elsewhere, type Page, publicationsOf, type Visit } from './visit.ts'

/** One publication, at its address for good. Only the id in it counts: other words or another commune lead there. */
export async function publication(
  visit: Visit,
  rest: readonly string[],
): Promise<Page | Elsewhere | undefined> {
  const [named = '', as] = rest
  const id = idIn(named)
  if (id === undefined || rest.length > 2 || (as !== undefined && as !== 'affiche')) return undefined
  const row = await findVisible(visit.db, id)
  if (!row) return as === undefined ? await withdrawnActe(visit, named) : undefined
  if (!isWithin(visit.source, row)) return undefined
  const one = record(row, visit.config)
  const address = await addressOf(visit, one)
  if (address === undefined) return undefined
  const end = as === undefined ? '' : `/${as}`
  if (address !== `${visit.base}/p/${named}`) return new Elsewhere(address + end)
  if (as === 'affiche') return await notice(visit, one)
  return await publicationPage(visit, one)
}

/** Its page in the commune of the visit, published or not. */
export async function publicationPage(visit: Visit, one: Publication): Promise<Page> {
  const { base, home } = visit
  visit.holds.show([one.acteur?.id ?? null, ...one.commune_ids])
  const [first, ...others] = one.images
  const facts = factsOf(visit, one)
  const title = shownText(one.title)
  const [section, sectionName] =
    isEvent(one) && !isAlert(one)
      ? (['/agenda', 'Agenda'] as const)
      : one.type.slug === ACTE
        ? (['/actes', 'Actes officiels'] as const)
        : (['/actualites', 'Actualités'] as const)
  const [acte, author, place, beside] = await Promise.all([
    one.type.slug === ACTE ? acteShown(visit, one.id) : undefined,
    authorOf(visit, one),
    placeOf(visit, one),
    besideShown(visit, one),
  ])
  return {
    title: plainTitle(one),
    section: section === '/actes' ? '/mairie' : section,
    description: summaryOf(one.body, 160) || title,
    publicationId: one.id,
    canonical: place.address + publicationPath(one),
    structured: structuredPublication(place, one),
    ...(isAlert(one) && isLongOver(one, visit) && { robots: 'noindex' as const }),
    picture: first,
    body: html`<article class="read${facts.length === 0 && ' nofacts'}${one.en_vigueur && ' alarm'}"${one.niveau && html` data-niveau="${one.niveau}"`}><header>${crumbs([home, 'À la une'], [base + section, sectionName])}<p class="kind">${one.type.nom}</p>${stateOf(visit, one)}<h1 dir="auto"${langOfTitle(one)}${title.length > 90 && html` class="long"`}>${title}</h1></header>
${facts.length > 0 && html`<dl class="facts">${facts}</dl>`}
<div class="body">${first && html`<figure>${picture(first, 'big', true)}</figure>`}<div class="text" dir="auto">${textOf(one.body)}</div>${one.en_vigueur && helpShown(visit, one)}
${others.map(image => html`<figure>${picture(image, 'big')}</figure>`)}
${acte ?? documentsOf(one)}${beside}</div>
<div class="rest">${shareOf(visit, one)}
${author && html`<section class="about" aria-labelledby="who"><h2 id="who">Publié par <a href="${base}${author.path}">${author.nom}</a>${author.badge && html` <span class="tag ok">${BADGES[author.badge].fr}</span>`}</h2>${author.description && html`<p dir="auto">${firstSentence(author.description)}</p>`}${author.telephone && html`<p><a href="${dialled(author.telephone)}">${author.telephone}</a></p>`}</section>`}
<p class="last">${acte === undefined && html`${withOrdinals(publishedShown(visit, one))}\u00a0· `}${one.source_url && !one.en_vigueur && html`<a href="${link(one.source_url)}" rel="noopener ugc">La page d’origine</a>\u00a0· `}<a href="${base}${publicationPath(one)}/signaler">Signaler une erreur ou un abus</a></p></div></article>`,
  }
}

/** Publié le 21 novembre, modifié le 22 novembre; of an alert with the hours. */
function publishedShown({ today, fuseau }: Visit, one: Publication): string {
  const at = (instant: string) => (isAlert(one) ? ` à ${localTime(instant, fuseau)}` : '')
  const instant = one.publie_le ?? one.created_at
  const [published, changed] = [localDay(instant, fuseau), localDay(one.updated_at, fuseau)]
  const first = `Publié le ${shortDay(published, today)}${at(instant)}`
  return changed > published ? `${first}, modifié le ${shortDay(changed, today)}${at(one.updated_at)}` : first
}

/** Its acteur, while that has a page. The page of the commune already has the contacts of its town hall. */
async function authorOf({ town, db }: Visit, { acteur }: Publication) {
  if (acteur && acteur.slug === town.mairie)
    return {
      ...acteur,
      path: '/mairie',
      telephone: town.contacts.telephone,
      description: town.contacts.adresse,
    }
  const open = acteur && (await findOpenAt(db, acteur.id))
  return open && { ...open, path: `/annuaire/${open.slug}` }
}

/** The commune that shows it: this one if it is for this one, else the first that it is for. */
async function addressOf(visit: Visit, one: Publication): Promise<string | undefined> {
  const { town, base, db } = visit
  const commune = one.commune_ids.includes(town.id) ? town : await firstOpen(db, one.commune_ids)
  return commune && (commune.id === town.id ? base : baseOf(visit, commune)) + publicationPath(one)
}

/** The canonical place without a statement where it is the commune of the page. */
async function placeOf(visit: Visit, { commune_ids }: Publication): Promise<CanonicalPlace> {
  const { db, town, source, origin, base, portal, publicUrl, fuseau, now } = visit
  const here = { nom: town.nom, address: origin + base, fuseau, now }
  if (commune_ids[0] === town.id) return here
  return (await canonicalPlace(db, { portal: portal || origin, publicUrl }, source, commune_ids, now)) ?? here
}

function stateOf(visit: Visit, one: Publication): Value {
  const { today } = visit
  if (isCancelled(one))
    return html`<p class="state bad"><strong>Annulé</strong> Cet événement n’aura pas lieu. <span dir="auto">${shownText(one.annule_motif ?? '')}</span></p>`
  if (isAlert(one)) return alertState(one, visit)
  if (!isEvent(one)) return undefined
  if (isOver(one, today)) return html`<p class="state">C’est terminé.</p>`
  return (
    isUnderWay(one, today) &&
    html`<p class="state ok">En ce moment${one.date_fin && withOrdinals(`, jusqu’au ${longDay(one.date_fin, today)}`)}.</p>`
  )
}

function factsOf({ town, base, today }: Visit, one: Publication): Html[] {
  const fact = (name: 'clock' | 'pin' | 'people', label: string, words: Value) =>
    html`<div><dt>${icon(name)}<span class="sr">${label}</span></dt><dd>${words}</dd></div>`
  const lines = linesOf(one, 'fr')
  const choices = Object.values(choicesOf(one, 'fr')).filter(Boolean).join('\u00a0· ')
  return [
    ...(isEvent(one)
      ? [
          fact(
            'clock',
            'Quand',
            html`${whenShown(one, today, base + publicationPath(one))}${!isOver(one, today) && !isCancelled(one) && html`<a href="${base}${publicationPath(one)}.ics">${one.dates.length > 0 ? 'Ajouter toutes les dates' : 'Ajouter à mon agenda'}</a>`}`,
          ),
        ]
      : []),
    ...(one.lieu
      ? [
          fact(
            'pin',
            'Où',
            html`<b dir="auto">${one.lieu}</b>${!isCancelled(one) && html`<a href="${wayTo(`${one.lieu}, ${town.nom}`)}">Itinéraire</a>`}`,
          ),
        ]
      : []),
    ...OTHERS.flatMap(name =>
      lines[name]
        ? [html`<div><dt>${LINES[name].fr}</dt><dd dir="auto">${shownText(lines[name])}</dd></div>`]
        : [],
    ),
    ...(choices ? [fact('people', 'Pour qui, à quel prix', choices)] : []),
  ]
}

/** Lines without an icon: they are shown with their label. */
const OTHERS = namesOf(LINES).filter((name: string) => name !== 'lieu')

const BESIDE = 3
/** Saturday. */
const WEEKEND = 6

/** Other events of the commune on its next day, or on that weekend. */
async function besideShown(visit: Visit, one: Publication): Promise<Value> {
  const { today } = visit
  if (!isEvent(one) || isAlert(one) || isOver(one, today)) return undefined
  const day = dayToShow(one, today)
  const weekday = dayOfWeek(day)
  const isWeekend = weekday >= WEEKEND
  const saturday = isWeekend ? daysAfter(day, WEEKEND - weekday) : day
  const [from, to] = [saturday < today ? today : saturday, isWeekend ? daysAfter(saturday, 1) : day]
  const { data } = await publicationsOf(visit, { order: 'date_debut_asc', most: BESIDE + 1, from, to })
  const others = data.filter(other => other.id !== one.id && !isAlert(other) && !isCancelled(other))
  const days = daysOf(others.slice(0, BESIDE), from, to)
  return (
    days.length > 0 &&
    html`<section aria-labelledby="beside"><h2 id="beside" class="rule">${isWeekend ? 'Le même week-end' : 'Le même jour'}</h2><ol class="days">${dayItems(visit, days, false)}</ol></section>`
  )
}

/** The next day and the rule of the others; each of them behind a button that needs no script, and alone for a calendar. */
function whenShown(one: Publication & Event, today: string, path: string): Value {
  const when = withOrdinals(whenInFull(one, today))
  const later = isCancelled(one) ? undefined : furtherDays('fr', one, today, 'needed')
  if (isCancelled(one)) return html`<s>${when}</s>`
  if (!later) return html`<b>${when}</b>`
  return html`<b>${withOrdinals(nextInFull(one, today))}</b>, puis ${withOrdinals(later.words)}<details><summary>Toutes les dates</summary><ul>${[nextDay(one, today), ...later.days].map(day => html`<li>${withOrdinals(longDay(day, today))} <a href="${path}/${day}.ics">Ajouter<span class="sr"> le ${withOrdinals(longDay(day, today))} à mon agenda</span></a></li>`)}</ul></details>`
}

const documentsOf = ({ documents }: Publication): Value =>
  documents.length > 0 &&
  html`<section aria-labelledby="docs"><h2 id="docs">${documents.length > 1 ? 'Documents' : 'Document'}</h2><ul class="docs">${documents.map(
    ({ name, url, bytes }) =>
      html`<li><a href="${link(url)}">${icon('document')}<span>${name}<small>PDF, ${fileSize('fr', bytes)}</small></span></a></li>`,
  )}</ul></section>`

function shareOf({ origin, base }: Visit, one: Publication): Html {
  const address = encodeURIComponent(`${origin}/p/${publicationPath(one).split('-').at(-1)}`)
  const subject = encodeURIComponent(capital(one.title))
  return html`<aside class="share" aria-label="Partager"><b>Partager</b> <a class="btn" href="sms:?&body=${address}">${icon('share')} SMS</a> <a class="btn" href="mailto:?subject=${subject}&body=${address}">${icon('mail')} Courriel</a> <a class="btn" href="${base}${publicationPath(one)}/affiche">${icon('print')} Affiche</a></aside>`
}
