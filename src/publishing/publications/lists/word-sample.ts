import { type Db, empty, type Sql, sql } from '../../../kernel/db/db.ts'
import type { SearchCriteria } from './search.ts'

/**
 * A sample of all texts: rows of fifty parts of the table, read by their position. It costs the same at any size, and one
 * import of similar texts lies in one or two parts. The index of words cannot stop early: it gathers all hits of a common
 * word (five million: 1.5 s) before it returns the first.
 */
const PARTS = 50
/** Rows of each part that say whether words are common (5 ms), and that hold thousands of their hits (30 ms). */
const [FEW, MORE] = [20, 200]
/** Hits in so many parts are spread over the table: a word of one text in 250 is in four. */
const SPREAD = 15
/** Gathering so many hits from the index takes 30 ms. */
const MANY = 100_000

type Words = Pick<SearchCriteria, 'communeIds'> & { readonly query: string }

const sampled = (rows: number) => sql`
  (select pg_relation_size('publication_words') / current_setting('block_size')::bigint as pages offset 0) as whole
  cross join generate_series(0, ${PARTS}::int - 1) as part
  cross join lateral (
    select publication_id, commune_ids, recherche from publication_words
    where ctid >= format('(%s,0)', pages * part / ${PARTS}::int)::tid
      and ctid < format('(%s,0)', pages * (part + 1) / ${PARTS}::int)::tid
    limit ${rows}) as w`

const isHit = ({ query, communeIds }: Words) => sql`
  w.recherche @@ ${query}::tsquery${communeIds ? sql` and w.commune_ids && ${[...communeIds]}::uuid[]` : empty}`

/** Whether words are in more than `MANY` texts, for certain: then a total says “at least”. `stock`: the number of texts. */
export async function isCommon(db: Db, words: Words, stock: Sql): Promise<boolean> {
  const row = await db.one<{ looked: number; hits: number; parts: number; stock: number }>(sql`
    select count(*) as looked, count(*) filter (where hit) as hits, count(distinct part) filter (where hit) as parts,
      ${stock} as stock
    from (select part, ${isHit(words)} as hit from ${sampled(FEW)} where ${stock} > ${MANY}) seen`)
  return row !== undefined && row.parts >= SPREAD && row.hits * row.stock > row.looked * MANY
}

/** Some of the hits of common words. */
export const someHits = (words: Words, most: number) =>
  sql`select w.publication_id from ${sampled(MORE)} where ${isHit(words)} limit ${most}`
