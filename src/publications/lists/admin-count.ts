import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { allConditions, type Narrowed } from './admin-filter.ts'
import { hitsQuery, matchesWords } from './search.ts'

/** How many a filter of the moderators' list finds: all of them where that is cheap, else as many as a glance counts. */

export interface Counted {
  readonly total: number
  /** False: there are at least so many. */
  readonly isExact: boolean
  /** Of a search, what is few enough to gather all of them of: the hits of the words, or the rows of the other filters. */
  readonly few: 'hits' | 'rows' | undefined
  /** How many there likely are, and publications at all. */
  readonly likely: number
  readonly stock: number
}

/** Nobody turns pages beyond: counted in the indexes in a tenth of a second. */
export const MOST_COUNTED = 100_000
/** So many texts are looked into for the total of a search: of a word in every other one, half a million would be. */
const MOST_LOOKED_AT = 5_000
/** Tells how many of many there are likely to be. */
const A_SAMPLE = 1_000

const sumOf = (kept: readonly Sql[]) =>
  sql`select coalesce(sum(total), 0)::bigint from publication_totals ${where(kept)}`
const STOCK = sql`(${sumOf([])})`

export async function countForAdmin(db: Db, narrowed: Narrowed): Promise<Counted> {
  const { words, kept } = narrowed
  if (words) return await countHits(db, narrowed, words)
  const counted = kept
    ? keptTotal(narrowed)
    : sql`(select count(*) from (select from ${narrowed.from} p ${where(narrowed.conditions)} limit ${MOST_COUNTED + 1}) counted)`
  const row = await db.one<{ total: number; stock: number }>(
    sql`select ${counted} as total, ${STOCK} as stock`,
  )
  const { total = 0, stock = 0 } = row ?? {}
  const isExact = kept !== undefined || total <= MOST_COUNTED
  const least = isExact ? total : MOST_COUNTED
  return { total: least, isExact, few: undefined, likely: least, stock }
}

/** To the last one, however long that takes. In one statement, so that nothing moves between its parts. */
export async function countAll(db: Db, narrowed: Narrowed): Promise<number> {
  const row = await db.one<{ total: number }>(
    sql`select ${narrowed.kept ? keptTotal(narrowed) : countOf(narrowed)} as total`,
  )
  return row?.total ?? 0
}

const countOf = (some: Narrowed) => sql`(select count(*) from ${some.from} p ${where(allConditions(some))})`

/** What is kept count of, without the few that are not meant. */
export const keptTotal = ({ kept = [], without }: Narrowed): Sql =>
  without ? sql`((${sumOf(kept)}) - ${countOf(without)})` : sql`(${sumOf(kept)})`

interface Looked {
  readonly looked: number
  readonly total: number
  readonly stock: number
  /** How many the other filters find, where that is kept count of. */
  readonly beside: number | null
}

/**
 * Among the hits of the words, and where those are many among the rows of the other filters: whoever is few has all. Where
 * neither is, what was looked at tells how many there are likely to be.
 */
async function countHits(
  db: Db,
  narrowed: Narrowed,
  words: NonNullable<Narrowed['words']>,
): Promise<Counted> {
  const { communeIds, from, conditions, keptBesideWords: kept } = narrowed
  const look = async (some: Sql, meant: readonly Sql[]): Promise<Looked> => {
    const row = await db.one<Looked>(sql`
      select looked, total, ${STOCK} as stock, ${kept ? sql`(${sumOf(kept)})` : sql`null::bigint`} as beside from (
        select count(*) as looked, count(*) filter (${where([sql`true`, ...meant])}) as total from ${some}) counted`)
    return row ?? { looked: 0, total: 0, stock: 0, beside: 0 }
  }
  const hits = hitsQuery({ query: words.query, communeIds, visible: false })
  const among = words.indexable
    ? await look(
        sql`(${hits} limit ${MOST_LOOKED_AT + 1}) hit join publications p on p.id = hit.publication_id`,
        conditions,
      )
    : undefined
  if (among && among.looked <= MOST_LOOKED_AT) return all(among, 'hits')
  // Half of the hits are meant: the other filters leave too much to be looked through.
  if (among && among.total * 2 > among.looked) return { ...some(among), few: undefined }
  const most = (among?.beside ?? 0) > MOST_LOOKED_AT ? A_SAMPLE : MOST_LOOKED_AT + 1
  const rows = await look(sql`(select p.* from ${from} p ${where(conditions)} limit ${most}) p`, [
    matchesWords(words.query),
  ])
  if (rows.looked < most) return all(rows, 'rows')
  const few = rows.beside !== null && rows.beside < MOST_COUNTED ? 'rows' : undefined
  return { ...some(rows), total: Math.min(MOST_LOOKED_AT, Math.max(among?.total ?? 0, rows.total)), few }
}

const all = ({ total, stock }: Looked, few: Counted['few']): Counted => ({
  ...{ total, stock, few },
  isExact: true,
  likely: total,
})
const some = ({ looked, total, stock, beside }: Looked) => ({
  ...{ total: Math.min(total, MOST_LOOKED_AT), stock },
  isExact: false,
  likely: Math.max(total, ((beside ?? looked) * total) / looked),
})
