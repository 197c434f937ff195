/**
 * How the time of some work grows with the size of what it is given: 1 is linear, 2 the square. The best of several
 * measures counts, and the sizes are measured in turn, so that a busy machine slows all of them or none.
 */
export interface Growth {
  readonly exponent: number
  /** The best time at the largest size. */
  readonly ms: number
}

const ROUNDS = 5
/** Below this, clocks and collections of garbage are what is measured. */
const FLOOR_MS = 12

export function growthOf(work: (size: number) => unknown, largest: number): Growth {
  const sizes = [largest / 4, largest / 2, largest].map(Math.floor)
  const best = sizes.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, size] of sizes.entries())
      best[index] = Math.min(
        best[index] ?? 0,
        timeOf(() => work(size)),
      )
    // What is cheap at its largest needs no second look.
    if ((best.at(-1) ?? 0) < FLOOR_MS) return { exponent: 0, ms: best.at(-1) ?? 0 }
  }
  const [small = 0, , large = 0] = best
  return { exponent: Math.log(large / Math.max(small, 0.05)) / Math.log(4), ms: large }
}

/** Time of the processor, not of the clock: what else the machine does meanwhile is no cost of this work. */
function timeOf(work: () => unknown): number {
  const since = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}
