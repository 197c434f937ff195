import type { Nature } from '../../../shared/words/actes.ts'
import { foldedWords, normalized } from '../../kernel/texts/texts.ts'

/** Numbers of acts, compared as a reader sees them. Pure. */

/** `n° 12`, `N°12`, `no 12` and `numéro 12` name number 12; `N-12` is a number of its own. */
const NAMING = /^\s*(?:n\s?°|no\.?(?=[\s\d])|n\.(?=[\s\d])|num(?:[ée]ro|\.))\s*/

/** The same for two numbers that differ in case, spaces, dashes or a leading `n°`. */
export function seenNumber(numero: string): string {
  const bare = normalized(numero, 'NFKC').toLowerCase()
  return foldedWords(bare.replace(NAMING, '')) || bare.trim()
}

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
