/** What is held in memory for each household: when room ends, the household that holds the most loses something. */
export class Shares<Item> {
  #total = 0
  readonly #byHousehold = new Map<string, Share<Item>>()

  get total(): number {
    return this.#total
  }

  /** How much is held for this household. */
  of(household: string): number {
    return this.#byHousehold.get(household)?.weight ?? 0
  }

  /** For an item that is already held, its weight grows. */
  add(household: string, item: Item, weight = 1): void {
    let share = this.#byHousehold.get(household)
    if (!share) {
      share = { weight: 0, items: new Map() }
      this.#byHousehold.set(household, share)
    }
    share.items.set(item, (share.items.get(item) ?? 0) + weight)
    share.weight += weight
    this.#total += weight
  }

  /** Does nothing for an item that is not held. */
  remove(household: string, item: Item): void {
    const share = this.#byHousehold.get(household)
    const weight = share?.items.get(item)
    if (!share || weight === undefined) return
    share.items.delete(item)
    share.weight -= weight
    this.#total -= weight
    if (share.items.size === 0) this.#byHousehold.delete(household)
  }

  /** Oldest first. */
  items(household: string): Iterable<Item> {
    return this.#byHousehold.get(household)?.items.keys() ?? []
  }

  /** The households for which something is held, in order of arrival. */
  households(): Iterable<string> {
    return this.#byHousehold.keys()
  }

  /** The household for which the most is held. */
  heaviest(): string | undefined {
    let found: string | undefined
    let most = 0
    for (const [household, { weight }] of this.#byHousehold) {
      if (weight > most) [found, most] = [household, weight]
    }
    return found
  }
}

interface Share<Item> {
  weight: number
  readonly items: Map<Item, number>
}
