import { Problem } from '../kernel/refusals/errors.ts'
import { StoreRefused } from '../kernel/s3/requests.ts'

/** Time before the store is tried again. */
const AGAIN_MS = 2_000

/**
 * Circuit breaker for a store that accepts connections and answers nothing. After one timeout requests are refused at
 * once, except one every two seconds that tries again.
 */
export function circuitBreaker(): <T>(ask: () => Promise<T>) => Promise<T> {
  let open: { readonly why: StoreRefused; until: number } | undefined
  return async ask => {
    if (open && performance.now() < open.until) throw new Problem('unavailable', { cause: open.why })
    // Requests during this attempt are refused.
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
