import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for something that happens within a time. The limit is generous, since machines are shared. */
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
