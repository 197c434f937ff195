import { useRef } from 'react'

/** What is asked for again before it has been answered is asked for once: somebody pressed twice, or the line is slow. */
export function useOneAtATime<A extends readonly unknown[]>(work: (...asked: A) => unknown) {
  const isGoing = useRef(false)
  return async (...asked: A): Promise<void> => {
    if (isGoing.current) return
    isGoing.current = true
    try {
      await work(...asked)
    } finally {
      isGoing.current = false
    }
  }
}
