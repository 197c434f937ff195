/**
 * The exponent by which the time of work grows with its input size: 1 is linear, 2 quadratic. Uses the best of several
 * measurements, and alternates sizes, so that a busy machine affects all of them.
 */
export interface Growth {
  readonly exponent: number
  /** The best time at the largest size. */
  readonly ms: number
}

const ROUNDS = 5
/** Measured again as often as this while it looks steeper than linear: noise goes with more rounds, quadratic work stays. */
const MOST_ROUNDS = 40
const LINEAR = 1.3
/** Below this, timer resolution and garbage collection dominate. */
const FLOOR_MS = 12

export function growthOf(work: (size: number) => unknown, largest: number): Growth {
  const sizes = [largest / 4, largest / 2, largest].map(Math.floor)
  const best = sizes.map(() => Number.POSITIVE_INFINITY)
  let growth: Growth = { exponent: 0, ms: 0 }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const [index, size] of sizes.entries())
      best[index] = Math.min(
        best[index] ?? 0,
        timeOf(() => work(size)),
      )
    const [small = 0, , large = 0] = best
    // Work that is cheap at the largest size is not measured again.
    if (large < FLOOR_MS) return { exponent: 0, ms: large }
    growth = { exponent: Math.log(large / Math.max(small, 0.05)) / Math.log(4), ms: large }
    if (round + 1 >= ROUNDS && growth.exponent < LINEAR) break
  }
  return growth
}

/** CPU time, which other work on the machine does not affect. */
function timeOf(work: () => unknown): number {
  const since = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}
