import { isStatementTimeout } from '../refusals/db-errors.ts'
import { ReadCancelled } from './pipelined-reads.ts'

const SLOW_FOR_MS = 10_000
const MOST_SLOW_TEXTS = 500
/** A statement faster than this on the fallback is not slow: the first attempt met a busy moment. */
const REALLY_SLOW_MS = 150
/** Attempts for a read that was cancelled because of another one. */
const TRIES = 3

/** Wraps the query on the fallback to measure it, without the time in a queue before it. */
type Timed<T> = (query: () => Promise<T>) => Promise<T>

/**
 * Sends statements to connections with a short statement timeout. A statement that exceeds it is repeated on a fallback with
 * a longer timeout, and goes straight to the fallback for a while.
 */
export class TimeoutFallback {
  /** When a statement stops counting as slow, by its text. */
  readonly #until = new Map<string, number>()

  /** `fallsBack`: whether other errors are retried on the fallback too. */
  async query<T>(
    text: string,
    short: () => Promise<T>,
    fallback: (timed: Timed<T>) => Promise<T>,
    fallsBack: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    for (let attempt = 1; attempt <= TRIES && !this.#isSlow(text); attempt++) {
      try {
        return await short()
      } catch (error) {
        if (isStatementTimeout(error)) return await this.#again(text, fallback)
        if (fallsBack(error)) break
        if (!(error instanceof ReadCancelled)) throw error
      }
    }
    return await fallback(query => query())
  }

  /** The second attempt also tells a slow statement from a busy moment. */
  async #again<T>(text: string, fallback: (timed: Timed<T>) => Promise<T>): Promise<T> {
    this.#add(text)
    return await fallback(async query => {
      const began = performance.now()
      const result = await query()
      if (performance.now() - began < REALLY_SLOW_MS) this.#until.delete(text)
      return result
    })
  }

  #isSlow(text: string): boolean {
    const until = this.#until.get(text)
    if (until === undefined) return false
    if (until > Date.now()) return true
    this.#until.delete(text)
    return false
  }

  #add(text: string): void {
    for (const [oldest] of this.#until.size >= MOST_SLOW_TEXTS ? this.#until : []) {
      this.#until.delete(oldest)
      break
    }
    this.#until.set(text, Date.now() + SLOW_FOR_MS)
  }
}
