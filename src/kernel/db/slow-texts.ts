const SLOW_FOR_MS = 10_000
const MOST_SLOW_TEXTS = 500
/** Whoever takes this long at the second attempt too is slow; the others met a busy moment. */
export const REALLY_SLOW_MS = 150

/** Statements that took too long for connections that are shared: for a while they are asked elsewhere at once. */
export class SlowTexts {
  /** Until when a statement counts as slow, by its text. */
  readonly #until = new Map<string, number>()

  has(text: string): boolean {
    const until = this.#until.get(text)
    if (until === undefined) return false
    if (until > Date.now()) return true
    this.#until.delete(text)
    return false
  }

  add(text: string): void {
    for (const [oldest] of this.#until.size >= MOST_SLOW_TEXTS ? this.#until : []) {
      this.#until.delete(oldest)
      break
    }
    this.#until.set(text, Date.now() + SLOW_FOR_MS)
  }

  delete(text: string): void {
    this.#until.delete(text)
  }
}
