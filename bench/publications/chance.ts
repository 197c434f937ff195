/** A deterministic random generator (sfc32): seed and stream determine the numbers. */
export class Chance {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number, stream: number) {
    this.#a = seed | 0
    this.#b = stream | 0
    this.#c = (seed ^ 0x9e3779b9) | 0
    for (let round = 0; round < 12; round++) this.bits()
  }

  /** 32 random bits. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** From 0 to less than 1. */
  share(): number {
    return this.bits() / 4294967296
  }

  happens(probability: number): boolean {
    return this.share() < probability
  }

  below(limit: number): number {
    return Math.floor(this.share() * limit)
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }

  /** A rank below `count` by Zipf's law; `flat` (Mandelbrot's shift) weakens the first ranks. */
  rank(count: number, flat = 1): number {
    const rank = flat * Math.exp(this.share() * Math.log((count + flat) / flat)) - flat
    return Math.min(count - 1, Math.floor(rank))
  }

  /** An index, with the probability of its weight; the weights sum to 1. */
  weighted(weights: readonly number[]): number {
    let left = this.share()
    for (const [index, weight] of weights.entries()) {
      left -= weight
      if (left < 0) return index
    }
    return weights.length - 1
  }

  /** An id that sorts by age, like all ids. */
  uuid(milliseconds: number): string {
    const time = Math.floor(milliseconds).toString(16).padStart(12, '0')
    const hex = (this.bits().toString(16) + this.bits().toString(16).padStart(8, '0')).padStart(16, '0')
    const variant = '89ab'.charAt(this.bits() & 3)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(3, 6)}-${hex.slice(6, 16)}${(this.bits() & 255).toString(16).padStart(2, '0')}`
  }
}
