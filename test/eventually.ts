import { setTimeout as sleep } from 'node:timers/promises'

/** For what is promised within a time, not at once. The limit is generous: machines are shared. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  what: string,
  ms = 20_000,
): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (performance.now() > end) throw new Error(`Not seen within ${ms} ms: ${what}`)
    await sleep(50)
  }
}
