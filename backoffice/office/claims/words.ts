import { useState } from 'react'

const KINDS = ['reason', 'note', 'question'] as const
type Kind = (typeof KINDS)[number]
const written = new Map<string, string>()
const keyOf = (claim: string, kind: Kind) => `${claim} ${kind}`

/**
 * What is written to a claimant, or noted, stays as long as the page until it has arrived: a line that breaks, or a dialog that
 * is closed, loses none of it.
 */
export function useWords(claim: string, kind: Kind) {
  const [words, setWords] = useState(() => written.get(keyOf(claim, kind)) ?? '')
  const write = (next: string) => {
    written.set(keyOf(claim, kind), next)
    setWords(next)
  }
  return [words, write] as const
}

/** They have arrived. */
export const forgetWords = (claim: string): void => {
  for (const kind of KINDS) written.delete(keyOf(claim, kind))
}
