import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** For what takes seconds alone, and runs beside others of its kind on a machine that is busy besides. */
export const PATIENCE_MS = 600_000

/** Waits for something that happens within a time. The limit is generous, since machines are shared. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  what: string,
  ms = 120_000,
): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (performance.now() > end) throw new Error(`Not seen within ${ms} ms: ${what}`)
    await sleep(50)
  }
}

/** Waits until a value is the expected one: a page shows what was typed or pressed a moment later. */
export async function becomes<T>(
  look: () => Promise<T>,
  expected: T | RegExp,
  what?: string,
  ms = 120_000,
): Promise<void> {
  const end = performance.now() + ms
  for (;;) {
    const seen = await look()
    const isPattern = expected instanceof RegExp && typeof seen === 'string'
    if (isPattern ? expected.test(seen) : isDeepStrictEqual(seen, expected)) return
    if (performance.now() > end)
      return isPattern ? assert.match(seen, expected, what) : assert.deepEqual(seen, expected, what)
    await sleep(50)
  }
}
