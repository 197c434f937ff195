import type { ActeurType } from '../../shared/words/acteurs.ts'
import { type Db, join, type Sql, sql } from '../kernel/db/db.ts'
import { rankedIds, type Walked, walkedIds } from '../publishing/publications/lists/public-list.ts'
import {
  contextOf,
  loadSearchContext,
  type ParsedQuery,
  queryAsked,
  type SearchContext,
} from '../publishing/publications/lists/search.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import {
  type ActeurFilter,
  firstOpen,
  holdingWords,
  openByIds,
  openWith,
  wordsAsked,
} from '../territory/acteurs/list.ts'
import type { Acteur, StoredActeur } from '../territory/acteurs/shapes.ts'
import { questionIn, type Term, termsOf } from './meanings.ts'
import { typeFor } from './sections.ts'
import { publicationsOf, type Visit } from './visit.ts'
import { correctionOf, formerly, vocabularyOf } from './vocabulary.ts'
import { type WiderWords, widerWords } from './wider.ts'

/**
 * What a search finds: first exactly what was typed. Where that is little, a second step looks for what the words mean: for
 * what residents say for them, for earlier titles, and where nothing was found with unknown words corrected.
 */

export const MOST_ACTEURS = 6
export const MOST_PUBLICATIONS = 20
/** Fewer results are little. */
const ENOUGH = 3

export interface SearchResults extends Found {
  /** The corrected words, if the typed ones were searched for in another spelling. */
  readonly corrected: string | undefined
  /** What the words mean, corrected. */
  readonly terms: readonly Term[]
  /** No record has all of the words, so those with one of them are shown. */
  readonly isLoose: boolean
  /** All acteurs of this type are meant. */
  readonly type: ActeurType | undefined
  /** The words as names are compared; undefined where they were corrected. */
  readonly names: string | undefined
  /** What the words mean, where that was looked for. */
  readonly wider: WiderWords | undefined
}

interface Found {
  readonly acteurs: readonly StoredActeur<Acteur>[]
  readonly publications: readonly Publication[]
}

const NOTHING: Found = { acteurs: [], publications: [] }

