import { normalized } from '../../../kernel/texts/texts.ts'

/** Splits what somebody searches for into words, quoted phrases and exclusions. */

/** Stop words: ignored unless quoted or alone. */
const SMALL = new Set(
  `a à le la les l un une des du de d en et ou où au aux ce cet cette ces c son sa ses leur leurs il ils elle elles nous
   vous on qui que qu jusqu lorsqu puisqu dont par pour sur avec sans dans ne n pas se s j m t plus`.split(
    /\s+/,
  ),
)

export interface Part {
  readonly kind: 'words' | 'phrase' | 'without'
  readonly said: string
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const LETTER = /[\p{L}\p{N}]/u
/** A hyphen before a word excludes it with all that is joined to it: "-saint-étienne", "-l'école". */
const EXCLUDED = /(?<![\p{L}\p{N}\p{M}])-([\p{L}\p{N}\p{M}]+(?:['’ʼ-][\p{L}\p{N}\p{M}]+)*)/gu

const QUOTES = /["«»“”„‟]/

/** The words of the input outside quotes and exclusions, with stop words. */
export const plainWords = (q: string): readonly string[] =>
  normalized(q)
    .split(QUOTES)
    .flatMap((text, at) => (at % 2 === 1 ? [] : (text.replaceAll(EXCLUDED, ' ').match(WORD) ?? [])))

/** The parts of the input. If there are only stop words, they are kept. */
export function partsOf(q: string): Part[] {
  const typed = normalized(q).split(QUOTES)
  const parts = typed.flatMap((text, at): Part[] => {
    if (at % 2 === 1) return [{ kind: /-$/.test(typed[at - 1] ?? '') ? 'without' : 'phrase', said: text }]
    const excluded = [...text.matchAll(EXCLUDED)].map(([, said = '']) => ({ kind: 'without', said }) as const)
    return [{ kind: 'words', said: text.replaceAll(EXCLUDED, ' ') }, ...excluded]
  })
  const large = parts.map(part => (part.kind === 'words' ? { ...part, said: withoutSmall(part.said) } : part))
  const [kept, all] = [large, parts].map(some => some.filter(({ said }) => LETTER.test(said)))
  return kept?.length ? kept : (all ?? [])
}

export const isStopWord = (word: string): boolean => SMALL.has(word.toLowerCase())

const withoutSmall = (text: string) => (text.match(WORD) ?? []).filter(word => !isStopWord(word)).join(' ')
