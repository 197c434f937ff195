/**
 * What the rules of one calendar may cost, in steps instead of time: a reading says the same of the same bytes on any
 * machine. Rules may be crafted to have no end.
 */
export class Steps {
  #left = 5_000_000

  /** Throws when none are left. */
  take(cost: number): void {
    if (cost > this.#left) throw new Error('too many steps')
    this.#left -= cost
  }
}
