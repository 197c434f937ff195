import { Problem } from '../refusals/errors.ts'

/** Runs pieces of work one at a time on this node, in the order of the calls; a failure does not stop the queue. */
export function mutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}

/** Runs at most `most` pieces of work at once on this node. Beyond `waiting` queued calls: 503 with `Retry-After`. */
export function semaphore(most: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let working = 0
  const queue: (() => void)[] = []
  return async work => {
    if (working === most) {
      if (queue.length === waiting) throw new Problem('unavailable', { headers: { 'retry-after': '5' } })
      // The permit passes directly to the next call in the queue: no later call can take it in between.
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
