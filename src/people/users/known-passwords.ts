import { folded } from '../../kernel/texts/texts.ts'
import { COMMON_WORDS, WALKS } from './common-words.ts'

/**
 * Tells passwords that are tried first: well-known words, doubled words, sequences, walks on a keyboard, the name of the
 * product, and what is known about the person. A password is cut into the cheapest pieces, each costing about the bits
 * that it takes to guess.
 */

/** Three common words with blanks between them are enough; two of them and a year are not. */
const ENOUGH = 27
const COST = {
  word: 9,
  own: 3,
  year: 6,
  walk: 5,
  digit: 3.3,
  letter: 4.7,
  sign: 3,
  blank: 1,
  again: 1,
  disguise: 2,
}
/** Fewer digits alone are a date or a telephone number. */
const ENOUGH_DIGITS = 16

/** Half of the longest password, which may be written twice. */
const LONGEST_PIECE = 64
/** Signs in place of letters: `p@ssw0rd`. */
const DISGUISES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
  '|': 'l',
}

/** `own`: the person's address, name, acteurs and communes. */
export function isKnownPassword(password: string, own: readonly string[] = []): boolean {
  // Bounds the work: a compatible form may be eighteen times as long.
  const plain = folded(password, 'NFKD').slice(0, 256)
  const bare = plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (/^\d+$/.test(bare) && bare.length < ENOUGH_DIGITS) return true
  const names = new Set(own.flatMap(namesIn))
  const blanks = (plain.length - bare.length) * COST.blank
  return bits(plain, names) < ENOUGH || (bare !== '' && bits(bare, names) + blanks < ENOUGH)
}

/** The words of a name, and all of them as one. */
function namesIn(text: string): string[] {
  const words = folded(text, 'NFKD')
    .split(/[^a-z0-9]+/)
    .filter(word => word.length > 2)
  return [...words, words.join('')]
}

/** The cost of the cheapest way to write the text. */
function bits(text: string, own: ReadonlySet<string>): number {
  const undisguised = [...text].map(sign => DISGUISES[sign] ?? sign).join('')
  const cheapest = [0]
  for (let end = 1; end <= text.length; end++) {
    let least = (cheapest[end - 1] ?? 0) + signCost(text, end - 1)
    for (let length = 2; length <= Math.min(end, LONGEST_PIECE); length++) {
      const before = cheapest[end - length] ?? 0
      if (before >= least) continue
      const piece = text.slice(end - length, end)
      const cost =
        text.slice(end - 2 * length, end - length) === piece && end >= 2 * length
          ? COST.again
          : pieceCost(piece, undisguised.slice(end - length, end), own)
      if (cost !== undefined) least = Math.min(least, before + cost)
    }
    cheapest.push(least)
  }
  return cheapest.at(-1) ?? 0
}

function signCost(text: string, at: number): number {
  const sign = text[at] ?? ''
  if (sign === text[at - 1]) return COST.again
  if (/\d/.test(sign)) return COST.digit
  if (/[\s._-]/.test(sign)) return COST.blank
  return /\p{L}/u.test(sign) ? COST.letter : COST.sign
}

function pieceCost(piece: string, undisguised: string, own: ReadonlySet<string>): number | undefined {
  if (own.has(piece)) return COST.own
  if (COMMON_WORDS.has(piece)) return COST.word
  if (WALKS.has(piece)) return COST.walk
  if (/^(?:19|20)\d\d$/.test(piece)) return COST.year
  if (undisguised === piece) return undefined
  if (own.has(undisguised)) return COST.own + COST.disguise
  return COMMON_WORDS.has(undisguised) ? COST.word + COST.disguise : undefined
}
