import assert from 'node:assert/strict'

/** After the first, which is not counted: the code is not compiled yet. */
const ROUNDS = 2
/** Summed up together. */
const WINDOW = 8
/** Measured again as often as this while it looks steeper than linear: noise passes in one of them, quadratic work stays. */
const WINDOWS = 5
/** Far apart, so that a cache that others fill, or a collection of garbage, does not look like quadratic work. */
const TIMES = 16
/** The exponents by which the time grows with the size: 1 is linear, 2 quadratic. */
const SURELY_LINEAR = 1.3
const MOST = 1.5
/** Below this, timer resolution and garbage collection dominate. */
const FLOOR_MS = 12

/**
 * Adds several measurements up, and alternates sizes, so that a busy machine affects both. The small size is done as often
 * as makes the same amount. The clock of a thread may advance by four milliseconds at a time: a sum of such times is right,
 * the shortest of them is not.
 */
export function assertLinear(work: (size: number) => unknown, largest: number, what = 'this work'): void {
  const measure = () => ({
    small: timeOf(() => {
      for (let time = 0; time < TIMES; time++) work(Math.floor(largest / TIMES))
    }),
    large: timeOf(() => work(largest)),
  })
  measure()
  let least = Number.POSITIVE_INFINITY
  for (let window = 0; window < WINDOWS; window++) {
    const spent = { small: 0, large: 0 }
    let exponent = 0
    for (let round = 1; round <= WINDOW; round++) {
      const { small, large } = measure()
      // Work that is cheap at the largest size is not measured again.
      if (large < FLOOR_MS) return
      spent.small += small
      spent.large += large
      exponent = 1 + Math.log(spent.large / Math.max(spent.small, 1)) / Math.log(TIMES)
      if (round >= ROUNDS && exponent < SURELY_LINEAR) return
    }
    least = Math.min(least, exponent)
  }
  assert.ok(least < MOST, `${what} grows with the power ${least.toFixed(2)}`)
}

/** CPU time, which other work on the machine does not affect. */
function timeOf(work: () => unknown): number {
  const since = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}
