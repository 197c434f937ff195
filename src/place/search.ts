import type { Meaning } from '../../shared/town-life.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import type { Acteur, StoredActeur } from '../territory/acteurs/shapes.ts'
import { type Answers, loadAnswers } from './answers.ts'
import { dayToShow, isEvent, isOver } from './days.ts'
import { acteurCard, PLURALS } from './directory.ts'
import { otherPlaces } from './epci-results.ts'
import type { EventPublication } from './event-days.ts'
import { html, type Value } from './html.ts'
import { marksFor } from './marks.ts'
import { ACTEUR_WORDS, openNow, openShown } from './opening.ts'
import { dayShown, dialled, eventItem, story } from './parts.ts'
import { loadSearchResults, MOST_ACTEURS, MOST_PUBLICATIONS, type SearchResults } from './search-results.ts'
import { sectionsFor } from './sections.ts'
import type { Page, Visit } from './visit.ts'
import { isWeeklyMailOffered } from './weekly/offered.ts'
import { widerWords } from './wider.ts'

const LONGEST = 200

/** One field for everything: what answers at once, the directory, what is to come, and what was published. */
export async function search(visit: Visit, query: URLSearchParams): Promise<Page> {
  const { base, town, today } = visit
  const q = (query.get('q') ?? '').trim().slice(0, LONGEST)
  const results = await loadSearchResults(visit, q)
  const { publications, corrected, terms, type } = results
  const meant = corrected ?? q
  const answers = await loadAnswers(visit, meant, terms)
  // The town hall answers already.
  const isNamed = ({ slug }: StoredActeur<Acteur>) => answers.paths.has('/mairie') && slug === town.mairie
  const acteurs = results.acteurs.filter(one => !isNamed(one))
  const meanings = terms.flatMap(({ meaning }) => meaning ?? [])
  const sections = sectionsFor(meant, meanings).filter(({ path }) => !answers.paths.has(path))
  const answered = new Set(answers.publications)
  const isComing = (one: Publication): one is EventPublication => isEvent(one) && !isOver(one, today)
  const coming = publications.filter(isComing)
  const byDay = Map.groupBy(coming, one => dayToShow(one, today))
  const others = publications.filter(one => !isComing(one) && !answered.has(one.id))
  const alike = terms.flatMap(({ words }) => words.filter(word => !word.includes(' ')))
  const marks = marksFor([meant, ...alike].join(' '))
  const shown = coming.length + others.length
  const isNothing = q !== '' && acteurs.length + shown + answers.items.length === 0
  // “Vide grenier” in winter: last spring's is found, and nothing to come.
  const isUnannounced = coming.length === 0 && terms.some(({ meaning }) => meaning && ANNOUNCED.has(meaning))
  const elsewhere =
    (isNothing || results.isLoose || isUnannounced) &&
    (await elsewhereShown(visit, meant, results, {
      isUnannounced,
      isWithoutAnything: isNothing && sections.length === 0,
      isBefore: others.length > 0,
    }))
  const section = (id: string, title: string, body: Value) =>
    html`<section aria-labelledby="${id}"><h2 id="${id}" class="rule">${title}</h2>${body}</section>`
  return {
    title: q ? `Recherche : ${q}` : 'Recherche',
    canonical: `${base}/recherche`,
    robots: 'noindex',
    body: html`<h1>Rechercher à ${town.nom}</h1>
<form class="inline" action="${base}/recherche"><label for="r">Un nom, un lieu, un mot</label><input id="r" name="q" type="search" value="${q}" maxlength="${LONGEST}" autocomplete="off"><button>Rechercher</button></form>
${insteadShown(visit, q, results)}
${answersShown(answers)}
${
  sections.length > 0 &&
  html`<ul class="cards shortcuts" aria-label="Pages de la commune">${sections.map(
    ({ path, words, what }) =>
      html`<li><a href="${base}${path}">${words}</a><p class="meta">${what}</p></li>`,
  )}</ul>`
}
${isUnannounced && elsewhere}
${acteurs.length + shown > 0 && html`<p class="meta">${countOf(shown, acteurs.length)}</p>`}
${
  acteurs.length > 0 &&
  section(
    'annuaire',
    'Annuaire',
    html`<ul class="cards">${acteurs.map(one => acteurCard(visit, one, { level: 'h3', name: marks.inName(one.nom), withType: true, open: openOf(visit, one) }))}</ul>${type && acteurs.length === MOST_ACTEURS && html`<p class="more"><a href="${base}/annuaire?nature=${type}">Tous : ${PLURALS[type]}</a></p>`}`,
  )
}
${
  coming.length > 0 &&
  section(
    'a-venir',
    'À venir',
    html`<ol class="days">${[...byDay].toSorted(byFirst).map(([day, events]) =>
      dayShown(
        day,
        events.map(event => eventItem(visit, event, day, false, { marks })),
      ),
    )}</ol>`,
  )
}
${
  others.length > 0 &&
  section(
    'publications',
    'Publications',
    html`<ul class="stories list">${others.map(one => story(visit, one, 'h3', { marks }))}</ul>`,
  )
}
${!isUnannounced && elsewhere}`,
  }
}

