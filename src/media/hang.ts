import { Problem } from '../kernel/errors.ts'
import { StoreRefused } from '../kernel/s3/requests.ts'

/** How long a store that hung is left alone. */
const AGAIN_MS = 2_000

/**
 * A circuit breaker for a store that takes connections and answers nothing: once one visitor has waited in vain, the next are
 * refused at once, but for one every two seconds, who finds out whether it answers again.
 */
export function circuitBreaker(): <T>(ask: () => Promise<T>) => Promise<T> {
  let open: { readonly why: StoreRefused; until: number } | undefined
  return async ask => {
    if (open && performance.now() < open.until) throw new Problem('unavailable', { cause: open.why })
    // Whoever comes while this one waits is refused.
    if (open) open.until = Number.POSITIVE_INFINITY
    try {
      const answer = await ask()
      open = undefined
      return answer
    } catch (error) {
      const hangs = error instanceof StoreRefused && error.slow
      open = hangs ? { why: error, until: performance.now() + AGAIN_MS } : undefined
      throw error
    }
  }
}
