import { type Db, type Sql, sql } from '../../src/kernel/db/db.ts'
import { pageOf } from '../../src/kernel/lists/paging.ts'
import {
  countNational,
  listNational,
  NEWEST_NATIONAL,
  nationalConditions,
} from '../../src/territory/defibrillateurs/lists/admin-list.ts'
import {
  BY_ID,
  type CatalogueFilter,
  listCatalogue,
  matchingWords,
} from '../../src/territory/defibrillateurs/lists/catalogue.ts'
import { shownIn } from '../../src/territory/defibrillateurs/lists/commune.ts'
import { devicesOfCode } from '../../src/territory/defibrillateurs/lists/devices-of-code.ts'
import type { Box, Point } from '../../src/territory/defibrillateurs/lists/geography.ts'
import { listNear, NEAREST } from '../../src/territory/defibrillateurs/lists/near.ts'
import type { NationalQuery } from '../../src/territory/defibrillateurs/lists/shapes.ts'

export interface Question {
  readonly heading: string
  readonly ask: (on: { readonly db: Db; readonly slow: Db }) => Promise<unknown>
}

const FIRST = { per_page: 15 }
const DEEP = { per_page: 15, page: 667 }
const FRANCE: Box = { west: -5.5, south: 41, east: 10, north: 51.5 }

export async function questionsFor(db: Db): Promise<Question[]> {
  const paris = await placeOf(db, '75056')
  const village = await placeOf(db, '23090')
  const around = ({ latitude, longitude }: Point, degrees: number): Box => ({
    west: longitude - degrees,
    south: latitude - degrees,
    east: longitude + degrees,
    north: latitude + degrees,
  })
  const list = (heading: string, wanted: Partial<CatalogueFilter>, query = FIRST): Question => ({
    heading,
    ask: on =>
      listCatalogue(
        on,
        { places: [], communeIds: null, words: [], box: undefined, ...wanted },
        pageOf(query, BY_ID),
      ),
  })
  const near = (
    heading: string,
    here: Point,
    radius: number,
    wanted: Partial<CatalogueFilter> = {},
    query: { per_page: number; page?: number } = FIRST,
  ) =>
    ({
      heading,
      ask: on =>
        listNear(
          on,
          { places: [], communeIds: null, words: [], box: undefined, ...wanted },
          { here, radius },
          pageOf(query, NEAREST),
        ),
    }) satisfies Question
  const office = (heading: string, query: NationalQuery): Question => ({
    heading: `Back-office: ${heading}, with its total`,
    async ask({ slow }) {
      const conditions = await nationalConditions(db, query)
      const page = pageOf({ per_page: 20, ...query }, NEWEST_NATIONAL)
      await listNational(slow, conditions, page, await countNational(slow, conditions), query.bbox)
    },
  })
  const [common = [], rare = [], absent = []] = await Promise.all(
    ['gymnase', 'guéret', 'axolotl'].map(q => matchingWords(db, q)),
  )
  const code = async (code: string): Promise<Sql[]> => [(await devicesOfCode(db, code)).where]
  const communes = await db.all<{ id: string }>(sql`
    select id from communes where departement in ('35', '56') order by code_insee limit 300`)
  return [
    { heading: 'A commune: Paris', ask: on => shownIn(on, paris.id) },
    { heading: 'A commune: a village', ask: on => shownIn(on, village.id) },
    list('Catalogue', {}),
    list('Catalogue, offset 9 990', {}, DEEP),
    list('Word of one device in ten', { words: common }),
    list('Word of one town', { words: rare }),
    list('Word that nobody has', { words: absent }),
    list('Departement', { places: [sql`d.departement = ${'69'}`] }),
    list('Paris', { places: await code('75056') }),
    list('Paris 1st', { places: await code('75101') }),
    list('Departement and a word', { places: [sql`d.departement = ${'69'}`], words: rare }),
    list('App of 300 communes', { communeIds: communes.map(({ id }) => id) }),
    list('Box: a quarter of Paris', { box: around(paris, 0.01) }),
    list('Box: the sea', { box: { west: -30, south: 30, east: -20, north: 35 } }),
    list('Box: France', { box: FRANCE }),
    list('Box: France, word of one town', { box: FRANCE, words: rare }),
    list('Box: a quarter of Paris, common word', { box: around(paris, 0.01), words: common }),
    near('Nearest: Paris', paris, 5_000),
    near('Nearest: a village', village, 5_000),
    near('Nearest: the ocean, nothing within', { latitude: 40, longitude: -30 }, 50_000),
    near('Nearest: Paris, 100 a page', paris, 50_000, {}, { per_page: 100 }),
    near('Nearest: Paris, offset 9 990 of 50 km', paris, 50_000, {}, DEEP),
    near('Nearest: Paris, 5 km, common word', paris, 5_000, { words: common }),
    near('Nearest: Paris, 50 km, absent word', paris, 50_000, { words: absent }),
    near('Nearest: Paris, 50 km, departement', paris, 50_000, { places: [sql`d.departement = ${'92'}`] }),
    office('everything', {}),
    office('everything, offset 9 990', { page: 667, per_page: 15 }),
    office('hidden ones', { statut: 'masque' }),
    office('withdrawn ones', { retire: true }),
    office('common word', { q: 'gymnase' }),
    office('departement, to be looked at', { departement: '69', statut: 'a_verifier' }),
  ]
}

async function placeOf(db: Db, code: string): Promise<Point & { readonly id: string }> {
  const row = await db.one<Point & { id: string }>(sql`
    select commune_id as id, percentile_disc(0.5) within group (order by latitude) as latitude,
      percentile_disc(0.5) within group (order by longitude) as longitude
    from defibrillateurs where commune_id = (select id from communes where code_insee = ${code}) group by commune_id`)
  if (!row) throw new Error(`No device stands in ${code}.`)
  return row
}
