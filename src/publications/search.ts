import { type Db, type Sql, sql, where } from '../kernel/db.ts'
import { normalized } from '../kernel/unicode.ts'

/** Searching French text: which words count, and how to find rare and common ones without reading everything. */

/** What is searched for, and how its hits are come by. */
export interface Search {
  /** A tsquery, written out. */
  readonly query: string
  readonly way: Way
  /** Only in these; null for everywhere. */
  readonly communeIds: readonly string[] | null
  /** Only what everybody may see. */
  readonly visible: boolean
}

/**
 * The index finds every hit, which is the way for few; but of a common word it would fetch and sort half the stock
 * to show a page (measured at a million rows: 700 ms). Walking the list in its own order meets a common word at once
 * and a rare one never. So a list is walked for a moment, and asked of the index when that was not enough.
 */
export type Way =
  | { readonly kind: 'index' }
  /** So many rows from the beginning of the list. */
  | { readonly kind: 'walk'; readonly rows: number }

/** 2 ms, and a page full of any word that stands in one text of fifty. */
const GLANCE: Way = { kind: 'walk', rows: 1_000 }
/** 60 ms: what is not met on this way is asked of the index, however many there are. */
export const LONG_WALK: Way = { kind: 'walk', rows: 20_000 }
/** Exclusions alone find nothing in an index. */
export const ONLY_WALK: Way = { kind: 'walk', rows: 100_000 }
export const INDEX: Way = { kind: 'index' }

/** So many hits are fetched and sorted in 8 ms. */
export const FEW_HITS = 5_000

export interface Understood {
  readonly query: string
  readonly indexable: boolean
}

/**
 * Undefined when nothing is searched for: no text, or no word in it. Quoted phrases and `-word` are understood, every
 * word must match.
 */
export async function understand(db: Db, q: string | undefined): Promise<Understood | undefined> {
  if (!q) return undefined
  const row = await db.one<{ text: string; tree: string }>(sql`
    select query::text as text, querytree(query) as tree
    from websearch_to_tsquery('public.parvis', ${plainWords(q)}) as query`)
  return row && row.text !== '' ? { query: row.text, indexable: row.tree !== 'T' } : undefined
}

/**
 * Every way in turn, until one has shown enough. The index, which sees everything, is asked last and always enough. What may take long does not
 * stand in the line of the short reads, whose answers come in order.
 */
export async function searched<Row>(
  { db, slow }: { readonly db: Db; readonly slow: Db },
  { query, indexable }: Understood,
  communeIds: readonly string[] | null,
  list: (db: Db, search: Search) => Promise<Row[]>,
  isEnough: (rows: readonly Row[]) => boolean,
): Promise<Row[]> {
  const by = (way: Way): Search => ({ query, way, communeIds, visible: true })
  if (!indexable) return await list(slow, by(ONLY_WALK))
  const first = await list(db, by(GLANCE))
  if (isEnough(first)) return first
  if (!(await hasFewHits(db, by(INDEX)))) {
    const rows = await list(slow, by(LONG_WALK))
    if (isEnough(rows)) return rows
  }
  return await list(slow, by(INDEX))
}

async function hasFewHits(db: Db, search: Search): Promise<boolean> {
  const row = await db.one<{ hits: number }>(
    sql`select count(*) as hits from (${hitsOf(search)} limit ${FEW_HITS + 1}) few`,
  )
  return (row?.hits ?? 0) <= FEW_HITS
}

const hitsOf = ({ query, communeIds, visible }: Search): Sql => sql`
  select publication_id from publication_words where recherche @@ ${query}::tsquery
  ${communeIds ? sql`and commune_ids && ${[...communeIds]}::uuid[]` : sql``}
  ${visible ? sql`and visible_le <= now()` : sql``}`

interface Rows {
  readonly from: Sql
  readonly conditions: readonly Sql[]
  /** Of a walk: which rows come first. */
  readonly order: Sql
}

/**
 * The rows of a list, as a query: all that meet the conditions, the hits of the index (fenced off, or the planner
 * would walk all the same), or the hits among the first rows of a walk.
 */
export function rowsOf(search: Search | undefined, { from, conditions, order }: Rows): Sql {
  const all = sql`select p.* from ${from} p ${where(conditions)}`
  if (!search) return all
  return search.way.kind === 'index'
    ? sql`select p.* from (${hitsOf(search)} offset 0) hit join publications p on p.id = hit.publication_id
          ${where(conditions)}`
    : sql`select p.* from (${all} order by ${order} limit ${search.way.rows}) p
          where (select recherche @@ ${search.query}::tsquery from publication_words where publication_id = p.id)`
}

////////////////////////////////////////////////////////////////////////////// words

/** Unaccented before they are stemmed, these would be words like others: "à" is no more than "a". */
const SMALL = new Set(
  `a à le la les l un une des du de d en et ou où au aux ce cet cette ces son sa ses leur leurs il ils elle elles nous
   vous on qui que qu dont par pour sur avec sans dans ne n pas se s plus`.split(/\s+/),
)

/**
 * "saint-étienne" is "saint étienne", whichever way the text has it. Small words outside quotation marks go, unless
 * nothing else is there; and the bare word "or", which would be an operator and in French is gold, is quoted.
 */
export function plainWords(q: string): string {
  const parts = normalized(q)
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .split('"')
  const kept = parts.map((part, at) => (at % 2 === 0 ? withoutSmallWords(part) : part))
  const chosen = kept.some(part => /[\p{L}\p{N}]/u.test(part)) ? kept : parts
  return chosen.map((part, at) => (at % 2 === 0 ? quoteOr(part) : part)).join('"')
}

/** Behind a hyphen, a word is excluded: it stays whatever it is. */
const WORD = /(?<![\p{L}\p{N}-])[\p{L}\p{N}]+(?![\p{L}\p{N}-])/gu
const withoutSmallWords = (text: string) =>
  text.replaceAll(WORD, word => (SMALL.has(word.toLowerCase()) ? '' : word))
const quoteOr = (text: string) =>
  text.replaceAll(WORD, word => (word.toLowerCase() === 'or' ? `"${word}"` : word))
