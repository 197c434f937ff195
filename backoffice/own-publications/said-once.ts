import { useEffect } from 'react'
import type { OwnPublication } from '../api/contract.ts'

/** What became of what was sent, told on the screen that one comes to, or is on by then. */
export type SaidOnce =
  | { readonly done: OwnPublication }
  | { readonly failed: unknown; readonly title: string }

let said: SaidOnce | undefined
const listeners = new Set<() => void>()

export function sayOnce(next: SaidOnce): void {
  said = next
  for (const listener of listeners) listener()
}

export function useSaidOnce(tell: (said: SaidOnce) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: as long as the screen is there
  useEffect(() => {
    const hear = () => {
      if (said) tell(said)
      said = undefined
    }
    hear()
    listeners.add(hear)
    return () => {
      listeners.delete(hear)
    }
  }, [])
}
