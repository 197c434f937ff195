import { TOWN_LIFE } from '../../shared/town-life.ts'
import { sql, where } from '../kernel/db/db.ts'
import { foldedWords } from '../kernel/texts/texts.ts'
import { remembered } from '../kernel/values/remembered.ts'
import { isStopWord } from '../publishing/publications/lists/search-words.ts'
import { countingWords, singular, termsOf, wordsOf } from './meanings.ts'
import { SECTION_WORDS } from './sections.ts'
import { begun, corrected, parted } from './spelling.ts'
import type { Visit } from './visit.ts'

/**
 * The words that a commune uses: of its newest publications and of its directory. A typed word that is none of them is
 * corrected to the nearest one, to one that begins like it, or to those that it holds without a space. Read by one statement in ten minutes, and only for a search that finds nothing.
 */

interface UsedWord {
  /** How often a title or a name has it. */
  readonly uses: number
  /** With its accents. */
  readonly shown: string
}

interface Vocabulary {
  /** By its folded letters. */
  readonly words: ReadonlyMap<string, UsedWord>
  /** What publications were called before. */
  readonly oldTitles: readonly { readonly id: string; readonly words: ReadonlySet<string> }[]
}

const PUBLICATIONS = 300
const ACTEURS = 1_000
const OLD_TITLES = 1_000
const LETTERS = 600
const MOST_WORDS = 6_000
const FRESH_MS = 600_000
/** Some hundred kilobytes each. */
const COMMUNES = 50

interface Kept {
  reading?: Promise<Vocabulary> | undefined
}
const keptFor = remembered((_: string): Kept => ({}), COMMUNES)

export async function vocabularyOf(visit: Visit): Promise<Vocabulary> {
  const kept = keptFor(`${visit.town.id} ${Math.floor(visit.now.getTime() / FRESH_MS)}`)
  kept.reading ??= read(visit).catch(error => {
    kept.reading = undefined
    throw error
  })
  return await kept.reading
}

interface Row {
  readonly titles: readonly string[]
  readonly texts: readonly string[]
  readonly names: readonly string[]
  readonly old: readonly { readonly id: string; readonly title: string }[]
}

async function read({ slow, town, source }: Visit): Promise<Vocabulary> {
  const row = await slow.one<Row>(sql`
    with newest as materialized (
      select p.id, p.title, p.lieu, left(p.body, ${LETTERS}) as body from publications p ${where([
        sql`p.commune_id = ${town.id} and p.visible_le <= now()`,
        ...(source.acteurIds ? [sql`p.acteur_id = any(${[...source.acteurIds]}::uuid[])`] : []),
      ])} order by p.visible_le desc, p.id desc limit ${PUBLICATIONS})
    select array(select title from newest) as titles, array(select concat_ws(' ', lieu, body) from newest) as texts,
      array(select nom from acteurs a where a.commune_id = ${town.id} and a.active and a.deleted_at is null
        limit ${ACTEURS}) as names,
      (select coalesce(jsonb_agg(former), '[]') from (
        select distinct n.id, r.title from newest n join publication_revisions r on r.publication_id = n.id
        where r.visible_from is not null and r.approved_at is not null and r.title <> n.title
        limit ${OLD_TITLES}) former) as old`)
  const words = new Map<string, UsedWord>()
  const add = (text: string, uses: number) => {
    for (const word of countingWords(text)) {
      const folded = foldedWords(word)
      const before = words.get(folded)
      if (before) words.set(folded, { ...before, uses: before.uses + uses })
      else if (words.size < MOST_WORDS) words.set(folded, { shown: word.toLowerCase(), uses })
    }
  }
  for (const listed of [...Object.values(TOWN_LIFE), SECTION_WORDS]) add(listed, 1)
  for (const text of [...(row?.names ?? []), ...(row?.titles ?? [])]) add(text, 1)
  for (const text of row?.texts ?? []) add(text, 0)
  for (const { title } of row?.old ?? []) add(title, 0)
  return {
    words,
    oldTitles: (row?.old ?? []).map(({ id, title }) => ({
      id,
      words: new Set(wordsOf(title).map(singular)),
    })),
  }
}

/** Publications that had all of these words in an earlier title. */
export function formerly(q: string, { oldTitles }: Vocabulary): string[] {
  const asked = wordsOf(q).map(singular)
  const ids = oldTitles.filter(({ words }) => asked.length > 0 && asked.every(word => words.has(word)))
  return [...new Set(ids.map(({ id }) => id))]
}

/** More words are not corrected. */
const MOST_CORRECTED = 6

/** The search with its unknown words corrected; undefined where there is nothing to correct. */
export function correctionOf(q: string, { words }: Vocabulary): string | undefined {
  const typed = wordsOf(q)
  const meant = new Set(termsOf(q).flatMap(({ meaning, typed }) => (meaning ? typed.split(' ') : [])))
  if (typed.length > MOST_CORRECTED) return undefined
  let isCorrected = false
  const better = typed.map(word => {
    // A wrong figure looks like a right one.
    if (/\d/.test(word)) return word
    if (meant.has(word) || words.has(word) || words.has(singular(word)) || words.has(`${word}s`)) return word
    const one = corrected(word, words) ?? begun(word, words)
    const found = one === undefined ? parted(word, words, isStopWord) : [one]
    if (found === undefined) return word
    isCorrected = true
    return found.map(part => words.get(part)?.shown ?? part).join(' ')
  })
  return isCorrected ? better.join(' ') : undefined
}
