import { useState } from 'react'

/**
 * What is written to a claimant, or noted, stays as long as the page until it has arrived: a line that breaks, or a dialog that
 * is closed, loses none of it.
 */
export type Kind = 'reason' | 'note' | 'question'
const KINDS: readonly Kind[] = ['reason', 'note', 'question']
const written = new Map<string, string>()
const keyOf = (claim: string, kind: Kind) => `${claim} ${kind}`

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
