import { type Meaning, TOWN_LIFE } from '../../shared/town-life.ts'
import { foldedWords } from '../kernel/texts/texts.ts'
import { isStopWord, plainWords } from '../publishing/publications/lists/search-words.ts'

/** What the words of a search mean: each word of town life with those that residents use for it. */

export interface Term {
  /** As it was typed, folded. */
  readonly typed: string
  readonly meaning?: Meaning
  /** What may stand for it, itself first. */
  readonly words: readonly string[]
}

/** A search of more words is looked for as it was typed alone. */
const MOST_TERMS = 6
const LONGEST_WORD = 40

/** In the singular: `poubelles`, `poubelle`; `travaux` stays, as everybody writes it. */
export const singular = (word: string): string => (word.length > 3 ? word.replace(/(?<=[^ius])s$/, '') : word)

/** The words of a text that count: without `de`, `la`, `l’`. */
export const countingWords = (text: string): string[] =>
  plainWords(text).filter(word => !isStopWord(word) && word.length <= LONGEST_WORD)
/** The same folded. */
export const wordsOf = (text: string): string[] =>
  countingWords(text)
    .flatMap(word => foldedWords(word).split(' '))
    .filter(word => word !== '')

const keyOf = (words: readonly string[]) => words.map(singular).join(' ')

interface Known {
  readonly meaning: Meaning
  readonly words: readonly string[]
}
const MEANINGS: ReadonlyMap<string, Known> = new Map(
  (Object.entries(TOWN_LIFE) as [Meaning, string][]).flatMap(([meaning, listed]) => {
    const phrases = listed.split(', ')
    return phrases.map(phrase => {
      const words = [phrase, ...phrases.filter(other => other !== phrase)]
      return [keyOf(wordsOf(phrase)), { meaning, words }] as const
    })
  }),
)
const LONGEST_PHRASE = Math.max(...[...MEANINGS.keys()].map(key => key.split(' ').length))

/** The longest phrases first: “collecte de sang” is no collection of waste. */
export function termsOf(q: string): Term[] {
  const words = wordsOf(q)
  const terms: Term[] = []
  for (let at = 0; at < words.length && terms.length < MOST_TERMS; ) {
    let length = Math.min(LONGEST_PHRASE, words.length - at)
    let known: Known | undefined
    for (; length > 0; length--) {
      known = MEANINGS.get(keyOf(words.slice(at, at + length)))
      if (known) break
    }
    const typed = words.slice(at, at + Math.max(1, length)).join(' ')
    terms.push(known ? { typed, ...known, words: [typed, ...known.words] } : { typed, words: [typed] })
    at += Math.max(1, length)
  }
  return terms
}

/** What is asked about something: its hours, its telephone. */
const ASKING = new Set(
  wordsOf(
    `horaire horaires heure heures ouvert ouverte ouverture ouvre ferme fermeture telephone tel numero adresse contact quand quel
     quelle quels quelles comment prochain prochaine aujourd’hui demain`,
  ),
)
/** Said of nearly everything in a commune: alone, they find nothing that is meant. */
const VAGUE = new Set(wordsOf('municipal municipale municipaux communal communale commune ville village'))

/** The words without those that ask; all of them where there are no others. */
export function questionIn(q: string): string {
  const words = countingWords(q)
  const others = words.filter(word => !wordsOf(word).every(one => ASKING.has(one)))
  return (others.length > 0 ? others : words).join(' ')
}

/** Also the words of the name of the commune. */
export const isVague = (word: string, commune: string): boolean =>
  VAGUE.has(word) || wordsOf(commune).includes(word)
