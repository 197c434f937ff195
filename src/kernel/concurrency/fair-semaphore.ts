import { type ErrorCode, Problem } from '../errors.ts'

export interface FairSemaphoreOptions {
  /** How many pieces of work run at once. */
  readonly places: number
  /** How many of them one client network has at the most. */
  readonly each: number
  /** How many more of a client network wait. */
  readonly waiting: number
  readonly patienceMs: number
  /** What is refused to a client network that asks for more than its share: 429, or 503 where clients know it as passing. */
  readonly refusal?: Extract<ErrorCode, 'rate_limited' | 'unavailable'>
}

/**
 * A few places for heavy work, shared out by client network: a client network that asks a hundred times waits behind itself, and
 * the next free place goes to another client network.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions
  readonly #working = new Map<string, number>()
  /** The client network that has waited longest for a place comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #taken = 0

  constructor(options: FairSemaphoreOptions) {
    this.#options = options
  }

  async run<T>(clientNetwork: string, work: () => Promise<T>): Promise<T> {
    await this.#place(clientNetwork)
    try {
      return await work()
    } finally {
      this.#leave(clientNetwork)
    }
  }

  get load() {
    const waiting = [...this.#waiting.values()].reduce((sum, queue) => sum + queue.length, 0)
    return { working: this.#taken, waiting }
  }

  #place(clientNetwork: string): Promise<void> | undefined {
    if (this.#taken < this.#options.places && this.#working.get(clientNetwork) !== this.#options.each) {
      this.#take(clientNetwork)
      return undefined
    }
    const queue = this.#waiting.get(clientNetwork) ?? []
    if (queue.length >= this.#options.waiting) throw this.#tooMany()
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(turn), 1)
        if (queue.length === 0) this.#waiting.delete(clientNetwork)
        // Behind its own questions, or behind those of others.
        reject(this.#working.has(clientNetwork) ? this.#tooMany() : new Problem('unavailable'))
      }, this.#options.patienceMs)
      queue.push(turn)
      this.#waiting.set(clientNetwork, queue)
    })
  }

  #take(clientNetwork: string): void {
    this.#taken++
    this.#working.set(clientNetwork, (this.#working.get(clientNetwork) ?? 0) + 1)
  }

  #leave(clientNetwork: string): void {
    this.#taken--
    const left = (this.#working.get(clientNetwork) ?? 1) - 1
    if (left > 0) this.#working.set(clientNetwork, left)
    else this.#working.delete(clientNetwork)
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
