import { type ErrorCode, Problem } from '../refusals/errors.ts'
import { networksOf } from './client-network.ts'

interface FairSemaphoreOptions {
  /** Pieces of work that run at once. */
  readonly places: number
  /** Limit per client network. */
  readonly each: number
  /** Queue length per client network. */
  readonly waiting: number
  readonly patienceMs: number
  /** Refusal above a network's share: 429, or 503 where clients already treat that as temporary. */
  readonly refusal?: Extract<ErrorCode, 'rate_limited' | 'unavailable'>
}

/**
 * A semaphore for heavy work that is fair between client networks: a network with a hundred requests waits behind its own
 * requests, and the next free permit goes to another network. The networks of one IPv6 /48 share a permit and a queue.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions
  readonly #working = new Map<string, number>()
  /** In order of waiting time: the first network has waited longest. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #taken = 0

  constructor(options: FairSemaphoreOptions) {
    this.#options = options
  }

  async run<T>(network: string, work: () => Promise<T>): Promise<T> {
    const clientNetwork = networksOf(network).at(-1) ?? network
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
        // 429 when it waited behind its own requests, 503 when behind those of other networks.
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
      // A network with more waiting work moves to the end of the queue.
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
