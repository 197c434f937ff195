/** Items held in memory per client network, with weights: when memory runs out, the heaviest network loses an item. */
export class NetworkShares<Item> {
  #total = 0
  readonly #byNetwork = new Map<string, Share<Item>>()

  get total(): number {
    return this.#total
  }

  /** Total weight held for this client network. */
  of(clientNetwork: string): number {
    return this.#byNetwork.get(clientNetwork)?.weight ?? 0
  }

  /** Adding an item again increases its weight. */
  add(clientNetwork: string, item: Item, weight = 1): void {
    let share = this.#byNetwork.get(clientNetwork)
    if (!share) {
      share = { weight: 0, items: new Map() }
      this.#byNetwork.set(clientNetwork, share)
    }
    share.items.set(item, (share.items.get(item) ?? 0) + weight)
    share.weight += weight
    this.#total += weight
  }

  /** Does nothing for an item that is not held. */
  remove(clientNetwork: string, item: Item): void {
    const share = this.#byNetwork.get(clientNetwork)
    const weight = share?.items.get(item)
    if (!share || weight === undefined) return
    share.items.delete(item)
    share.weight -= weight
    this.#total -= weight
    if (share.items.size === 0) this.#byNetwork.delete(clientNetwork)
  }

  /** Oldest first. */
  items(clientNetwork: string): Iterable<Item> {
    return this.#byNetwork.get(clientNetwork)?.items.keys() ?? []
  }

  /** Client networks with at least one item, in order of arrival. */
  networks(): Iterable<string> {
    return this.#byNetwork.keys()
  }

  heaviest(): string | undefined {
    let found: string | undefined
    let most = 0
    for (const [clientNetwork, { weight }] of this.#byNetwork) {
      if (weight > most) [found, most] = [clientNetwork, weight]
    }
    return found
  }
}

interface Share<Item> {
  weight: number
  readonly items: Map<Item, number>
}
