import type { Db } from '../../src/kernel/db/db.ts'
import { ORDERS } from '../../src/publishing/publications/lists/public-orders.ts'
import type { Filter, Place } from '../../src/publishing/publications/lists/public-rows.ts'
import type { SearchContext } from '../../src/publishing/publications/lists/search.ts'
import type { Draw } from '../../test/fixtures/drawn-changes.ts'
import { differenceOf, type OrderName, pagesOf, plainIds } from '../../test/publications/plain-lists.ts'
import { type Compared, rowsWith } from './snapshot.ts'
import { dayNear, early, pick, type Stock, some } from './writers.ts'

/** Random public lists: every filter and order, by cursor or by a number of a page. */

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' })

function placeOf(draw: Draw, { communes, acteurs }: Stock): Place {
  const place: Place = { communeIds: null, acteurIds: null, acteurId: undefined }
  const kind = draw()
  if (kind < 0.4) return place
  if (kind < 0.65) return { ...place, communeIds: [early(draw, communes)] }
  if (kind < 0.7) return { ...place, communeIds: some(draw, communes.slice(0, 50), 3) }
  if (kind < 0.8) return { ...place, communeIds: some(draw, communes.slice(0, 2_000), 30) }
  if (kind < 0.85) return { ...place, communeIds: some(draw, communes, 300) }
  if (kind < 0.9) return { ...place, acteurIds: some(draw, acteurs.slice(0, 200), 50) }
  if (kind < 0.93)
    return { ...place, acteurIds: some(draw, acteurs, 90), communeIds: [early(draw, communes)] }
  return { ...place, acteurId: early(draw, acteurs) }
}

function typeOf(draw: Draw, { types }: Stock): Filter['type'] {
  const kind = draw()
  if (kind < 0.65) return undefined
  if (kind < 0.75) return { id: pick(draw, types).id }
  return { slugs: some(draw, [...types.map(({ slug }) => slug), 'unknown'], kind < 0.9 ? 1 : 2) }
}

function daysOf(draw: Draw): Pick<Filter, 'from' | 'to' | 'on'> {
  const [from, to] = [dayNear(draw, 60, 60), dayNear(draw, 400, 60)]
  const kind = draw()
  if (kind < 0.6) return { from: undefined, to: undefined }
  if (kind < 0.67) return { from: undefined, to: undefined, on: today() }
  if (kind < 0.77) return { from: today(), to: undefined }
  if (kind < 0.82) return { from, to: undefined }
  if (kind < 0.87) return { from: undefined, to }
  const first = dayNear(draw, 1_000, 60)
  const last = new Date(Date.parse(first) + draw() ** 3 * 200 * 86_400_000).toISOString().slice(0, 10)
  return { from: first, to: last }
}

function orderOf(draw: Draw, { words, place }: Pick<Filter, 'words' | 'place'>): OrderName {
  const kind = draw()
  if (place.acteurId !== undefined && kind < 0.5) return 'pinned'
  if (kind < 0.25) return 'date_debut_asc'
  if (kind < 0.37) return 'featured'
  return words && kind < 0.55 ? 'relevance' : 'publie_le_desc'
}

export async function comparePublic(
  db: Db,
  draw: Draw,
  stock: Stock,
  searches: readonly SearchContext[],
): Promise<Compared> {
  const search = draw() < 0.6 ? Math.floor(draw() * searches.length) : undefined
  const words = search === undefined ? undefined : searches[search]
  const place = placeOf(draw, stock)
  const filter: Filter = { place, words, type: typeOf(draw, stock), ...daysOf(draw) }
  const by = orderOf(draw, filter)
  const perPage = 1 + Math.floor(draw() ** 2 * 60)
  const first = draw() < 0.15 ? 1 + Math.floor(draw() * 8) : 1
  const found = await pagesOf(db, filter, ORDERS[by], { perPage, first, most: 1 + Math.floor(draw() * 4) })
  const before = (first - 1) * perPage
  const isCut = found.leavesOut || found.isWhole
  const wanted = await plainIds(
    db,
    rowsWith(search),
    filter,
    by,
    isCut ? undefined : before + found.ids.length,
  )
  // A search that stopped before the page with this number shows the hits behind its cursor.
  const isSkipped = first > 1 && found.stops > 0
  return {
    question: JSON.stringify({ ...filter, by, perPage, first }),
    difference: isSkipped ? undefined : differenceOf(found, wanted.slice(before)),
    isPartial: found.leavesOut || isSkipped,
  }
}
