import { setImmediate } from 'node:timers/promises'

/**
 * Keeps a long loop over data in memory from blocking the event loop. Call it in each iteration: once the loop has used its
 * share of time, it returns a promise to await.
 */
export function eventLoopYielder(shareMs = 4): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    // Reads the clock in each iteration (0.1 µs), because one iteration may take as long as a thousand others.
    if (performance.now() - since < shareMs) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