const answersShown = ({ items }: Answers): Value =>
  items.length > 0 && html`<ul class="cards" aria-label="Réponses">${items}</ul>`

/** What was looked for in place of what was typed, with the way back. */
function insteadShown({ base }: Visit, q: string, { corrected, isLoose }: SearchResults): Value {
  const exactly = `${base}/recherche?${new URLSearchParams({ q: `"${q.replaceAll('"', ' ')}"` })}`
  return [
    corrected !== undefined &&
      html`<p role="status">Résultats pour « <b>${corrected}</b> ». <a href="${exactly}">Chercher exactement « ${q} »</a></p>`,
    isLoose && html`<p role="status">Rien n’a tous ces mots. Voici ce qui en a un.</p>`,
  ]
}

/** What is announced with a day: where none is to come, residents want to be told of the next one. */
const ANNOUNCED: ReadonlySet<Meaning> = new Set<Meaning>([
  'brocante',
  'loto',
  'concert',
  'fete_nationale',
  'commemoration',
  'voeux',
  'theatre',
  'cinema',
  'exposition',
  'randonnee',
  'conte',
  'sang',
  'marche',
  'fete',
])

interface Found {
  readonly isUnannounced: boolean
  readonly isWithoutAnything: boolean
  /** What is over is shown below. */
  readonly isBefore: boolean
}

/** Where else to look, and how to be told. */
async function elsewhereShown(
  visit: Visit,
  q: string,
  { terms, names, wider }: SearchResults,
  found: Found,
): Promise<Value> {
  const { base, config } = visit
  const { telephone } = visit.town.contacts
  const { isUnannounced, isWithoutAnything, isBefore } = found
  const title = isUnannounced
    ? `Rien d’annoncé pour « ${q} »`
    : isWithoutAnything
      ? `Rien ne correspond à « ${q} »`
      : 'Chercher ailleurs'
  const byMail =
    isWeeklyMailOffered(config) &&
    html`, ou recevez <a href="${base}/suivre/courriel">la semaine par courriel</a>`
  const advice = isUnannounced
    ? html`${isBefore && 'Ce qui a déjà eu lieu est plus bas. '}Pour être prévenu de la prochaine date, mettez <a href="${base}/suivre">l’agenda dans votre téléphone</a>${byMail}.`
    : 'Vérifiez l’orthographe, ou essayez un mot plus court.'
  const call = telephone && html` La mairie répond au <a href="${dialled(telephone)}">${telephone}</a>.`
  return html`<div class="empty"><h2>${title}</h2><p>${advice}${call}</p>${await otherPlaces(visit, { q, asked: names, wider: wider ?? (await widerWords(visit, terms)) })}</div>`
}

/** Ouvert, jusqu’à 19 h. */
const openOf = (visit: Visit, one: StoredActeur<Acteur>): Value => {
  const open = openNow(visit, one, ACTEUR_WORDS)
  return open && openShown(open)
}

const byFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1

/** 3 publications, 1 page de l’annuaire. Of a full list it is not known how many there are. */
const countOf = (publications: number, acteurs: number): string =>
  [
    publications > 0 && counted(publications, MOST_PUBLICATIONS, 'publication', 'publications'),
    acteurs > 0 && counted(acteurs, MOST_ACTEURS, 'page de l’annuaire', 'pages de l’annuaire'),
  ]
    .filter(Boolean)
    .join(', ')
const counted = (count: number, most: number, one: string, several: string) =>
  `${count} ${count > 1 ? several : one}${count === most ? ' ou plus' : ''}`
