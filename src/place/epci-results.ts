import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { listOpen, matching, ORDERS, openWith } from '../territory/acteurs/list.ts'
import { epciPath } from './addresses.ts'
import { acteurCard } from './directory.ts'
import { epciAt, NOWHERE } from './epci-members.ts'
import { html, type Value } from './html.ts'
import { acteursNearby, eventsNearby } from './near.ts'
import { Elsewhere, type Visit } from './visit.ts'
import type { WiderWords } from './wider.ts'

/** For a search that finds nothing in the commune: its directory, and what its intercommunality and its neighbours have. */

const MOST = 3

export async function otherPlaces(
  visit: Visit,
  q: string,
  { every, names }: Pick<WiderWords, 'every' | 'names'>,
): Promise<Value> {
  const { base, town } = visit
  const own = html`<li><a href="${base}/annuaire">L’annuaire de la commune</a></li>`
  const path = town.epci ? epciPath(town.epci) : undefined
  const inDirectory = path && `${path}/annuaire?${new URLSearchParams({ q })}`
  const [events, members] = await Promise.all([
    every && eventsNearby(visit, every),
    path ? membersFor(visit, path, q) : [],
  ])
  const cards = members.length > 0 ? members : await acteursNearby(visit, names)
  return html`<ul>${own}${inDirectory && html`<li><a href="${inDirectory}">« ${q} » dans l’annuaire : ${town.epci?.nom}</a></li>`}</ul>
${(cards.length > 0 || events) && html`<h3>Dans les communes voisines</h3>${events}${cards.length > 0 && html`<ul class="cards">${cards}</ul>`}`}`
}

async function membersFor(visit: Visit, path: string, q: string) {
  const { slow, source } = visit
  const [words, found] = await Promise.all([
    matching(slow, q),
    epciAt(visit, path.slice(path.lastIndexOf('/') + 1)),
  ])
  if (words.length === 0 || found instanceof Elsewhere) return []
  const page = pageOf({ per_page: MOST }, ORDERS.nom_asc)
  const filter = openWith(found.memberIds, { acteurIds: source.acteurIds }, words)
  return onPage(page, await listOpen(slow, filter, page)).data.map(one => {
    const { nom, base } = one.commune_ids.map(id => found.members.get(id)).find(Boolean) ?? NOWHERE
    return acteurCard({ base }, one, { level: 'h3', withType: true, commune: nom })
  })
}
