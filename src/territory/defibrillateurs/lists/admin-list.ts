import type { Static } from 'typebox'
import { countRows, type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { equal } from '../../../kernel/lists/list-filters.ts'
import { cursorCondition, newestFirst, orderAndLimit } from '../../../kernel/lists/orders.ts'
import type { Page } from '../../../kernel/lists/paging.ts'
import { matchingWords, touching, within } from './catalogue.ts'
import { devicesOfCode } from './devices-of-code.ts'
import { type Box, readBox } from './geography.ts'
import { type CommunalRow, communalColumns, type NationalRow, nationalColumns } from './records.ts'
import type { CommunalQuery, DefibrillateursInBrief, SummaryQuery } from './shapes.ts'

/** The back-office's lists: every state, newest first, and a total that is exact. */

/** Written as literals, so that the partial indexes of rare states are used. */
const STATUTS = {
  actif: sql`'actif'`,
  a_verifier: sql`'a_verifier'`,
  masque: sql`'masque'`,
  hors_service: sql`'hors_service'`,
} as const
const withdrawn = (retire: boolean | undefined): Sql[] =>
  retire === undefined ? [] : [retire ? sql`d.retire_le is not null` : sql`d.retire_le is null`]

////////////////////////////////////////////////////////////////////////////// of the country

/** Those that everybody sees and the others have an index each. */
const reached = (box: Box) => sql`(d.actif and ${touching(box)} or not d.actif and ${touching(box)})`
/** Half of France lies in it: asking the indexes of places takes three times as long as reading everything. */
const isWide = ({ west, south, east, north }: Box) => east - west > 4 && north - south > 4

const placed = (bbox: string | undefined): Sql[] => {
  if (bbox === undefined) return []
  const box = readBox(bbox)
  return isWide(box) ? [within(box)] : [reached(box), within(box)]
}

export async function nationalConditions(db: Db, query: Omit<SummaryQuery, 'by'>): Promise<Sql[]> {
  const { statut, retire, code_insee, departement, commune_id, corrige } = query
  const [words, meant] = await Promise.all([
    matchingWords(db, query.q),
    code_insee === undefined ? undefined : devicesOfCode(db, code_insee),
  ])
  return [
    ...(statut === undefined ? [] : [sql`d.statut = ${STATUTS[statut]}`]),
    ...withdrawn(retire),
    ...(query.actif === undefined ? [] : [query.actif ? sql`d.actif` : sql`not d.actif`]),
    ...(corrige === undefined ? [] : [corrige ? sql`d.overrides <> '{}'` : sql`d.overrides = '{}'`]),
    ...(meant ? [meant.where] : []),
    ...equal(sql`d.departement`, departement),
    ...equal(sql`d.commune_id`, commune_id),
    ...placed(query.bbox),
    ...words,
  ]
}

export const countNational = (db: Db, conditions: readonly Sql[]): Promise<number> =>
  countRows(db, sql`defibrillateurs d ${where(conditions)}`)

/** One pass over what is found: all 187 000 in 50 ms, in an index alone; those of a map of the country in 300. */
export const countByDepartement = (db: Db, conditions: readonly Sql[]) =>
  db.all<Static<typeof DefibrillateursInBrief>>(sql`
    select d.departement, count(*) as count,
      jsonb_build_object('actif', count(*) filter (where d.statut = 'actif'),
        'a_verifier', count(*) filter (where d.statut = 'a_verifier'),
        'masque', count(*) filter (where d.statut = 'masque'),
        'hors_service', count(*) filter (where d.statut = 'hors_service')) as statuts,
      avg(d.latitude) as latitude, avg(d.longitude) as longitude
    from defibrillateurs d ${where(conditions)} group by d.departement order by d.departement`)

/** Up to this number, rows are fetched and sorted in some 30 ms; with more, one row in twenty of the list matches. */
const FEW = 10_000

export const NEWEST_NATIONAL = newestFirst(sql`d.id`)

/** The total decides the way: few hits are gathered and sorted, many are found walking along the ids. */
export const listNational = (
  db: Db,
  conditions: readonly Sql[],
  page: Page<typeof NEWEST_NATIONAL>,
  total: number,
  bbox: string | undefined,
) => {
  const few = [...conditions, ...(bbox === undefined ? [] : [reached(readBox(bbox))])]
  const [from, rest] =
    total <= FEW
      ? [sql`(select d.* from defibrillateurs d ${where(few)} offset 0)`, cursorCondition(page)]
      : [sql`defibrillateurs`, [...conditions, ...cursorCondition(page)]]
  const ids = sql`select d.id from ${from} d ${where(rest)} ${orderAndLimit(page)}`
  return db.all<NationalRow>(sql`
    select shown.* from (${ids}) as page
    cross join lateral (select ${nationalColumns} from defibrillateurs d where d.id = page.id offset 0) as shown
    order by page.id desc`)
}

////////////////////////////////////////////////////////////////////////////// of one commune

const COMMUNAL = sql`commune_defibrillateurs c left join defibrillateurs d on d.gid = c.gid`

export async function communalConditions(
  db: Db,
  communeId: string,
  { q, statut, retire, actif, bbox }: CommunalQuery,
): Promise<Sql[]> {
  const box = bbox === undefined ? undefined : readBox(bbox)
  return [
    sql`c.commune_id = ${communeId}`,
    ...(statut === undefined ? [] : [sql`c.statut = ${STATUTS[statut]}`]),
    ...withdrawn(retire),
    ...(actif === undefined ? [] : [sql`(c.statut = 'actif' and coalesce(d.actif, true)) = ${actif}`]),
    // A commune has few enough to compare the degrees of each.
    ...(box ? [within(box, sql`c.overrides`)] : []),
    ...(await matchingWords(db, q, COMMUNAL_WORDS)),
  ]
}
/** A device that is not in the register is searched by what its commune says. */
const COMMUNAL_WORDS = sql`coalesce(d.recherche, defibrillateur_words(c.overrides, null, null, null, null))`

export const countCommunal = (db: Db, conditions: readonly Sql[]): Promise<number> =>
  countRows(db, sql`${COMMUNAL} ${where(conditions)}`)

export const NEWEST_COMMUNAL = newestFirst(sql`c.id`)

export const listCommunal = (db: Db, conditions: readonly Sql[], page: Page<typeof NEWEST_COMMUNAL>) =>
  db.all<CommunalRow>(sql`
    select ${communalColumns} from ${COMMUNAL}
    ${where([...conditions, ...cursorCondition(page)])} ${orderAndLimit(page)}`)
