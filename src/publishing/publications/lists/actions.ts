import { Data, Id, Obj } from '../../../../shared/shapes.ts'
import { dayOf } from '../../../../shared/wall-clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { onPage, PER_PAGE_OF_APPS, pageOf } from '../../../kernel/lists/paging.ts'
import { found, invalid, Problem } from '../../../kernel/refusals/errors.ts'
import type { Config } from '../../../kernel/settings/config.ts'
import { type AppSource, isWithin } from '../../../people/access/app-sources.ts'
import { anyone } from '../../../people/access/visitors.ts'
import { refuseOutside } from '../../../territory/acteurs/actions.ts'
import { findOpenAt, findPlaces } from '../../../territory/acteurs/queries.ts'
import { communeToShow } from '../../../territory/communes/shown-commune.ts'
import { findVisible } from '../queries.ts'
import { listed, record } from '../record.ts'
import { Publication, PublicPage } from '../shapes.ts'
import { listVisible } from './public-list.ts'
import { ORDERS, type PublicOrder } from './public-orders.ts'
import type { Place } from './public-rows.ts'
import { loadSearchContext, type SearchContext } from './search.ts'
import { isSelecting, selectionOf } from './selected.ts'
import { ActeurQuery, CommuneQuery, PublicQuery } from './shapes.ts'

/** The public lists of publications, within the scope of the calling app. */

export const byId = anyone.read({
  summary: 'One publication that is visible now',
  params: Obj({ id: Id }),
  reply: Data(Publication),
  errors: ['scope_violation'],
  run: async context => ({ data: await publicationToShow(context, context.params.id) }),
})

export async function publicationToShow(
  { db, source, config }: { readonly db: Db; readonly source: AppSource; readonly config: Config },
  id: string,
): Promise<Publication> {
  const row = await findVisible(db, id)
  if (!row) throw new Problem('not_found')
  if (!isWithin(source, row)) throw new Problem('scope_violation')
  return record(row, config)
}

export const list = anyone.read({
  summary: 'Visible publications, newest first, with search, filters and sort orders',
  query: PublicQuery,
  reply: PublicPage,
  asBuilt: true,
  errors: ['page_too_deep', 'scope_violation', 'not_found'],
  run: context => pageFor(context, context.query),
})

export const ofActeur = anyone.read({
  summary: 'Visible publications of an acteur: pinned ones first, then newest first',
  params: Obj({ acteurId: Id }),
  query: ActeurQuery,
  reply: PublicPage,
  asBuilt: true,
  errors: ['page_too_deep', 'scope_violation'],
  run: context => pageFor(context, { ...context.query, acteur_id: context.params.acteurId }, ORDERS.pinned),
})

export const ofCommune = anyone.read({
  summary: 'Visible publications of a commune, newest first',
  params: Obj({ communeId: Id }),
  query: CommuneQuery,
  reply: PublicPage,
  asBuilt: true,
  errors: ['page_too_deep', 'scope_violation'],
  run: context => pageFor(context, { ...context.query, commune_id: context.params.communeId }),
})

async function pageFor(
  {
    db,
    slow,
    source,
    config,
  }: { readonly db: Db; readonly slow: Db; readonly source: AppSource; readonly config: Config },
  query: PublicQuery,
  otherwise: PublicOrder = ORDERS.publie_le_desc,
) {
  const { type: slugs, type_id: id, en_cours, commune_id, acteur_id, q } = query
  const isSelected = isSelecting(query)
  const type = id !== undefined ? { id } : slugs !== undefined ? { slugs: slugs.split(',') } : undefined
  const days = en_cours
    ? { from: undefined, to: undefined, on: dayOf(new Date()) }
    : { from: query.from, to: query.to }
  const pageWith = (words?: SearchContext) =>
    pageOf(query, orderOf(query.sort, words, otherwise), PER_PAGE_OF_APPS)
  const listFor = async (place: Place, words?: SearchContext) => {
    const selection = isSelected ? await selectionOf(slow, query, place) : undefined
    return await listVisible({ db, slow }, { place, type, ...days, words, selection }, pageWith(words))
  }
  // Nearly every commune is listed under its own id: checking it and reading its list take one round trip.
  const isShort =
    !isSelected && [acteur_id, q, en_cours, days.from ?? days.to].every(one => one === undefined)
  const speculativePage =
    commune_id !== undefined && isShort
      ? listFor({ communeIds: [commune_id], acteurIds: source.acteurIds, acteurId: undefined })
      : undefined
  speculativePage?.catch(() => {})
  const [place, words] = await Promise.all([placeOf(db, source, query), loadSearchContext(db, q)])
  const isItself = commune_id !== undefined && place.communeIds?.[0] === commune_id
  const { rows, resume, leavesOut } = await (isItself && speculativePage
    ? speculativePage
    : listFor(place, words))
  const page = pageWith(words)
  const { data, next } = onPage(page, rows, row => listed(row, config), resume)
  const meta = { page: page.number, per_page: page.perPage, has_more: next !== null, next }
  return { data, meta: leavesOut ? { ...meta, complete: false } : meta }
}

/** Without words, relevance means newest first. */
const orderOf = (
  sort: PublicQuery['sort'],
  words: SearchContext | undefined,
  otherwise: PublicOrder,
): PublicOrder =>
  sort === undefined || (sort === 'relevance' && words === undefined) ? otherwise : ORDERS[sort]

/** Refuses an unknown commune or acteur, and one outside the scope of the app. */
async function placeOf(
  db: Db,
  source: AppSource,
  { commune_id, communes, acteur_id }: PublicQuery,
): Promise<Place> {
  if (commune_id !== undefined && communes !== undefined)
    throw invalid('communes', 'ne va pas avec « commune_id »', 'does not go with "commune_id"')
  const asked = communes === undefined ? commune_id && [commune_id] : [...new Set(communes.split(','))]
  const shown = asked && (await Promise.all(asked.map(id => communeToShow(db, source, id))))
  const acteur = acteur_id === undefined ? undefined : await acteurToShow(db, source, acteur_id)
  return {
    communeIds: shown ? [...new Set(shown.map(({ id }) => id))] : source.communeIds,
    acteurIds: source.acteurIds,
    acteurId: acteur?.id,
  }
}

/** The acteur, or the one that it was merged into. */
async function acteurToShow(db: Db, source: AppSource, id: string) {
  const asked = found(await findPlaces(db, id))
  const acteur = asked.deleted ? found(await findOpenAt(db, id)) : asked
  refuseOutside(source, acteur)
  return acteur
}
