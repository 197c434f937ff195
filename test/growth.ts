import assert from 'node:assert/strict'

/** In the first the code is not compiled yet, which would hide steep work. */
const ROUNDS = 2
/** Measured again as often as this while it looks steeper than linear: noise goes with more rounds, quadratic work stays. */
const MOST_ROUNDS = 40
/** Far apart, so that a cache that others fill, or a collection of garbage, does not look like quadratic work. */
const TIMES = 16
/** The exponents by which the time grows with the size: 1 is linear, 2 quadratic. */
const SURELY_LINEAR = 1.3
const MOST = 1.5
/** Below this, timer resolution and garbage collection dominate. */
const FLOOR_MS = 12

/**
 * Uses the best of several measurements, and alternates sizes, so that a busy machine affects both. The small size is done
 * as often as makes the same amount: the clock of a thread may advance by four milliseconds at a time.
 */
export function assertLinear(work: (size: number) => unknown, largest: number, what = 'this work'): void {
  const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  let exponent = 0
  for (let round = 0; round < MOST_ROUNDS; round++) {
    best.small = Math.min(
      best.small,
      timeOf(() => {
        for (let time = 0; time < TIMES; time++) work(Math.floor(largest / TIMES))
      }),
    )
    best.large = Math.min(
      best.large,
      timeOf(() => work(largest)),
    )
    // Work that is cheap at the largest size is not measured again.
    if (best.large < FLOOR_MS) return
    exponent = 1 + Math.log(best.large / Math.max(best.small, 1)) / Math.log(TIMES)
    if (round + 1 >= ROUNDS && exponent < SURELY_LINEAR) return
  }
  assert.ok(exponent < MOST, `${what} grows with the power ${exponent.toFixed(2)}`)
}

/** CPU time, which other work on the machine does not affect. */
function timeOf(work: () => unknown): number {
  const since = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}
