import { networksOf, WIDER } from './client-network.ts'

/**
 * Items held in memory per client network, with weights: when memory runs out, the heaviest network loses an item. A /64
 * weighs what it holds, or a fourth of what its /56 holds, or a sixteenth of what its /48 holds: thousands of them are no
 * thousand networks.
 */
export class NetworkShares<Item> {
  #total = 0
  readonly #byNetwork = new Map<string, Share<Item>>()
  readonly #wide = new Map<string, Wide>()

  get total(): number {
    return this.#total
  }

  /** What this client network weighs. */
  of(clientNetwork: string): number {
    const share = this.#byNetwork.get(clientNetwork)
    return weightOf(share?.weight ?? 0, share?.wide ?? this.#widerThan(clientNetwork))
  }

  /** The weight held for the widest network that this one is part of. */
  ofWidest(clientNetwork: string): number {
    const share = this.#byNetwork.get(clientNetwork)
    const wide = share?.wide ?? this.#widerThan(clientNetwork)
    return wide.at(-1)?.weight ?? share?.weight ?? 0
  }

  /** Adding an item again increases its weight. */
  add(clientNetwork: string, item: Item, weight = 1): void {
    let share = this.#byNetwork.get(clientNetwork)
    if (!share) {
      share = { weight: 0, items: new Map(), wide: this.#widerThan(clientNetwork) }
      for (const wide of share.wide) {
        wide.networks++
        this.#wide.set(wide.name, wide)
      }
      this.#byNetwork.set(clientNetwork, share)
    }
    share.items.set(item, (share.items.get(item) ?? 0) + weight)
    this.#weigh(share, weight)
  }

  /** Does nothing for an item that is not held. */
  remove(clientNetwork: string, item: Item): void {
    const share = this.#byNetwork.get(clientNetwork)
    const weight = share?.items.get(item)
    if (!share || weight === undefined) return
    share.items.delete(item)
    this.#weigh(share, -weight)
    if (share.items.size > 0) return
    this.#byNetwork.delete(clientNetwork)
    for (const wide of share.wide) if (--wide.networks === 0) this.#wide.delete(wide.name)
  }

  /** Oldest first. */
  items(clientNetwork: string): Iterable<Item> {
    return this.#byNetwork.get(clientNetwork)?.items.keys() ?? []
  }

  /** Client networks with at least one item, in order of arrival. */
  networks(): Iterable<string> {
    return this.#byNetwork.keys()
  }

  /** The network with the largest share. If several share a wider network and so weigh the same: the one with most of its own. */
  heaviest(): string | undefined {
    let found: string | undefined
    let [most, mostOwn] = [0, 0]
    for (const [clientNetwork, { weight, wide }] of this.#byNetwork) {
      const weighs = weightOf(weight, wide)
      if (weighs < most || (weighs === most && weight <= mostOwn)) continue
      ;[found, most, mostOwn] = [clientNetwork, weighs, weight]
    }
    return found
  }

  #widerThan(clientNetwork: string): readonly Wide[] {
    const [, ...wider] = networksOf(clientNetwork)
    return wider.map(name => this.#wide.get(name) ?? { name, weight: 0, networks: 0 })
  }

  #weigh(share: Share<Item>, more: number): void {
    share.weight += more
    this.#total += more
    for (const wide of share.wide) wide.weight += more
  }
}

interface Share<Item> {
  weight: number
  readonly items: Map<Item, number>
  /** The /56 and the /48 of an IPv6 network. */
  readonly wide: readonly Wide[]
}

interface Wide {
  readonly name: string
  weight: number
  /** How many client networks of it hold an item. */
  networks: number
}

function weightOf(own: number, wide: readonly Wide[]): number {
  let weight = own
  for (let at = 0; at < wide.length; at++)
    weight = Math.max(weight, (wide[at]?.weight ?? 0) / (WIDER[at + 1] ?? 1))
  return weight
}
