import { Problem } from '../errors.ts'

/** A queue of one place on this node: each piece of work begins when the one before it has ended or failed. */
export function mutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}

/**
 * A queue of `most` places on this node. `waiting` more wait; beyond that calls are refused with 503 and `Retry-After`.
 */
export function semaphore(most: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let working = 0
  const queue: (() => void)[] = []
  return async work => {
    if (working === most) {
      if (queue.length === waiting) throw new Problem('unavailable', { headers: { 'retry-after': '5' } })
      // The place is handed over directly: no other call can take it in between.
      await new Promise<void>(resolve => queue.push(resolve))
    } else working++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else working--
    }
  }
}
