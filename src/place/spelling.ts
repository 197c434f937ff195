import { distance } from '../kernel/texts/distance.ts'

/** Corrects a typed word: the known word that differs by the fewest letters left out, added, changed or swapped. */

/** The most letters of a word that are compared. */
const LONGEST = 24
/** Words of fewer letters are not corrected: too many others are near. */
const SHORTEST = 4
const LONG = 6

/** One typing error up to five letters, two beyond. */
const errorsAllowed = (word: string): number =>
  word.length < SHORTEST || word.length > LONGEST ? 0 : word.length < LONG ? 1 : 2

type Words = ReadonlyMap<string, { readonly uses: number }>

/** The nearest of the known words, in folded letters; of equally near ones that with the same first letter, then the most used. */
export function corrected(word: string, known: Words): string | undefined {
  const most = errorsAllowed(word)
  if (most === 0) return undefined
  let best: { readonly word: string; readonly rank: readonly number[] } | undefined
  for (const [other, { uses }] of known) {
    if (other.length < SHORTEST) continue
    const errors = distance(word, other, most)
    if (errors === undefined) continue
    const rank = [errors, other[0] === word[0] ? 0 : 1, -uses]
    if (!best || isBefore(rank, best.rank)) best = { word: other, rank }
  }
  return best?.word
}

const isBefore = (one: readonly number[], other: readonly number[]) => {
  const at = one.findIndex((part, at) => part !== other[at])
  return at !== -1 && (one[at] as number) < (other[at] as number)
}

/** A shorter beginning is that of too many words. */
const SHORTEST_BEGINNING = 5

/** The most used of the known words that begin like it: `bibli`, `déchette`. */
export function begun(word: string, known: Words): string | undefined {
  if (word.length < SHORTEST_BEGINNING) return undefined
  let best: { readonly word: string; readonly uses: number } | undefined
  for (const [other, { uses }] of known)
    if (other.startsWith(word) && (!best || uses > best.uses)) best = { word: other, uses }
  return best?.word
}

/** A known word of fewer letters is found in too many others. */
const SHORTEST_PART = 3

/** The known words that were typed without spaces, the fewest that make it: `marchenoel`, `dondusang`. */
export function parted(
  word: string,
  known: Words,
  isSmall: (part: string) => boolean,
): readonly string[] | undefined {
  if (word.length > LONGEST) return undefined
  // By the letter where they end.
  const ways: (readonly string[] | undefined)[] = [[]]
  for (let end = 1; end <= word.length; end++)
    for (let from = 0; from < end; from++) {
      const [before, part] = [ways[from], word.slice(from, end)]
      if (!before || before.length + 1 >= (ways[end]?.length ?? Number.POSITIVE_INFINITY)) continue
      const isWord = part.length >= SHORTEST_PART && known.has(part)
      if (isWord || (from > 0 && end < word.length && isSmall(part))) ways[end] = [...before, part]
    }
  const parts = ways[word.length]
  return parts && parts.length > 1 ? parts : undefined
}
