import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { listOpen, matching, ORDERS, openWith } from '../territory/acteurs/list.ts'
import { epciPath } from './addresses.ts'
import { acteurCard } from './directory.ts'
import { epciAt, NOWHERE } from './epci-members.ts'
import { html, type Value } from './html.ts'
import { Elsewhere, type Visit } from './visit.ts'

/** For a search that finds nothing in the commune: its directory, and the acteurs of its intercommunality. */

const MOST = 3

export async function otherPlaces(visit: Visit, q: string): Promise<Value> {
  const { base, town } = visit
  const own = html`<li><a href="${base}/annuaire">L’annuaire de la commune</a></li>`
  if (!town.epci) return html`<ul>${own}</ul>`
  const path = epciPath(town.epci)
  const inDirectory = `${path}/annuaire?${new URLSearchParams({ q })}`
  const cards = await cardsOf(visit, path, q)
  return html`<ul>${own}<li><a href="${inDirectory}">« ${q} » dans l’annuaire : ${town.epci.nom}</a></li></ul>
${cards.length > 0 && html`<h3>Dans les communes voisines</h3><ul class="cards">${cards}</ul>`}`
}

async function cardsOf(visit: Visit, path: string, q: string) {
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