/** Quoted words, and words that are excluded, are looked for as they were typed. */
const isExact = (q: string) => /["«»“”„‟]|(?<![\p{L}\p{N}])-[\p{L}\p{N}]/u.test(q)

export async function loadSearchResults(visit: Visit, q: string): Promise<SearchResults> {
  const type = typeFor(q)
  const { names, ...exact } = await exactly(visit, q, type)
  const terms = termsOf(questionIn(q))
  const asTyped = { ...exact, corrected: undefined, terms, isLoose: false, type, names, wider: undefined }
  if (isExact(q) || terms.length === 0 || sizeOf(exact) >= ENOUGH) return asTyped
  const vocabulary = await vocabularyOf(visit)
  const old = await publicationsAt(visit, formerly(q, vocabulary))
  const known = joined(exact, { ...NOTHING, publications: old })
  const better = sizeOf(known) === 0 ? correctionOf(q, vocabulary) : undefined
  const meant = better === undefined ? terms : termsOf(questionIn(better))
  const results = {
    corrected: better,
    terms: meant,
    isLoose: false,
    type: better ? typeFor(better) : type,
    names: better ? undefined : names,
  }
  // The same words once more.
  if (!better && meant.length === 1 && meant[0]?.words.length === 1 && meant[0].typed === q)
    return { ...known, ...results, wider: undefined }
  const wider = await widerWords(visit, meant)
  const former = better === undefined ? [] : await publicationsAt(visit, formerly(better, vocabulary))
  const first = joined(known, { ...NOTHING, publications: former })
  const mayBeLoose = sizeOf(first) === 0 && wider.someNames.length > 0
  const named = (names: readonly Sql[]) => (names.length > 0 ? [acteursOf(visit, names)] : [])
  const { found, isSecond } = await look(
    visit,
    // No index helps with these patterns, and a city has thousands of acteurs.
    visit.slow,
    { acteurs: named(wider.names), words: wider.every },
    mayBeLoose ? { acteurs: named(wider.someNames), words: wider.some } : undefined,
  )
  return { ...joined(first, found), ...results, wider, isLoose: isSecond && sizeOf(found) > 0 }
}

const sizeOf = ({ acteurs, publications }: Found) => acteurs.length + publications.length

/** Each once, the first ones first. */
const joined = (first: Found, more: Found): Found => ({
  acteurs: once([...first.acteurs, ...more.acteurs]).slice(0, MOST_ACTEURS),
  publications: once([...first.publications, ...more.publications]).slice(0, MOST_PUBLICATIONS),
})
const once = <T extends { readonly id: string }>(rows: readonly T[]): T[] => {
  const ids = new Set<string>()
  return rows.filter(({ id }) => !ids.has(id) && ids.add(id))
}

async function exactly(visit: Visit, q: string, type: ActeurType | undefined) {
  const words = await parsed(visit, q)
  if (!words) return { ...NOTHING, names: undefined }
  const { names, context } = words
  const acteurs = [
    acteursOf(visit, holdingWords(names, visit.town.id)),
    ...(type ? [acteursOf(visit, [], type)] : []),
  ]
  const { found } = await look(visit, context.indexable ? visit.db : visit.slow, { acteurs, words: context })
  return { ...found, names }
}

interface Wanted {
  /** One filter after the other. */
  readonly acteurs: readonly ActeurFilter[]
  readonly words: SearchContext | undefined
}
interface Ids extends Walked {
  readonly acteurs: readonly string[]
}

/** Acteurs and publications: their ids by one statement, then their rows where there are some. `second`: where the first finds nothing. */
async function look(visit: Visit, db: Db, first: Wanted, second?: Wanted) {
  const row = await db.one<{ first: Ids; second: Ids | null }>(sql`
    with first as materialized (${idsOf(visit, first)})
    select to_jsonb(first) as first, ${
      second
        ? sql`case when cardinality(first.acteurs) + cardinality(first.ids) = 0
            then (select to_jsonb(other) from (${idsOf(visit, second)}) other) end`
        : sql`null::jsonb`
    } as second
    from first`)
  const found = row ? await rowsOf(visit, first, row.first) : NOTHING
  if (sizeOf(found) > 0 || !second || !row?.second) return { found, isSecond: false }
  return { found: await rowsOf(visit, second, row.second), isSecond: true }
}

const NO_IDS = sql`array[]::uuid[]`
function idsOf(visit: Visit, { acteurs, words }: Wanted): Sql {
  const named = acteurs.map(filter => sql`(${firstOpen(filter, MOST_ACTEURS)})`)
  return sql`
    select ${named.length > 0 ? sql`array(${join(named, ' union all ')})` : NO_IDS} as acteurs, walked.*
    from (${words ? walkedIds(inTexts(visit, words)) : sql`select ${NO_IDS} as ids, true as whole`}) walked`
}

async function rowsOf(visit: Visit, { words }: Wanted, { acteurs, ...walked }: Ids): Promise<Found> {
  const some = [...new Set(acteurs)].slice(0, MOST_ACTEURS)
  const [named, publications] = await Promise.all([
    some.length > 0 ? openByIds(visit.db, some) : [],
    words ? inOrder(visit, words, walked) : [],
  ])
  return { acteurs: named, publications }
}

async function inOrder(visit: Visit, words: SearchContext, walked: Walked): Promise<readonly Publication[]> {
  const { ids } = await rankedIds(visit.slow, inTexts(visit, words), walked)
  if (ids.length === 0) return []
  return (await publicationsOf(visit, { order: 'relevance', most: MOST_PUBLICATIONS, words, ids })).data
}

const inTexts = ({ town, source }: Visit, words: SearchContext) => ({
  place: { communeIds: [town.id], acteurIds: source.acteurIds, acteurId: undefined },
  type: undefined,
  from: undefined,
  to: undefined,
  words,
})

const acteursOf = ({ town, source }: Visit, words: readonly Sql[], type?: ActeurType): ActeurFilter =>
  openWith(town.id, { acteurIds: source.acteurIds, ...(type && { type }) }, words)

/** The words as names are compared, and as texts are searched: one statement. Undefined without words. */
async function parsed({ db }: Visit, q: string) {
  const [names, query] = [wordsAsked(q), queryAsked(q)]
  if (!names || !query) return undefined
  const row = await db.one<ParsedQuery & { names: string }>(
    sql`select ${names} as names, asked.* from (${query}) asked`,
  )
  const context = contextOf(row)
  return row && context && { names: row.names, context }
}

const foundBy = async (visit: Visit, words: SearchContext): Promise<readonly Publication[]> =>
  (await publicationsOf(visit, { order: 'relevance', most: MOST_PUBLICATIONS, words })).data

const publicationsAt = async (visit: Visit, ids: readonly string[]): Promise<readonly Publication[]> =>
  ids.length === 0
    ? []
    : (
        await publicationsOf(visit, {
          order: 'publie_le_desc',
          most: MOST_PUBLICATIONS,
          ids: ids.slice(0, MOST_PUBLICATIONS),
        })
      ).data

/** The publications that hold the words as they were typed. */
export async function found(visit: Visit, q: string): Promise<readonly Publication[]> {
  const words = await loadSearchContext(visit.db, q)
  return words ? await foundBy(visit, words) : []
}
