import { isOverrun } from '../db-errors.ts'
import { ReadCancelled } from './pipelined-reads.ts'

const SLOW_FOR_MS = 10_000
const MOST_SLOW_TEXTS = 500
/** A statement that is faster than this at the second attempt met a busy moment the first time. */
const REALLY_SLOW_MS = 150
/** A read that was withdrawn because of another one is sent this often. */
const TRIES = 3

/** Goes around the query on the fallback, without any queue before it. */
type Timed<T> = (query: () => Promise<T>) => Promise<T>

/**
 * Asks statements on connections for short ones. One that exceeds its time there is repeated on a fallback, where statements
 * may take longer, and for a while goes there at once.
 */
export class TimeoutFallback {
  /** Until when a statement counts as slow, by its text. */
  readonly #until = new Map<string, number>()

  /** `fallsBack`: whether a read that failed otherwise is repeated on the fallback too. */
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
        if (isOverrun(error)) return await this.#again(text, fallback)
        if (fallsBack(error)) break
        if (!(error instanceof ReadCancelled)) throw error
      }
    }
    return await fallback(query => query())
  }

  /** The second attempt also shows whether the statement is slow or the moment was busy. */
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
