import type { Service } from '../src/service.ts'

/** A transaction that waits. */
export interface Held {
  /** Resolves when a request has come so far. */
  readonly reached: Promise<void>
  release(): void
}
/** `begin`: all is read, hashed or fetched, and nothing locked. `commit`: all is written, and locked. */
export type Moment = 'begin' | 'commit'

/** Pauses requests of a service, so that another one can come in between what they read, what they write and their commit. */
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
    /** Those that are running now. */
    open: () => open,
    /** Holds the next transaction, or the one after `countdown - 1` others. */
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
