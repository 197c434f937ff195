import { placeToShow } from '../communes/place.ts'
import { read } from '../kernel/action.ts'
import { type AppSource, refuseOutsideCommunes } from '../kernel/app-sources.ts'
import { type Db, sql } from '../kernel/db.ts'
import { invalid } from '../kernel/errors.ts'
import { cut, pageOf } from '../kernel/paging.ts'
import { Id, isId, Obj } from '../kernel/shapes.ts'
import { listCatalogue, type Wanted, wordsOf } from './catalogue.ts'
import { meantBy } from './code-insee.ts'
import { shownIn } from './commune.ts'
import { metresOf, readBox, readNear } from './geography.ts'
import { isChord, listNear } from './near.ts'
import { shown } from './record.ts'
import { Catalogue, CatalogueQuery, CommuneDefibrillateurs } from './shapes.ts'

/** What everybody reads, within what the calling app may show. */

const PER_PAGE = 15
const RADIUS = 5_000

export const ofCommune = read({
  summary: 'The defibrillators of a commune that are in service, and how the register was read last',
  params: Obj({ id: Id }),
  reply: CommuneDefibrillateurs,
  errors: ['scope_violation'],
  async run({ db, params, source }) {
    const { id } = await placeToShow(db, source, params.id)
    return await shownIn(db, id)
  },
})

export const list = read({
  summary:
    'The defibrillators of the country that are in service; searched by words, by place, on the map, or the nearest first',
  query: CatalogueQuery,
  reply: Catalogue,
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
      const rows = await listNear(context, wanted, around, page)
      return answer(
        cut(rows, page, ({ chord, ...row }) => ({
          item: { ...shown(row), distance_m: metresOf(chord) },
          key: [`${chord}`, row.id],
        })),
        page,
      )
    }
    const page = pageOf<[string]>(query, PER_PAGE, [isId])
    const rows = await listCatalogue(context, wanted, page)
    return answer(
      cut(rows, page, row => ({ item: shown(row), key: [row.id] })),
      page,
    )
  },
})

/** A commune outside of what the app may show is refused, everywhere else it sees its own part. */
async function narrowed(
  db: Db,
  source: AppSource,
  { q, code_insee, departement }: CatalogueQuery,
): Promise<Pick<Wanted, 'places' | 'words'>> {
  const [words, meant] = await Promise.all([
    wordsOf(db, q),
    code_insee === undefined ? undefined : meantBy(db, code_insee),
  ])
  if (meant?.communeId !== undefined) refuseOutsideCommunes(source, meant.communeId)
  return {
    words,
    places: [
      ...(source.communeIds ? [sql`d.commune_id = any(${[...source.communeIds]}::uuid[])`] : []),
      ...(meant ? [meant.where] : []),
      ...(departement === undefined ? [] : [sql`d.departement = ${departement}`]),
    ],
  }
}

const answer = <Item>(
  { data, next }: { readonly data: Item[]; readonly next: string | null },
  page: { readonly number: number; readonly perPage: number },
) => ({ data, meta: { page: page.number, per_page: page.perPage, has_more: next !== null, next } })
