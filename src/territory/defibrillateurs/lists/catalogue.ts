import { countRows, type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { everyWord } from '../../../kernel/lists/list-filters.ts'
import { cursorCondition, oldestFirst, orderAndLimit } from '../../../kernel/lists/orders.ts'
import { isFull, type Page } from '../../../kernel/lists/paging.ts'
import { runSearch } from '../../../kernel/lists/search-steps.ts'
import { type Box, cubeOver } from './geography.ts'
import { catalogueColumns, type ShownRow } from './records.ts'

/** The devices that everybody may see, of the whole country: found by words and on the map, in the order of their ids. */

export interface CatalogueFilter {
  /** A filter by place: each kind has an index of its own, in the order of the list. */
  readonly places: readonly Sql[]
  /** The communes that the app may show; null is everywhere. */
  readonly communeIds: readonly string[] | null
  /** Every word begins one of those that the device is found by (`everyWord`). */
  readonly words: readonly Sql[]
  readonly box: Box | undefined
  /**
   * Nearest first, those that only their commune knows are found too, by these conditions on `commune_defibrillateurs c` and
   * `communes k` in place of `places` and `words`. Undefined: they are not.
   */
  readonly own?: readonly Sql[] | undefined
}

export const BY_ID = oldestFirst(sql`d.id`)

/** The search as conditions; none for an empty one. */
export async function matchingWords(
  db: Db,
  q: string | undefined,
  column = sql`d.recherche`,
): Promise<Sql[]> {
  if (!q) return []
  const row = await db.one<{ words: string }>(sql`select words_asked(${q}) as words`)
  return everyWord(column, row?.words ?? '')
}

export const amongCommunes = (ids: readonly string[] | null): Sql[] =>
  ids ? [sql`d.commune_id = any(${[...ids]}::uuid[])`] : []

/** The index contains a cube, which is a little more than the box: the degrees are compared as well. */
export const touching = (box: Box) => sql`d.position <@ ${cubeOver(box)}::cube`
export const within = ({ west, south, east, north }: Box, overrides = sql`d.overrides`) => sql`
  shown_number(${overrides}, 'latitude', d.latitude) between ${south} and ${north}
  and shown_number(${overrides}, 'longitude', d.longitude) between ${west} and ${east}`

/**
 * A place is read along its index. Without one, frequent words are found among the first rows of the list's own order, rare
 * ones by their index: two statements, since one generic plan would be wrong for some words and boxes.
 */
export async function listCatalogue(
  { db, slow }: { readonly db: Db; readonly slow: Db },
  { places, communeIds, words, box }: CatalogueFilter,
  page: Page<typeof BY_ID>,
): Promise<ShownRow[]> {
  const looked = [...words, ...(box ? [within(box)] : [])]
  const active = sql`d.actif`
  const rows = (on: Db, from: Sql, conditions: readonly Sql[]) => {
    const part = sql`from ${from} d ${where(conditions)} ${orderAndLimit(page)}`
    // Skipped rows are read in the index alone (offset 9 990: 1 ms, not 13).
    return on.all<ShownRow>(
      page.offset === 0
        ? sql`select ${catalogueColumns} ${part}`
        : sql`
          select shown.* from (select d.id ${part}) as page
          cross join lateral (
            select ${catalogueColumns} from defibrillateurs d where d.id = page.id offset 0) as shown
          order by page.id`,
    )
  }

  // Gathered first: a generic plan might walk the whole country for a few communes.
  if (communeIds) {
    const own = [active, ...amongCommunes(communeIds), ...places]
    return await rows(
      words.length > 0 ? slow : db,
      sql`(select d.* from defibrillateurs d ${where(own)} offset 0)`,
      [...cursorCondition(page), ...looked],
    )
  }
  const everything = sql`defibrillateurs`
  if (places.length > 0)
    return await rows(words.length > 0 ? slow : db, everything, [
      active,
      ...places,
      ...cursorCondition(page),
      ...looked,
    ])
  if (looked.length === 0)
    return await rows(page.offset > 0 ? slow : db, everything, [active, ...cursorCondition(page)])

  const first = sql`(select d.* from defibrillateurs d ${where([active, ...cursorCondition(page)])}
    order by d.id limit ${(page.perPage + 1) * GLANCE})`
  return await runSearch(
    {
      shortScan: () => rows(db, first, looked),
      async index() {
        const [indexed, rest] =
          words.length > 0 && (!box || (!isSmall(box) && (await areFew(slow, words))))
            ? [words, box ? [within(box)] : []]
            : [box ? [touching(box)] : [], looked]
        const hits = sql`(select d.* from defibrillateurs d ${where([active, ...indexed])} offset 0)`
        return await rows(slow, hits, [...cursorCondition(page), ...rest])
      },
    },
    rows => isFull(page, rows),
  )
}

/** How many there are, of the whole country or within a cube over a part of it. */
export async function countCatalogue(
  db: Db,
  { places, communeIds, words, box }: CatalogueFilter,
  also: readonly Sql[] = [],
): Promise<number> {
  const looked = box ? [touching(box), within(box)] : []
  const conditions = [sql`d.actif`, ...also, ...amongCommunes(communeIds), ...places, ...words, ...looked]
  return await countRows(db, sql`defibrillateurs d ${where(conditions)}`)
}

/** How many rows are read for each one that is wanted: enough for words of one device in ten. */
const GLANCE = 30
const FEW = 5_000
/** As many as the largest town and its surroundings have: up to here gathering is cheaper than another way. */
const isSmall = ({ west, south, east, north }: Box) => east - west <= 0.5 && north - south <= 0.5

const areFew = async (db: Db, words: readonly Sql[]): Promise<boolean> =>
  (await countRows(db, sql`(select from defibrillateurs d ${where(words)} limit ${FEW + 1}) few`)) <= FEW
