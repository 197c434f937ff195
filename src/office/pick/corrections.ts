import { type Db, sql } from '../../kernel/db/db.ts'
import { foldedWords } from '../../kernel/texts/texts.ts'
import { isStopWord, plainWords } from '../../publishing/publications/lists/search-words.ts'

/** Words that nothing has are replaced by one that something has: one letter is missing, extra, wrong or swapped. */

const SHORTEST = 4
const LONGEST = 20
const MOST_WORDS = 5
/** Whether a word is frequent does not matter beyond. */
const MOST_HITS = 100
const MOST_CANDIDATES = 5

type IsFound = (db: Db, word: string) => Promise<boolean>

/**
 * A search that found nothing, with its unknown words corrected; undefined where none can be. Within a transaction, for its own
 * setting. Both words and corrections count only where the caller's search finds them. The only word was searched already.
 */
export async function corrected(db: Db, q: string, isFound: IsFound): Promise<string | undefined> {
  const all = new Set(plainWords(q).filter(word => !isStopWord(word)))
  const words = [...all].filter(isCorrectable)
  if (words.length === 0 || words.length > MOST_WORDS) return undefined
  let better = q
  for (const word of words) {
    const spelled = all.size > 1 && (await isFound(db, word)) ? undefined : await nearest(db, word, isFound)
    if (spelled !== undefined) better = better.replaceAll(word, spelled)
  }
  return better === q ? undefined : better
}

const isCorrectable = (word: string) => {
  const key = foldedWords(word)
  return key.length >= SHORTEST && key.length <= LONGEST && /^[a-z]+$/.test(key)
}

/** Variants that are searched alike (“marche”, “marches”), and how much has them. */
interface Candidate {
  readonly words: readonly string[]
  readonly hits: number
}

/** The most frequent word that is one letter away, as it is written. */
async function nearest(db: Db, word: string, isFound: IsFound): Promise<string | undefined> {
  const variants = edits(foldedWords(word))
  // A million texts: 15 to 65 ms. Variants with one stem share a lookup: a frequent word took 1.2 s without this.
  const inTexts = await db.all<Candidate>(sql`
      with asked as materialized (
        select plainto_tsquery('public.parvis', french_words(variant)) as query, array_agg(variant) as words
        from unnest(${variants}::text[]) as variant group by query)
      select words, hits from asked cross join lateral (
        select count(*)::int as hits from (
          select from publication_words where recherche @@ asked.query limit ${MOST_HITS}) few) as counted
      where numnode(query) > 0 and hits > 0`)
  // By default, a word of eight letters with two swapped ones has too few trigrams left.
  await db.run(sql`select set_config('pg_trgm.word_similarity_threshold', '0.4', true)`)
  const inNames = await db.all<{ names: string }>(sql`
    (select recherche as names from acteurs where recherche %> ${foldedWords(word)} limit ${MOST_HITS})
    union all
    (select nom_recherche from users where nom_recherche %> ${foldedWords(word)} limit ${MOST_HITS})`)
  const communes = await db.all<{ name: string }>(sql`
    select distinct fold(nom) as name from communes where cle = any(${variants}::text[]) and successor_id is null`)
  const named = [
    ...inNames.flatMap(({ names }) => [...new Set(names.split(' '))]),
    ...communes.map(({ name }) => name),
  ].filter(name => variants.includes(name))
  const onlyNamed = new Set(named.filter(name => !inTexts.some(({ words }) => words.includes(name))))
  const candidates = [...inTexts, ...[...onlyNamed].map(name => ({ words: [name], hits: 0 }))]
    .map(({ words, hits }) => ({ words, hits: hits + named.filter(name => words.includes(name)).length }))
    .sort((one, other) => other.hits - one.hits)
  for (const { words } of candidates.slice(0, MOST_CANDIDATES)) {
    const written = (await asWritten(db, words)) ?? words.find(one => named.includes(one))
    if (written !== undefined && (await isFound(db, written))) return written
  }
  return undefined
}

/** “assemblée” for `assemblee`: texts are searched without accents, but people read the correction. */
async function asWritten(db: Db, keys: readonly string[]): Promise<string | undefined> {
  const rows = await db.all<{ text: string }>(sql`
    select p.title || ' ' || p.body as text from (
      select publication_id from publication_words
      where recherche @@ plainto_tsquery('public.parvis', french_words(${keys[0]})) limit 5) found
    join publications p on p.id = found.publication_id`)
  const words = rows.flatMap(({ text }) => text.match(/[\p{L}\p{M}]+/gu) ?? [])
  const folded = words.map(word => foldedWords(word))
  const at = folded.findIndex(one => keys.includes(one))
  // Texts may have its plural alone.
  return at === -1 ? keys.find(key => folded.some(one => one.startsWith(key))) : words[at]?.toLowerCase()
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** All words that are one edit away. */
export function edits(word: string): string[] {
  const all = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (after !== '') all.add(before + after.slice(1))
    if (after.length > 1) all.add(`${before}${after[1]}${after[0]}${after.slice(2)}`)
    for (const letter of LETTERS) {
      all.add(before + letter + after)
      if (after !== '') all.add(before + letter + after.slice(1))
    }
  }
  all.delete(word)
  return [...all]
}
