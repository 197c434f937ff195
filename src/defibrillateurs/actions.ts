import { placeToShow } from '../communes/place.ts'
import { type AppSource, refuseOutsideCommunes } from '../kernel/app-sources.ts'
import { type Db, sql } from '../kernel/db/db.ts'
import { invalid } from '../kernel/errors.ts'
import { cut, paged, pageOf } from '../kernel/lists/paging.ts'
import { read } from '../kernel/routes/action.ts'
import { Id, isId, Obj } from '../kernel/routes/shapes.ts'
import { countCatalogue, listCatalogue, type Wanted, wordsOf } from './lists/catalogue.ts'
import { meantBy } from './lists/code-insee.ts'
import { shownIn } from './lists/commune.ts'
import { metresOf, readBox, readNear } from './lists/geography.ts'
import { shown } from './lists/layers.ts'
import { countNear, isChord, listNear } from './lists/near.ts'
import { Catalogue, CatalogueQuery, CommuneDefibrillateurs } from './shapes.ts'

/** What everybody reads, within what the calling app may show. */

const PER_PAGE = 15
const RADIUS = 5_000

export const ofCommune = read({
  summary: 'The defibrillators of a commune that are in service, and how the register was read last',
  params: Obj({ id: Id }),
  reply: CommuneDefibrillateurs,
  asBuilt: true,
  errors: ['scope_violation'],
  async run({ db, slow, params, source }) {
    const { id } = await placeToShow(db, source, params.id)
    return await shownIn({ db, slow }, id)
  },
})

export const list = read({
  summary:
    'The defibrillators of the country that are in service; searched by words, by place, on the map, or the nearest first',
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
    const wanted: Wanted = {
      ...(await narrowed(db, context.source, query)),
      box,
    }
    if (around) {
      const page = pageOf<[string, string]>(query, PER_PAGE, [isChord, isId])
      const [rows, total] = await Promise.all([
        listNear(context, wanted, around, page),
        countNear(context.slow, wanted, around),
      ])
      return paged(
        cut(rows, page, ({ chord, ...row }) => ({
          item: { ...shown(row), distance_m: metresOf(chord) },
          key: [`${chord}`, row.id],
        })),
        page,
        total,
      )
    }
    const page = pageOf<[string]>(query, PER_PAGE, [isId])
    const [rows, total] = await Promise.all([
      listCatalogue(context, wanted, page),
      countCatalogue(context.slow, wanted),
    ])
    return paged(
      cut(rows, page, row => ({ item: shown(row), key: [row.id] })),
      page,
      total,
    )
  },
})

/** A commune outside of what the app may show is refused, everywhere else it sees its own part. */
async function narrowed(
  db: Db,
  source: AppSource,
  { q, code_insee, departement }: CatalogueQuery,
): Promise<Omit<Wanted, 'box'>> {
  const [words, meant] = await Promise.all([
    wordsOf(db, q),
    code_insee === undefined ? undefined : meantBy(db, code_insee),
  ])
  if (meant?.communeId !== undefined) refuseOutsideCommunes(source, meant.communeId)
  return {
    words,
    communeIds: source.communeIds,
    places: [
      ...(meant ? [meant.where] : []),
      ...(departement === undefined ? [] : [sql`d.departement = ${departement}`]),
    ],
  }
}
