import { fuseauOf } from '../territory/communes/collectes/zones.ts'
import { acteurCard, listing } from './directory.ts'
import type { EpciPage } from './epci.ts'
import { type Asked, epciAt, NOWHERE } from './epci-members.ts'
import { html } from './html.ts'
import { crumbs } from './parts.ts'
import { Elsewhere } from './visit.ts'

const DIRECTORY = 'annuaire'

/** The acteurs of all open communes of an intercommunality; each leads to its page in one of them. */
export async function epciDirectory(
  asked: Asked,
  named: string,
  query: URLSearchParams,
): Promise<EpciPage | Elsewhere> {
  const search = query.size > 0 ? `?${query}` : ''
  const found = await epciAt(asked, named, `/${DIRECTORY}${search}`)
  if (found instanceof Elsewhere) return found
  const { first, epci, path, members, memberIds } = found
  const address = `${path}/${DIRECTORY}`
  const { title, isNarrowed, body } = await listing(query, {
    db: asked.slow,
    source: asked.source,
    communeId: memberIds,
    address,
    card(one, shown) {
      const { nom, base } = one.commune_ids.map(id => members.get(id)).find(Boolean) ?? NOWHERE
      return acteurCard({ base }, one, { ...shown, commune: nom })
    },
  })
  return {
    alerts: [],
    clock: { fuseau: fuseauOf(first), now: new Date() },
    communeIds: memberIds,
    page: {
      title: `${title}, ${epci.nom}`,
      description: `Les associations, commerces et services des communes : ${epci.nom}.`,
      canonical: address,
      ...(isNarrowed && { robots: 'noindex,follow' as const }),
      body: html`${crumbs([path, epci.nom])}<h1>Annuaire</h1>
${body}`,
    },
  }
}
