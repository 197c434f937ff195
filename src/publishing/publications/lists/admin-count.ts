import { type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { allConditions, type FilterPlan } from './admin-filter.ts'
import { hitsQuery, matchesWords } from './search.ts'
import { isCommon, someHits } from './word-sample.ts'

/** The total of the moderators' list: exact where that is cheap, else an estimate from a sample. */

export interface Counted {
  readonly total: number
  /** False: there are at least so many. */
  readonly isExact: boolean
  /**
   * For a search: which side is small enough to read whole, the hits of the words or the rows of the other filters.
   */
  readonly few: 'hits' | 'rows' | undefined
  /** The estimated total, and the number of all publications. */
  readonly likely: number
  readonly stock: number
}

/** Counting so many in an index takes 0.1 s. */
export const MOST_COUNTED = 100_000
/** A search reads so many texts for its total, not half a million for a common word. */
const MOST_LOOKED_AT = 5_000
/** The sample for estimates. */
const A_SAMPLE = 1_000

const sumOf = (kept: readonly Sql[]) =>
  sql`select coalesce(sum(total), 0)::bigint from publication_totals ${where(kept)}`
/** The number of all publications. */
export const STOCK = sql`(${sumOf([])})`

export async function countForAdmin(db: Db, plan: FilterPlan): Promise<Counted> {
  const { words, kept } = plan
  if (words) return await countHits(db, plan, words)
  const counted = kept
    ? keptTotal(plan)
    : sql`(select count(*) from (select from ${plan.from} p ${where(plan.conditions)} limit ${MOST_COUNTED + 1}) counted)`
  const row = await db.one<{ total: number; stock: number }>(
    sql`select ${counted} as total, ${STOCK} as stock`,
  )
  const { total = 0, stock = 0 } = row ?? {}
  const isExact = kept !== undefined || total <= MOST_COUNTED
  const least = isExact ? total : MOST_COUNTED
  return { total: least, isExact, few: undefined, likely: least, stock }
}

/** Exact, however long it takes. One statement, so that it counts one snapshot. */
export async function countAll(db: Db, plan: FilterPlan): Promise<number> {
  const row = await db.one<{ total: number }>(
    sql`select ${plan.kept ? keptTotal(plan) : countOf(plan)} as total`,
  )
  return row?.total ?? 0
}

const countOf = (some: NonNullable<FilterPlan['without']>) =>
  sql`(select count(*) from ${some.from} p ${where(allConditions(some))})`

/** The stored totals, minus the rows that the filter excludes. */
export const keptTotal = ({ kept = [], without }: FilterPlan): Sql =>
  without ? sql`((${sumOf(kept)}) - ${countOf(without)})` : sql`(${sumOf(kept)})`

interface Looked {
  readonly looked: number
  readonly total: number
  readonly stock: number
  /** The stored total of the other filters, if there is one. */
  readonly beside: number | null
}

/**
 * Counts the hits of the words if they are few, else the rows of the other filters; if both are many, a sample gives
 * the estimate.
 */
async function countHits(
  db: Db,
  plan: FilterPlan,
  words: NonNullable<FilterPlan['words']>,
): Promise<Counted> {
  const { communeIds, from, conditions, keptBesideWords: kept } = plan
  const look = async (some: Sql, meant: readonly Sql[]): Promise<Looked> => {
    const row = await db.one<Looked>(sql`
      select looked, total, ${STOCK} as stock, ${kept ? sql`(${sumOf(kept)})` : sql`null::bigint`} as beside from (
        select count(*) as looked, count(*) filter (${where([sql`true`, ...meant])}) as total from ${some}) counted`)
    return row ?? { looked: 0, total: 0, stock: 0, beside: 0 }
  }
  const isMany = words.indexable && (await isCommon(db, { ...words, communeIds }, STOCK))
  const hits = isMany
    ? someHits({ ...words, communeIds }, MOST_LOOKED_AT + 1)
    : hitsQuery({ ...words, communeIds, visible: false }, MOST_LOOKED_AT + 1)
  const among = words.indexable
    ? await look(sql`(${hits}) hit join publications p on p.id = hit.publication_id`, conditions)
    : undefined
  if (among && !isMany && among.looked <= MOST_LOOKED_AT) return all(among, 'hits')
  // More than half of the hits match, so the other filters leave too many rows to read.
  if (among && among.total * 2 > among.looked) return { ...some(among), few: undefined }
  const most = (among?.beside ?? 0) > MOST_LOOKED_AT ? A_SAMPLE : MOST_LOOKED_AT + 1
  const rows = await look(sql`(select p.* from ${from} p ${where(conditions)} limit ${most}) p`, [
    matchesWords(words),
  ])
  if (rows.looked < most) return all(rows, 'rows')
  const few = rows.beside !== null && rows.beside < MOST_COUNTED ? 'rows' : undefined
  return { ...some(rows), total: Math.min(MOST_LOOKED_AT, Math.max(among?.total ?? 0, rows.total)), few }
}

const all = ({ total, stock }: Looked, few: Counted['few']): Counted => ({
  total,
  stock,
  few,
  isExact: true,
  likely: total,
})
const some = ({ looked, total, stock, beside }: Looked) => ({
  total: Math.min(total, MOST_LOOKED_AT),
  stock,
  isExact: false,
  likely: Math.max(total, ((beside ?? looked) * total) / looked),
})
