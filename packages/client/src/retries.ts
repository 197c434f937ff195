import { Refused } from './refused.ts'

/**
 * The seconds to wait before another attempt, or undefined when the refusal is final. A limit (429) and a repeat of a
 * running request (409) were not executed; without an answer, only what is repeatable is sent again.
 */
export function waitBefore(error: unknown, attempt: number, isRepeatable: boolean): number | undefined {
  if (!(error instanceof Refused)) return undefined
  const isWaiting = error.status === 429 || error.code === 'request_in_progress'
  if (!isWaiting && !(error.isUnreachable && isRepeatable)) return undefined
  return error.retryAfter ?? 2 ** attempt * 0.15 * (1 + Math.random())
}

/** Ends early, with the reason of the abort. */
export const pause = (seconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop)
  })
