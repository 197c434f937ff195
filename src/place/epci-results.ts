import { holdingWords, matching } from '../territory/acteurs/list.ts'
import { epciPath } from './addresses.ts'
import { membersOf } from './epci-members.ts'
import { html, type Value } from './html.ts'
import { acteursAround, eventsNearby } from './near.ts'
import type { Visit } from './visit.ts'
import type { WiderWords } from './wider.ts'

/** For a search that finds nothing in the commune: its directory, and what its intercommunality and its neighbours have. */

interface Asked {
  readonly q: string
  /** Its words as names are compared, where they are known. */
  readonly asked: string | undefined
  readonly wider: Pick<WiderWords, 'every' | 'names'>
}

export async function otherPlaces(visit: Visit, { q, asked, wider }: Asked): Promise<Value> {
  const { base, town } = visit
  const { every, names } = wider
  const own = html`<li><a href="${base}/annuaire">L’annuaire de la commune</a></li>`
  const path = town.epci ? epciPath(town.epci) : undefined
  const inDirectory = path && `${path}/annuaire?${new URLSearchParams({ q })}`
  const code = town.epci?.code
  const words = code === undefined ? [] : await wordsOf(visit, q, asked)
  const members =
    code === undefined || words.length === 0 ? undefined : { communes: membersOf(visit, code), words }
  const [events, cards] = await Promise.all([
    every && eventsNearby(visit, every),
    acteursAround(visit, { members, names }),
  ])
  return html`<ul>${own}${inDirectory && html`<li><a href="${inDirectory}">« ${q} » dans l’annuaire : ${town.epci?.nom}</a></li>`}</ul>
${(cards.length > 0 || events) && html`<h3>Dans les communes voisines</h3>${events}${cards.length > 0 && html`<ul class="cards">${cards}</ul>`}`}`
}

const wordsOf = async ({ slow }: Visit, q: string, asked: string | undefined) =>
  asked === undefined ? await matching(slow, q) : holdingWords(asked)
