import { ACTEUR_TYPES, type ActeurType } from '../../shared/words/acteurs.ts'
import { ORDERS as ACTEUR_ORDERS, holdingWords, listOpen, openWith, wordsAsked } from '../acteurs/list.ts'
import { type Sql, sql } from '../kernel/db/db.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import {
  contextOf,
  loadSearchContext,
  type ParsedQuery,
  queryAsked,
  type SearchContext,
} from '../publications/lists/search.ts'
import type { Publication } from '../publications/shapes.ts'
import { isEvent, isOver } from './days.ts'
import { html, type Value } from './html.ts'
import { dialled, heading, isCancelled, metaOf, story, titleLink } from './parts.ts'
import { sectionsFor, typeFor } from './sections.ts'
import { shownText } from './text.ts'
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
    ? await Promise.all([acteursFor(visit, type ?? holdingWords(words.names)), foundBy(visit, words.context)])
    : [[], []]
  const sections = sectionsFor(q)
  const isComing = (one: Publication) => isEvent(one) && !isOver(one, visit.today)
  const coming = publications.filter(isComing)
  const others = publications.filter(one => !isComing(one))
  const { telephone } = visit.town.contacts
  const section = (id: string, title: string, body: Value) =>
    html`<section aria-labelledby="${id}"><h2 id="${id}" class="rule">${title}</h2>${body}</section>`
  const stories = (rows: readonly Publication[]) =>
    html`<ul class="stories list">${rows.map(one => story(visit, one, 'h3'))}</ul>`
  return {
    title: q ? `Recherche : ${q}` : 'Recherche',
    canonical: `${visit.base}/recherche`,
    robots: 'noindex',
    body: html`<h1>Rechercher à ${visit.town.nom}</h1>
<form class="inline" action="${visit.base}/recherche"><label for="r">Un nom, un lieu, un mot</label><input id="r" name="q" type="search" value="${q}" maxlength="${LONGEST}" autocomplete="off"><button>Rechercher</button></form>
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
    html`<ul class="cards">${acteurs.map(
      one =>
        html`<li>${heading('h3', html`<a href="${visit.base}/annuaire/${one.slug}">${shownText(one.nom)}</a>`)}<p class="meta">${ACTEUR_TYPES[one.type].fr}</p></li>`,
    )}</ul>${type && acteurs.length === ACTEURS && html`<p class="more"><a href="${visit.base}/annuaire?nature=${type}">Tous : ${ACTEUR_TYPES[type].fr}</a></p>`}`,
  )
}
${
  coming.length > 0 &&
  section(
    'a-venir',
    'À venir',
    html`<ul class="stories list">${coming.map(
      one =>
        html`<li class="story${isCancelled(one) && ' off'}"><div>${heading('h3', titleLink(visit, one))}${metaOf(visit, one)}</div></li>`,
    )}</ul>`,
  )
}
${others.length > 0 && section('publications', 'Publications', stories(others))}
${
  q !== '' &&
  sections.length + acteurs.length + publications.length === 0 &&
  html`<div class="empty"><h2>Rien ne correspond à « ${q} »</h2><p>Vérifiez l’orthographe, ou essayez un mot plus court.${telephone && html` La mairie répond au <a href="${dialled(telephone)}">${telephone}</a>.`}</p></div>`
}`,
  }
}

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
