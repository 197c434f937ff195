import type { Service } from '../src/service.ts'

/** A transaction that has not begun yet. */
export interface Held {
  /** Resolves when a request asks for the transaction. */
  readonly reached: Promise<void>
  release(): void
}

/**
 * Pauses requests of a service where they have read, hashed or fetched all they need and are about to write: the moment at
 * which a decision can rest on something that is no longer true.
 */
export function heldTransactions({ db }: Service) {
  const begin = db.transaction.bind(db)
  const waiting: { countdown: number; reach: () => void; released: Promise<void> }[] = []
  let open = 0
  db.transaction = async work => {
    const next = waiting[0]
    if (next && --next.countdown === 0) {
      waiting.shift()
      next.reach()
      await next.released
    }
    open++
    try {
      return await begin(work)
    } finally {
      open--
    }
  }
  return {
    /** Those that are running now. */
    open: () => open,
    /** Holds the next transaction that begins, or the one after `countdown - 1` others. */
    hold(countdown = 1): Held {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const one = { countdown, reach: reached.resolve, released: released.promise }
      waiting.push(one)
      const release = () => {
        const at = waiting.indexOf(one)
        if (at >= 0) waiting.splice(at, 1)
        released.resolve()
      }
      return { reached: reached.promise, release }
    },
  }
}
