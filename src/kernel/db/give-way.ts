import { setImmediate } from 'node:timers/promises'

/**
 * For a long loop over what is there already: asked at each round, it answers a promise to be awaited when the loop has
 * had its share of the process. Requests wait that long and no longer.
 */
export function givingWay(shareMs = 4): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    // At each round: the clock costs a tenth of a microsecond, and one round may take as long as a thousand others.
    if (performance.now() - since < shareMs) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
