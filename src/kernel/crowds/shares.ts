/** What is held for whom, counted by household: where room ends, whoever holds the most gives way. */
export class Shares<Item> {
  #total = 0
  readonly #byHousehold = new Map<string, Share<Item>>()

  get total(): number {
    return this.#total
  }

  /** So much is held for this household. */
  of(household: string): number {
    return this.#byHousehold.get(household)?.weight ?? 0
  }

  /** Again for an item that is there: it weighs so much more. */
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

  /** Nothing happens for what is not there. */
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

  /** Those for whom something is held; who came first comes first. */
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
