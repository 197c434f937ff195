import type { Service } from '../src/service.ts'

/** A paused transaction. */
export interface Held {
  /** Resolves when a request has reached this point. */
  readonly reached: Promise<void>
  release(): void
}
/** `begin`: after reading, hashing and fetching, before any lock. `commit`: everything is written and locked. */
export type Moment = 'begin' | 'commit'

/** Pauses requests between reading, writing and commit, so that another one can run in between. */
export function heldTransactions({ db }: Service) {
  const begin = db.transaction.bind(db)
  const waiting: { moment: Moment; countdown: number; reach: () => void; released: Promise<void> }[] = []
  let open = 0
  db.transaction = async work => {
    const next = waiting[0]
    const held = next && --next.countdown === 0 ? waiting.shift() : undefined
    const pause = async (moment: Moment) => {
      if (held?.moment !== moment) return
      held.reach()
      await held.released
    }
    await pause('begin')
    open++
    try {
      return await begin(async (tx, last) => {
        const result = await work(tx, last)
        await pause('commit')
        return result
      })
    } finally {
      open--
    }
  }
  return {
    /** The transactions in progress. */
    open: () => open,
    /** Pauses the next transaction, or the one after `countdown - 1` others. */
    hold(moment: Moment = 'begin', countdown = 1): Held {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const one = { moment, countdown, reach: reached.resolve, released: released.promise }
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
