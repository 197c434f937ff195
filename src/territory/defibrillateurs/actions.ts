import { Id, Obj } from '../../../shared/shapes.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { equal } from '../../kernel/lists/list-filters.ts'
import { PER_PAGE_OF_APPS, paged, pageOf } from '../../kernel/lists/paging.ts'
import { invalid } from '../../kernel/refusals/errors.ts'
import { type AppSource, refuseOutsideCommunes } from '../../people/access/app-sources.ts'
import { anyone } from '../../people/access/visitors.ts'
import { communeToShow } from '../communes/shown-commune.ts'
import {
  BY_ID,
  type CatalogueFilter,
  countCatalogue,
  listCatalogue,
  matchingWords,
} from './lists/catalogue.ts'
import { shownIn } from './lists/commune.ts'
import { devicesOfCode } from './lists/devices-of-code.ts'
import { metresOf, readBox, readNear } from './lists/geography.ts'
import { countNear, listNear, NEAREST } from './lists/near.ts'
import { OWN_WORDS } from './lists/own-near.ts'
import { shown } from './lists/records.ts'
import { CatalogueQuery } from './lists/shapes.ts'
import { Catalogue, CommuneDefibrillateurs } from './shapes.ts'

/** The public defibrillators, within the scope of the calling app. */

const RADIUS = 5_000

export const ofCommune = anyone.read({
  summary: 'Defibrillators in service in a commune, with the state of the last sync',
  params: Obj({ id: Id }),
  reply: CommuneDefibrillateurs,
  asBuilt: true,
  errors: ['scope_violation'],
  async run({ db, slow, params, source }) {
    const { id } = await communeToShow(db, source, params.id)
    return await shownIn({ db, slow }, id)
  },
})

export const list = anyone.read({
  summary: 'Defibrillators in service in France; by words, by place, within a rectangle, or nearest first',
  query: CatalogueQuery,
  reply: Catalogue,
  asBuilt: true,
  errors: ['page_too_deep', 'scope_violation'],
  async run(context) {
    const { query, db } = context
    const { near, rayon } = query
    if (near === undefined && rayon !== undefined)
      throw invalid('rayon', 'ne va pas sans « near »', 'does not go without "near"')
    const around = near === undefined ? undefined : { here: readNear(near), radius: rayon ?? RADIUS }
    const box = query.bbox === undefined ? undefined : readBox(query.bbox)
    const filter: CatalogueFilter = {
      ...(await listConditions(db, context.source, query)),
      box,
    }
    if (around) {
      const page = pageOf(query, NEAREST, PER_PAGE_OF_APPS)
      const rows = listNear(context, filter, around, page)
      return await paged(page, rows, countNear(context, filter, around), ({ chord, ...row }) => ({
        ...shown(row),
        distance_m: metresOf(chord),
      }))
    }
    const page = pageOf(query, BY_ID, PER_PAGE_OF_APPS)
    return await paged(
      page,
      listCatalogue(context, filter, page),
      countCatalogue(context.slow, filter),
      shown,
    )
  },
})

/** A commune outside the scope of the app is refused; other lists show what is within the scope. */
async function listConditions(
  db: Db,
  source: AppSource,
  { q, code_insee, departement, near }: CatalogueQuery,
): Promise<Omit<CatalogueFilter, 'box'>> {
  const [words, ownWords, meant] = await Promise.all([
    matchingWords(db, q),
    near === undefined ? [] : matchingWords(db, q, OWN_WORDS),
    code_insee === undefined ? undefined : devicesOfCode(db, code_insee),
  ])
  if (meant?.communeId !== undefined) refuseOutsideCommunes(source, meant.communeId)
  return {
    words,
    communeIds: source.communeIds,
    places: [...(meant ? [meant.where] : []), ...equal(sql`d.departement`, departement)],
    own: [...ownWords, ...(meant ? [meant.own] : []), ...equal(sql`k.departement`, departement)],
  }
}
