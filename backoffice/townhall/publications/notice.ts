import { useEffect } from 'react'
import type { OwnPublication } from '../../kit/api/contract.ts'

/** The result of a submission, shown once on the list of publications. */
type Notice =
  | {
      readonly done: OwnPublication
      /** Another device wrote in its draft, which stays. */
      readonly isDraftLeft: boolean
    }
  | { readonly failed: unknown; readonly title: string }

let left: Notice | undefined
const listeners = new Set<() => void>()

export function leaveNotice(next: Notice): void {
  left = next
  for (const listener of listeners) listener()
}

export function useNotice(tell: (notice: Notice) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: as long as the screen is there
  useEffect(() => {
    const hear = () => {
      if (left) tell(left)
      left = undefined
    }
    hear()
    listeners.add(hear)
    return () => {
      listeners.delete(hear)
    }
  }, [])
}
