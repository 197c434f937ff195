import { type ErrorCode, Problem } from '../errors.ts'

export interface FairPlacesOptions {
  /** How many pieces of work run at once. */
  readonly places: number
  /** How many of them one household has at the most. */
  readonly each: number
  /** How many more of a household wait. */
  readonly waiting: number
  readonly patienceMs: number
  /** What is refused to a household that asks for more than its share: 429, or 503 where clients know it as passing. */
  readonly refusal?: Extract<ErrorCode, 'rate_limited' | 'unavailable'>
}

/**
 * A few places for heavy work, shared out by household: a household that asks a hundred times waits behind itself, and
 * the next free place goes to another household.
 */
export class FairPlaces {
  readonly #options: FairPlacesOptions
  readonly #working = new Map<string, number>()
  /** The household that has waited longest for a place comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #taken = 0

  constructor(options: FairPlacesOptions) {
    this.#options = options
  }

  async run<T>(household: string, work: () => Promise<T>): Promise<T> {
    await this.#place(household)
    try {
      return await work()
    } finally {
      this.#leave(household)
    }
  }

  get load() {
    const waiting = [...this.#waiting.values()].reduce((sum, queue) => sum + queue.length, 0)
    return { working: this.#taken, waiting }
  }

  #place(household: string): Promise<void> | undefined {
    if (this.#taken < this.#options.places && this.#working.get(household) !== this.#options.each) {
      this.#take(household)
      return undefined
    }
    const queue = this.#waiting.get(household) ?? []
    if (queue.length >= this.#options.waiting) throw this.#tooMany()
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(turn), 1)
        if (queue.length === 0) this.#waiting.delete(household)
        // Behind its own questions, or behind those of others.
        reject(this.#working.has(household) ? this.#tooMany() : new Problem('unavailable'))
      }, this.#options.patienceMs)
      queue.push(turn)
      this.#waiting.set(household, queue)
    })
  }

  #take(household: string): void {
    this.#taken++
    this.#working.set(household, (this.#working.get(household) ?? 0) + 1)
  }

  #leave(household: string): void {
    this.#taken--
    const left = (this.#working.get(household) ?? 1) - 1
    if (left > 0) this.#working.set(household, left)
    else this.#working.delete(household)
    for (const [next, queue] of this.#waiting) {
      if (this.#working.get(next) === this.#options.each) continue
      const turn = queue.shift()
      // To the end of the queue, when more of its work waits.
      this.#waiting.delete(next)
      if (queue.length > 0) this.#waiting.set(next, queue)
      this.#take(next)
      turn?.()
      return
    }
  }

  #tooMany() {
    return new Problem(this.#options.refusal ?? 'rate_limited', { headers: { 'retry-after': '2' } })
  }
}
