import { type Sql, sql } from '../kernel/db/db.ts'
import type { SearchContext } from '../publishing/publications/lists/search.ts'
import { holdingOneOf } from '../territory/acteurs/list.ts'
import { isVague, type Term } from './meanings.ts'
import type { Visit } from './visit.ts'

/** A search by what its words mean: each of them, or what residents say for it. */

export interface WiderWords {
  /** Texts that have every term in one of its words. */
  readonly every: SearchContext | undefined
  /** Texts that have one of the terms. */
  readonly some: SearchContext | undefined
  /** Conditions on the names of acteurs `p`: every term, and one of them. */
  readonly names: readonly Sql[]
  readonly someNames: readonly Sql[]
}

/** What one search stands for: more words would make each row dearer. */
const MOST_WORDS = 24

interface Parsed {
  readonly every: string | null
  readonly some: string | null
  readonly names: readonly NameAsked[] | null
}
interface NameAsked {
  readonly place: number
  readonly telling: boolean
  readonly name: string
}

/** One statement of the same text, whatever is looked for. */
export async function widerWords(
  { db, town }: Pick<Visit, 'db' | 'town'>,
  terms: readonly Term[],
): Promise<WiderWords> {
  const most = Math.ceil(MOST_WORDS / Math.max(1, terms.length))
  const said = terms.flatMap(({ typed, words }, place) => {
    const telling = !isVague(typed, town.nom)
    return words.slice(0, most).map(word => ({ place, word, telling }))
  })
  const row = await db.one<Parsed>(sql`
    with said as materialized (
      select * from unnest(${said.map(({ place }) => place)}::int[], ${said.map(({ word }) => word)}::text[],
        ${said.map(({ telling }) => telling)}::boolean[]) as s(place, word, telling)),
    terms as (
      select telling, '(' || string_agg('(' || query || ')', '|') || ')' as term from (
        select place, telling, plainto_tsquery('public.parvis', french_words(word))::text as query from said) parsed
      where query <> '' group by place, telling)
    select (select string_agg(term, '&') from terms) as every, (select string_agg(term, '|') from terms where telling) as some,
      (select jsonb_agg(jsonb_build_object('place', place, 'telling', telling, 'name', words_asked(word))) from said) as names`)
  const names = row?.names ?? []
  const patternsOf = (some: readonly NameAsked[]) => some.flatMap(({ name }) => patternOf(name))
  const patterns = [...Map.groupBy(names, ({ place }) => place).values()].map(patternsOf)
  const named = (some: readonly string[]) => holdingOneOf(some, town.id)
  const telling = patternsOf(names.filter(({ telling }) => telling))
  return {
    every: contextOf(row?.every),
    some: contextOf(row?.some),
    names: patterns.map(named),
    someNames: patterns.length > 1 && telling.length > 0 ? [named(telling)] : [],
  }
}

const contextOf = (query: string | null | undefined): SearchContext | undefined =>
  query ? { query, candidates: query, indexable: true } : undefined

/** Words of fewer letters are not the beginning of others: “bar” is no “barrage”. */
const WHOLE = 5
/** In the order of the words, as names are compared: between spaces. */
function patternOf(name: string): string[] {
  const words = name.split(' ').filter(word => word !== '')
  const isShort = (words.at(-1) ?? '').length < WHOLE
  return words.length === 0 ? [] : [`% ${words.join('% ')}${isShort ? ' ' : ''}%`]
}
