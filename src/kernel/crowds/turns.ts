import { Problem } from '../errors.ts'

/** Work that takes turns on this node: each begins when the one before it has ended, well or not. */
export function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}

/** Work of which `most` may be under way on this node. `waiting` others wait; whoever comes then is told to come back. */
export function atMost(most: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let working = 0
  const queue: (() => void)[] = []
  return async work => {
    if (working === most) {
      if (queue.length === waiting) throw new Problem('unavailable', { headers: { 'retry-after': '5' } })
      // Whoever ends hands its place over: nobody slips in between.
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
