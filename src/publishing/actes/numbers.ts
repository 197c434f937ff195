import { bareNumber, type Nature } from '../../../shared/words/actes.ts'
import { foldedWords, normalized } from '../../kernel/texts/texts.ts'

/** Numbers of acts, compared as a reader sees them. Pure. */

/** The same for two numbers that differ in case, spaces, dashes or a leading `n°`. */
export function seenNumber(numero: string): string {
  const bare = normalized(numero, 'NFKC').toLowerCase()
  return foldedWords(bareNumber(bare)) || bare.trim()
}

const NATURE =
  /^(?:(?:deliberations?|arretes?|proces verba(?:l|ux)|pv|budgets?|actes?|municipa(?:l|ux|les?)) )+(?=.*\d)/
const BEHIND = / du \d{1,2}(?:er)? [a-z]+ \d{4}$/

/** The words of the number that a search is for: `d 2026 041` of `Délibération n° D-2026-041 du 3 mars 2026`, as pages name it. */
export const numberAsked = (typed: string): string =>
  foldedWords(normalized(typed, 'NFKC').replace(/(?<![\p{L}\d])n(?:\s?°|o\.?\s|um(?:[ée]ro)?\.?\s)/iu, ' '))
    .replace(BEHIND, '')
    .replace(NATURE, '')

/** Two acts of a commune are the same by kind, number and day: numbers begin anew each year in many towns. */
export const keyOf = ({
  nature,
  numero,
  date,
}: {
  readonly nature: Nature
  readonly numero: string
  readonly date: string
}): string => `${nature} ${seenNumber(numero)} ${date}`
