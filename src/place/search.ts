import type { ActeurType } from '../../shared/words/acteurs.ts'
import { type Sql, sql } from '../kernel/db/db.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import {
  contextOf,
  loadSearchContext,
  type ParsedQuery,
  queryAsked,
  type SearchContext,
} from '../publishing/publications/lists/search.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import {
  ORDERS as ACTEUR_ORDERS,
  holdingWords,
  listOpen,
  openWith,
  wordsAsked,
} from '../territory/acteurs/list.ts'
import { dayToShow, isEvent, isOver } from './days.ts'
import { acteurCard, PLURALS } from './directory.ts'
import { html, type Value } from './html.ts'
import { marksFor } from './marks.ts'
import { dayShown, dialled, type EventPublication, eventItem, story } from './parts.ts'
import { sectionsFor, typeFor } from './sections.ts'
import { type Page, publicationsOf, type Visit } from './visit.ts'

const LONGEST = 200
const ACTEURS = 6
const PUBLICATIONS = 20

/** One field for everything: the directory, what is to come, and what was published. */
export async function search(visit: Visit, query: URLSearchParams): Promise<Page> {
  const q = (query.get('q') ?? '').trim().slice(0, LONGEST)
  const words = await parsed(visit, q)
  const type = typeFor(q)
  const [acteurs, publications] = words
    ? await Promise.all([
        acteursFor(visit, type ?? holdingWords(words.names, visit.town.id)),
        foundBy(visit, words.context),
      ])
    : [[], []]
  const sections = sectionsFor(q)
  const isComing = (one: Publication): one is EventPublication => isEvent(one) && !isOver(one, visit.today)
  const coming = publications.filter(isComing)
  const byDay = Map.groupBy(coming, one => dayToShow(one, visit.today))
  const others = publications.filter(one => !isComing(one))
  const marks = marksFor(q)
  const { telephone } = visit.town.contacts
  const section = (id: string, title: string, body: Value) =>
    html`<section aria-labelledby="${id}"><h2 id="${id}" class="rule">${title}</h2>${body}</section>`
  return {
    title: q ? `Recherche : ${q}` : 'Recherche',
    canonical: `${visit.base}/recherche`,
    robots: 'noindex',
    body: html`<h1>Rechercher à ${visit.town.nom}</h1>
<form class="inline" action="${visit.base}/recherche"><label for="r">Un nom, un lieu, un mot</label><input id="r" name="q" type="search" value="${q}" maxlength="${LONGEST}" autocomplete="off"><button>Rechercher</button></form>
${acteurs.length + publications.length > 0 && html`<p class="meta">${countOf(publications.length, acteurs.length)}</p>`}
${
  sections.length > 0 &&
  html`<ul class="cards shortcuts" aria-label="Pages de la commune">${sections.map(
    ({ path, words, what }) =>
      html`<li><a href="${visit.base}${path}">${words}</a><p class="meta">${what}</p></li>`,
  )}</ul>`
}
${
  acteurs.length > 0 &&
  section(
    'annuaire',
    'Annuaire',
    html`<ul class="cards">${acteurs.map(one => acteurCard(visit, one, { level: 'h3', name: marks.inName(one.nom), withType: true }))}</ul>${type && acteurs.length === ACTEURS && html`<p class="more"><a href="${visit.base}/annuaire?nature=${type}">Tous : ${PLURALS[type]}</a></p>`}`,
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
${
  q !== '' &&
  sections.length + acteurs.length + publications.length === 0 &&
  html`<div class="empty"><h2>Rien ne correspond à « ${q} »</h2><p>Vérifiez l’orthographe, ou essayez un mot plus court.${telephone && html` La mairie répond au <a href="${dialled(telephone)}">${telephone}</a>.`}</p></div>`
}`,
  }
}

const byFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1

/** 3 publications, 1 page de l’annuaire. Of a full list it is not known how many there are. */
const countOf = (publications: number, acteurs: number): string =>
  [
    publications > 0 && counted(publications, PUBLICATIONS, 'publication', 'publications'),
    acteurs > 0 && counted(acteurs, ACTEURS, 'page de l’annuaire', 'pages de l’annuaire'),
  ]
    .filter(Boolean)
    .join(', ')
const counted = (count: number, most: number, one: string, several: string) =>
  `${count} ${count > 1 ? several : one}${count === most ? ' ou plus' : ''}`

/** The words as names are compared, and as texts are searched: one statement. Undefined without words. */
async function parsed({ db }: Visit, q: string) {
  const [names, query] = [wordsAsked(q), queryAsked(q)]
  if (!names || !query) return undefined
  const row = await db.one<ParsedQuery & { names: string }>(
    sql`select ${names} as names, asked.* from (${query}) asked`,
  )
  const context = contextOf(row)
  return row && context && { names: row.names, context }
}

async function acteursFor({ db, town, source }: Visit, asked: ActeurType | readonly Sql[]) {
  const page = pageOf({ per_page: ACTEURS }, ACTEUR_ORDERS.nom_asc)
  const open = { acteurIds: source.acteurIds }
  const filter =
    typeof asked === 'string'
      ? openWith(town.id, { ...open, type: asked }, [])
      : openWith(town.id, open, asked)
  return onPage(page, await listOpen(db, filter, page)).data
}

const foundBy = async (visit: Visit, words: SearchContext): Promise<readonly Publication[]> =>
  (await publicationsOf(visit, { order: 'relevance', most: PUBLICATIONS, words })).data

export async function found(visit: Visit, q: string): Promise<readonly Publication[]> {
  const words = await loadSearchContext(visit.db, q)
  return words ? await foundBy(visit, words) : []
}
