import { type Db, join, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { acteurInTerritory, type Territory } from '../../../people/access/territory.ts'
import { withSaints } from '../../../territory/communes/rules.ts'
import { type Also, loadSearchContext, type ParsedPart, parsedParts, type SearchContext } from './search.ts'
import { isStopWord, partsOf, plainWords } from './search-words.ts'

/**
 * The search of the back-office: words also find publications by acteur, author, commune and reports. A name may have some of
 * the words, the text the others: "sapeurs assemblée" finds the assembly of the Amicale des sapeurs. Names are looked up first
 * and become ids, so that a new name is found at once and the index of words stays as it is.
 */

/** Words beyond these are searched in texts alone: somebody pasted a title. */
const MOST_WORDS = 5
/** A word that so many names have is looked up together with another one. */
const MOST_NAMED = 200
/** The longest name of a commune, in words. */
const LONGEST_RUN = 8
/** The newest reports, read without an index (10 ms). */
const MOST_REPORTS = 5_000

export async function loadOfficeSearch(
  db: Db,
  q: string | undefined,
  territory: Territory,
): Promise<SearchContext | undefined> {
  const words = await loadSearchContext(db, q)
  if (q === undefined || !words?.indexable) return words
  return { ...words, also: [...(await byName(db, q, territory)), ...(await byReport(db, q))] }
}

async function byName(db: Db, q: string, territory: Territory): Promise<readonly Also[]> {
  const typed = plainWords(q)
  const said = typed.filter(word => !isStopWord(word))
  if (said.length === 0 || said.length > MOST_WORDS) return []
  // Phrases and exclusions are about the text.
  const others = partsOf(q).filter(({ kind }) => kind !== 'words')
  const parsed = await parsedParts(db, [...said.map(said => ({ kind: 'words', said }) as const), ...others])
  const words = parsed.slice(0, said.length)
  const without = (covered: readonly number[]) => {
    const left = parsed.filter(({ query }, at) => query !== '' && !covered.includes(at))
    return left.map(({ query }) => `(${query})`).join(' & ') || undefined
  }
  const found = (by: Also['by'], names: readonly Named[]): Also[] =>
    [...Map.groupBy(names, ({ covered }) => covered.join()).values()].map(alike => ({
      by,
      ids: alike.map(({ id }) => id),
      query: without(alike[0]?.covered ?? []),
    }))
  const acteurs = { table: sql`acteurs`, column: sql`recherche`, near: acteurInTerritory(sql`id`, territory) }
  const users = { table: sql`users`, column: sql`nom_recherche`, near: [] }
  return [
    ...found('acteur', await namedLike(db, words, acteurs)),
    ...found('author', await namedLike(db, words, users)),
    ...found('commune', await communesNamed(db, typed, said)),
  ]
}

/** A record with the places of the words that its name has. */
interface Named {
  readonly id: string
  readonly covered: readonly number[]
}

interface Names {
  readonly table: Sql
  /** Made by `words_key`. */
  readonly column: Sql
  readonly near: readonly Sql[]
}

/** Records of which words begin words of the name: of each rare word, and of each two frequent ones. */
async function namedLike(
  db: Db,
  words: readonly ParsedPart[],
  { table, column, near }: Names,
): Promise<readonly Named[]> {
  const places = words.flatMap(({ key }, at) => (key === '' ? [] : [at]))
  const lookUp = async (sets: readonly (readonly number[])[]) => {
    if (sets.length === 0) return []
    const each = sets.map((set, n) => {
      const has = set.map(at => sql`${column} like ${`% ${words[at]?.key}%`}`)
      return sql`(select ${n}::int as n, id, ${column} as names from ${table} ${where([...has, ...near])} limit ${MOST_NAMED + 1})`
    })
    return await db.all<{ n: number; id: string; names: string }>(sql`${join(each, ' union all ')}`)
  }
  const isFrequent = (rows: readonly { n: number }[], n: number) =>
    rows.filter(row => row.n === n).length > MOST_NAMED
  const rows = await lookUp(places.map(at => [at]))
  const frequent = places.filter((_, n) => isFrequent(rows, n))
  const pairs = frequent.flatMap((one, at) => frequent.slice(at + 1).map(other => [one, other]))
  const both = await lookUp(pairs)
  const few = [
    ...rows.filter(({ n }) => !frequent.includes(places[n] ?? -1)),
    ...both.filter(({ n }) => !isFrequent(both, n)),
  ]
  return [...new Map(few.map(row => [row.id, row])).values()].map(({ id, names }) => ({
    id,
    covered: places.filter(at => names.includes(` ${words[at]?.key}`)),
  }))
}

/** Communes whose whole name stands among the words: "marché saint denis". */
async function communesNamed(
  db: Db,
  typed: readonly string[],
  said: readonly string[],
): Promise<readonly Named[]> {
  const runs = typed.flatMap((_, from) =>
    typed.slice(from, from + LONGEST_RUN).map((_, n) => typed.slice(from, from + n + 1)),
  )
  const names = runs.flatMap((run, n) => {
    const name = run.join(' ')
    return [...new Set([name, withSaints(name)])].map(name => ({ n, name }))
  })
  const rows = await db.all<{ n: number; id: string }>(sql`
    select run.n, c.id from unnest(${names.map(({ n }) => n)}::int[], ${names.map(({ name }) => name)}::text[]) as run(n, name)
    join communes c on c.cle = search_key(run.name) and c.successor_id is null
    where search_key(run.name) <> '' limit ${MOST_NAMED}`)
  return rows.flatMap(({ n, id }) => {
    const covered = (runs[n] ?? []).map(word => said.indexOf(word)).filter(at => at >= 0)
    return covered.length > 0 ? [{ id, covered }] : []
  })
}

/** Publications of which a report has all the words. */
async function byReport(db: Db, q: string): Promise<readonly Also[]> {
  const said = plainWords(q).filter(word => !isStopWord(word))
  if (said.length === 0) return []
  const rows = await db.all<{ id: string }>(sql`
    select distinct publication_id as id from (
      select publication_id, message from publication_reports where message is not null
      order by created_at desc limit ${MOST_REPORTS}) newest
    where plain_text(message) like all(array(select somewhere(word) from unnest(${[...said]}::text[]) as word))
    limit ${MOST_NAMED}`)
  return rows.length > 0 ? [{ by: 'id', ids: rows.map(({ id }) => id), query: undefined }] : []
}
