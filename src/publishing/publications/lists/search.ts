import { countRows, type Db, empty, join, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { type Part, partsOf } from './search-words.ts'

/** Full-text search in French: the query of the words, and strategies for rare and common ones. */

/** What is searched for: words, days or both. */
export interface SearchCriteria {
  /** A tsquery, as text. */
  readonly query: string | undefined
  readonly also?: readonly Also[] | undefined
  /** Days without words use their own index. */
  readonly days?: Days
  /** Only in these communes; null for all. */
  readonly communeIds: readonly string[] | null
  /** Visible publications only. */
  readonly visible: boolean
}

/** A search with its strategy (`kernel/lists/search-steps.ts`). */
export interface SearchPlan extends SearchCriteria {
  readonly path: AccessPath
}
export type AccessPath = { readonly kind: 'index' } | Found | Scan
/** Hits that were read before (`newest-hits.ts`). */
interface Found {
  readonly kind: 'found'
  readonly ids: readonly string[]
}
/** Reads only the first rows of the list. */
export interface Scan {
  readonly kind: 'walk'
  readonly rows: number
}

/** Takes 2 ms and fills a page for a word in one text of fifty. */
export const SHORT_SCAN: Scan = { kind: 'walk', rows: 1_000 }
/** Takes 60 ms; words not found by then are looked up in the index, however many hits there are. */
export const LONG_SCAN: Scan = { kind: 'walk', rows: 20_000 }
/** For lists with few rows: of one acteur, or featured. */
export const SMALL_LIST_SCAN: Scan = { kind: 'walk', rows: 100_000 }
/** Takes 20 ms: exclusions alone cannot use an index and match nearly everything. */
export const EXCLUSIONS_SCAN: Scan = { kind: 'walk', rows: 5_000 }
export const INDEX: AccessPath = { kind: 'index' }

/** Up to this number, the hits of the index are fetched and sorted in 8 ms. */
export const FEW_HITS = 5_000

/** Both included; undefined is open. */
export interface Days {
  readonly from: string | undefined
  readonly to: string | undefined
  /** Under way on this day, also where it began before. */
  readonly on?: string | undefined
}

export interface SearchContext {
  readonly query: string
  /** The part of `query` that the index checks alone, as a tsquery: without the order of words. */
  readonly candidates: string
  readonly indexable: boolean
  readonly also?: readonly Also[] | undefined
}

/** Publications that words find by a name and not by their text (`office-search.ts`). */
export interface Also {
  readonly by: 'acteur' | 'author' | 'commune' | 'id'
  readonly ids: readonly string[]
  /** The words that their text must have besides, as a tsquery. Undefined: none. */
  readonly query: string | undefined
}

/**
 * Parses the words with quoted phrases and `-word`; all of them must match. Undefined for an empty search; one without a
 * word (`👍`) finds nothing. Words are folded by the function that folds the texts, so no operator in them reaches PostgreSQL.
 */
export async function loadSearchContext(db: Db, q: string | undefined): Promise<SearchContext | undefined> {
  if (q === undefined || q.trim() === '') return undefined
  const asked = queryAsked(q)
  return asked ? contextOf(await db.one<ParsedQuery>(asked)) : NO_WORD
}

/** No text has a word and has it not. */
const NO_WORD: SearchContext = { query: `'-' & !'-'`, candidates: `'-' & !'-'`, indexable: true }

export interface ParsedQuery {
  readonly text: string | null
  readonly candidates: string | null
  readonly tree: string | null
}

/** The statement that parses the words; undefined without words. */
export function queryAsked(q: string): Sql | undefined {
  const parts = partsOf(q)
  if (parts.length === 0) return undefined
  return sql`
    select query::text as text, candidates::text as candidates, querytree(query) as tree from (
      select all_of(${PARSED}) as query, all_of(${IN_ANY_ORDER}) as candidates
      from unnest(${parts.map(part => part.kind)}::text[], ${parts.map(part => part.said)}::text[]) as part(kind, said)
    ) as asked`
}

/** Undefined where all of the words are in every text: `le la de`. */
export const contextOf = (row: ParsedQuery | undefined): SearchContext | undefined =>
  row?.text
    ? { query: row.text, candidates: row.candidates ?? row.text, indexable: row.tree !== 'T' }
    : undefined

/** A part as a tsquery. */
const PARSED = sql`case kind
  when 'words' then plainto_tsquery('public.parvis', french_words(said))
  when 'phrase' then phraseto_tsquery('public.parvis', french_words(said))
  else !! phraseto_tsquery('public.parvis', french_words(said)) end`
/** The same without the order of words: a phrase as its words, and no exclusion of several words. */
const IN_ANY_ORDER = sql`case
  when kind <> 'without' then plainto_tsquery('public.parvis', french_words(said))
  when numnode(phraseto_tsquery('public.parvis', french_words(said))) = 1
    then !! phraseto_tsquery('public.parvis', french_words(said)) end`

export interface ParsedPart {
  /** A tsquery, as text; '' for words that are in every text. */
  readonly query: string
  /** As names are compared. */
  readonly key: string
}

export const parsedParts = (db: Db, parts: readonly Part[]): Promise<ParsedPart[]> =>
  db.all<ParsedPart>(sql`
    select (${PARSED})::text as query, btrim(words_key(said)) as key
    from unnest(${parts.map(part => part.kind)}::text[], ${parts.map(part => part.said)}::text[])
      with ordinality as part(kind, said, place)
    order by place`)

export const hasManyHits = async (db: Db, criteria: SearchCriteria): Promise<boolean> =>
  (await countRows(db, sql`(${hitsQuery(criteria, FEW_HITS + 1)}) few`)) > FEW_HITS

/** `most`: of each way to be found. */
export function hitsQuery(
  { query, also = [], days, communeIds, visible }: SearchCriteria,
  most?: number,
): Sql {
  const end = most === undefined ? empty : sql` limit ${most}`
  if (query === undefined)
    return days?.on === undefined ? onDays(days, communeIds, end) : underWay(days.on, communeIds, end)
  const near = communeIds ? sql` and w.commune_ids && ${[...communeIds]}::uuid[]` : empty
  const byText = sql`
  select w.publication_id from publication_words w where w.recherche @@ ${query}::tsquery${near}
  ${visible ? sql`and w.visible_le <= now()` : empty}${end}`
  if (also.length === 0) return byText
  const others = also.map(
    one => sql`
  select w.publication_id from publication_words w
  ${one.by === 'commune' ? empty : sql`join publications p on p.id = w.publication_id`}
  where ${ownedBy(one)}${one.query === undefined ? empty : sql` and w.recherche @@ ${one.query}::tsquery`}${near}${end}`,
  )
  return join(
    [byText, ...others].map(way => sql`(${way})`),
    ' union ',
  )
}

/** For a publication `p` and its words `w`. */
const ownedBy = ({ by, ids }: Also): Sql => {
  const any = sql`${[...ids]}::uuid[]`
  if (by === 'commune') return sql`w.commune_ids && ${any}`
  if (by === 'acteur') return sql`p.acteur_id = any(${any})`
  return by === 'author' ? sql`p.created_by = any(${any})` : sql`p.id = any(${any})`
}

/** Along the index of days, of all publications or of each commune with its links; and along that of further days. */
function onDays(days: Partial<Days> = {}, communeIds: readonly string[] | null, end: Sql): Sql {
  const range = daysBetween(sql`debut`, days)
  const near = communeIds ? [sql`commune_id = any(${[...communeIds]}::uuid[])`] : []
  const visible = where([...near, sql`visible_le <= now()`, ...range])
  const further = where([
    ...(communeIds ? near : [sql`own`]),
    ...firstFrom(sql`previous`, days.from),
    ...range,
  ])
  // The limit stands in each part: `union` would gather everything before it.
  return sql`
    (select id as publication_id from publications ${visible}${end})
    ${communeIds ? sql`union (select publication_id from publication_communes ${visible}${end})` : sql``}
    ${days.from === undefined ? sql`` : sql`union (select publication_id from publication_days ${further}${end})`}`
}

/** Those that begin or come again on this day, and those of several days that began before. */
function underWay(on: string, communeIds: readonly string[] | null, end: Sql): Sql {
  const several = (more: readonly Sql[]) => sql`
    (select id from publications ${where([
      ...more,
      sql`visible_le <= now() and date_fin > date_debut and date_debut < ${on}::date and date_fin >= ${on}::date`,
    ])}${end})`
  const here = sql`${[...(communeIds ?? [])]}::uuid[]`
  const ways = communeIds
    ? [
        several([sql`commune_id = any(${here})`]),
        several([sql`commune_ids && ${here} and cardinality(commune_ids) > 1`]),
      ]
    : [several([])]
  return join([onDays({ from: on, to: on }, communeIds, end), ...ways], ' union ')
}

/** The same of a row found in another way. Links to further communes do not have the last day. */
export const isUnderWay = (on: string): Sql => sql`
  coalesce((select true from publications same where same.id = p.id and (
    ${on}::date between same.date_debut and coalesce(same.date_fin, same.date_debut) or ${on}::date = any(same.dates))), false)`

/**
 * Whether `p` takes place on one of these days: its first day comes before all others. With `exists`, the planner would
 * hash all further days (38 ms instead of 1).
 */
export const takesPlace = (days: Partial<Days>): Sql[] => {
  const range = daysBetween(sql`p.debut`, days)
  if (days.from === undefined) return range
  const further = where([
    sql`further.publication_id = p.id`,
    ...firstFrom(sql`further.previous`, days.from),
    ...daysBetween(sql`further.debut`, days),
  ])
  return [
    sql`((${join(range, ' and ')})
      or (p.debut < ${days.from}::date
        and coalesce((select true from publication_days further ${further} limit 1), false)))`,
  ]
}

/** Keeps one row a publication: its first further day from `from` on, unless `date_debut` is one already. */
export const firstFrom = (previous: Sql, from: string | undefined): Sql[] =>
  from === undefined ? [] : [sql`${previous} < ${from}::date`]

export const daysBetween = (column: Sql, { from, to }: Partial<Days> = {}): Sql[] => [
  ...(from === undefined ? [] : [sql`${column} >= ${from}::date`]),
  ...(to === undefined ? [] : [sql`${column} < ${to}::date + 1`]),
]

interface Rows {
  readonly from: Sql
  /** Conditions that the index of the walk can check. */
  readonly conditions: readonly Sql[]
  /** Conditions that need the row: a walk must be limited, since few rows may match. */
  readonly narrowing?: readonly Sql[]
  /** The order of the walk. */
  readonly order: Sql
  /** What hits of the index are joined with, where it is not `publications`. */
  readonly hitsIn?: Sql | undefined
  /** A further column that the order needs. */
  readonly computed?: Sql | undefined
}

/** Whether the words find `p`, for rows read in another way. */
export const matchesWords = ({ query, also = [] }: Pick<SearchContext, 'query' | 'also'>): Sql => {
  const ways = also.map(one =>
    one.query === undefined
      ? sql` or ${ownedBy(one)}`
      : sql` or (${ownedBy(one)} and w.recherche @@ ${one.query}::tsquery)`,
  )
  return sql`(select w.recherche @@ ${query}::tsquery${ways.length > 0 ? join(ways, ' ') : empty}
    from publication_words w where w.publication_id = p.id)`
}

/**
 * The rows of a list as a query: all matching rows, the hits of the index (behind `offset 0`, or the planner would
 * walk), or the hits among the first rows of a walk.
 */
export function searchRows(
  search: SearchPlan | undefined,
  { from, conditions, narrowing = [], order, computed, hitsIn = sql`publications` }: Rows,
): Sql {
  if (!search) return sql`select p.* from ${from} p ${where([...conditions, ...narrowing])}`
  if (search.path.kind === 'found')
    return sql`select p.* from ${hitsIn} p ${where([sql`p.id = any(${[...search.path.ids]}::uuid[])`, ...conditions, ...narrowing])}`
  // The planner does not know how few are under way, and would read the whole index of visible publications.
  if (search.path.kind === 'index' && search.days?.on !== undefined)
    return sql`select p.* from (${hitsQuery(search)} offset 0) hit
          cross join lateral (select * from publications p where p.id = hit.publication_id offset 0) p
          ${where([...conditions, ...narrowing])}`
  if (search.path.kind === 'index')
    return sql`select p.* from (${hitsQuery(search)} offset 0) hit join ${hitsIn} p on p.id = hit.publication_id
          ${where([...conditions, ...narrowing])}`
  return sql`
    select p.* from (
      select p.*${computed ? sql`, ${computed}` : sql``} from ${from} p ${where(conditions)}
      order by ${order} limit ${search.path.rows}) p
    ${where([...narrowing, ...(search.query === undefined ? [] : [matchesWords({ ...search, query: search.query })])])}`
}
