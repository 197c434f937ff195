import { type Db, sql } from '../kernel/db/db.ts'
import { foldedWords } from '../kernel/texts.ts'
import { isStopWord, plainWords } from '../publications/lists/search.ts'

/** Words that nothing has are replaced by one that something has: one letter is missing, extra, wrong or swapped. */

const SHORTEST = 4
const LONGEST = 20
const MOST_WORDS = 5
/** Whether a word is frequent does not matter beyond. */
const MOST_HITS = 100

/**
 * A search that found nothing, with its unknown words corrected; undefined where none can be. Within a transaction, for its own
 * setting. The only word is not looked up: “marcé” found nothing, and the name Marcel that the caller may not see does not count.
 */
export async function corrected(
  db: Db,
  q: string,
  isKnown: (db: Db, word: string) => Promise<boolean> = isWordOrName,
): Promise<string | undefined> {
  const all = new Set(plainWords(q).filter(word => !isStopWord(word)))
  const words = [...all].filter(isCorrectable)
  if (words.length === 0 || words.length > MOST_WORDS) return undefined
  let better = q
  for (const word of words) {
    const spelled = all.size > 1 && (await isKnown(db, word)) ? undefined : await nearest(db, word)
    if (spelled !== undefined) better = better.replaceAll(word, spelled)
  }
  return better === q ? undefined : better
}

const isCorrectable = (word: string) => {
  const key = foldedWords(word)
  return key.length >= SHORTEST && key.length <= LONGEST && /^[a-z]+$/.test(key)
}

/** Whether a text or a name has the word. */
async function isWordOrName(db: Db, word: string): Promise<boolean> {
  const key = foldedWords(word)
  const like = `% ${key}%`
  const row = await db.one<{ known: boolean }>(sql`
    select exists (select from publication_words
        where recherche @@ plainto_tsquery('public.parvis', french_words(${word})))
      or exists (select from acteurs where recherche like ${like})
      or exists (select from users where nom_recherche like ${like})
      or exists (select from communes where cle like ${`${key}%`} and successor_id is null) as known`)
  return row?.known ?? false
}

interface Candidate {
  readonly word: string
  readonly hits: number
}

/** The most frequent word that is one letter away, as it is written. */
async function nearest(db: Db, word: string): Promise<string | undefined> {
  const variants = edits(foldedWords(word))
  const inTexts = await db.all<Candidate>(sql`
      select variant as word, hits from unnest(${variants}::text[]) as variant
      cross join lateral (select plainto_tsquery('public.parvis', french_words(variant)) as query offset 0) as parsed
      cross join lateral (
        select count(*)::int as hits from (
          select from publication_words where recherche @@ parsed.query limit ${MOST_HITS}) few) as counted
      where numnode(parsed.query) > 0 and hits > 0`)
  // By default, a word of eight letters with two swapped ones has too few trigrams left.
  await db.run(sql`select set_config('pg_trgm.word_similarity_threshold', '0.4', true)`)
  const inNames = await db.all<{ names: string }>(sql`
    select recherche as names from acteurs where recherche %> ${foldedWords(word)} limit ${MOST_HITS}`)
  const communes = await db.all<Candidate>(sql`
    select fold(nom) as word, 1 as hits from communes where cle = any(${variants}::text[]) and successor_id is null`)
  const known = new Set(variants)
  const hits = new Map<string, number>()
  const add = (word: string, n: number) => hits.set(word, (hits.get(word) ?? 0) + n)
  for (const candidate of [...inTexts, ...communes]) add(candidate.word, candidate.hits)
  for (const { names } of inNames)
    for (const token of new Set(names.split(' '))) if (known.has(token)) add(token, 1)
  const [best] = [...hits].sort(([, one], [, other]) => other - one)
  return best && ((await asWritten(db, best[0])) ?? best[0])
}

/** “assemblée” for `assemblee`. Texts are searched without accents, but people read the correction. */
async function asWritten(db: Db, key: string): Promise<string | undefined> {
  const rows = await db.all<{ text: string }>(sql`
    select p.title || ' ' || p.body as text from (
      select publication_id from publication_words
      where recherche @@ plainto_tsquery('public.parvis', french_words(${key})) limit 5) found
    join publications p on p.id = found.publication_id`)
  const words = rows.flatMap(({ text }) => text.match(/[\p{L}\p{M}]+/gu) ?? [])
  return words.find(word => foldedWords(word) === key)?.toLowerCase()
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
