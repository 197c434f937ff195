import type { ActeurType } from '../../shared/words/acteurs.ts'
import { type Sql, sql } from '../kernel/db/db.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import {
  contextOf,
  loadSearchContext,
  type ParsedQuery,
  queryAsked,
  type SearchContext,
} from '../publishing/publications/lists/search.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import {
  ORDERS as ACTEUR_ORDERS,
  holdingWords,
  listOpen,
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
  const exact = await exactly(visit, q, type)
  const terms = termsOf(questionIn(q))
  const asTyped = { ...exact, corrected: undefined, terms, isLoose: false, type }
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
  }
  // The same words once more.
  if (!better && meant.length === 1 && meant[0]?.words.length === 1 && meant[0].typed === q)
    return { ...known, ...results }
  const words = await widerWords(visit, meant)
  const former = better === undefined ? [] : await publicationsAt(visit, formerly(better, vocabulary))
  const first = joined(known, { ...NOTHING, publications: former })
  const wider = joined(first, await byWords(visit, words.every, words.names))
  if (sizeOf(wider) > 0 || words.someNames.length === 0) return { ...wider, ...results }
  const loose = await byWords(visit, words.some, words.someNames)
  return { ...loose, ...results, isLoose: sizeOf(loose) > 0 }
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

async function exactly(visit: Visit, q: string, type: ActeurType | undefined): Promise<Found> {
  const words = await parsed(visit, q)
  if (!words) return NOTHING
  const [named, ofType, publications] = await Promise.all([
    acteursFor(visit, holdingWords(words.names, visit.town.id)),
    type && acteursFor(visit, [], type),
    foundBy(visit, words.context),
  ])
  return { acteurs: once([...named, ...(ofType ?? [])]).slice(0, MOST_ACTEURS), publications }
}

async function byWords(
  visit: Visit,
  words: SearchContext | undefined,
  names: WiderWords['names'],
): Promise<Found> {
  const [acteurs, publications] = await Promise.all([
    // No index helps with these patterns, and a city has thousands of acteurs.
    names.length > 0 ? acteursFor({ ...visit, db: visit.slow }, names) : [],
    words ? foundBy(visit, words) : [],
  ])
  return { acteurs, publications }
}

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

async function acteursFor({ db, town, source }: Visit, words: readonly Sql[], type?: ActeurType) {
  const page = pageOf({ per_page: MOST_ACTEURS }, ACTEUR_ORDERS.nom_asc)
  const open = { acteurIds: source.acteurIds, ...(type && { type }) }
  return onPage(page, await listOpen(db, openWith(town.id, open, words), page)).data
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
