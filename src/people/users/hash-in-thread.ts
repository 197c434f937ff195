import { scryptSync } from 'node:crypto'
import { Problem } from '../../kernel/refusals/errors.ts'
import { threadPool, workInThread } from '../../kernel/threads/thread-pool.ts'

const NAME = 'users.hash'
const KEY_BYTES = 64
/** The cost of a hash. Tests about something else use less; it is stored with the hash. */
export interface HashCost {
  readonly N: number
  readonly r: number
  readonly p: number
}
/** 32 MiB, and a core for 200 ms. */
export const HASH_COST: HashCost = { N: 32_768, r: 8, p: 3 }
/** The cost of hashes that do not name theirs. */
export const FORMER_COST: HashCost = { N: 16_384, r: 16, p: 1 }
/** Bounds one hash, whatever cost a stored one names. */
const MOST_BYTES = 64 * 2 ** 20

/** The timeout of one hash in milliseconds; exceeded only when the machine is overloaded. */
const TIMEOUT_MS = 30_000

interface Task {
  readonly password: string
  readonly salt: string
  /** One after the other. The key is that of the first. */
  readonly costs: readonly HashCost[]
}

const threads = threadPool<Task, Uint8Array>(
  NAME,
  import.meta.url,
  lost => new Problem('unavailable', { cause: lost }),
)

/** scrypt in a low-priority thread. */
export async function hashApart(password: string, salt: string, ...costs: HashCost[]): Promise<Buffer> {
  return Buffer.from(await threads.run({ password, salt, costs }, { patienceMs: TIMEOUT_MS }))
}

workInThread<Task, Uint8Array, never, never>(NAME, async ({ password, salt, costs }) => {
  const [key] = costs.map(cost => scryptSync(password, salt, KEY_BYTES, { ...cost, maxmem: MOST_BYTES }))
  return new Uint8Array(key ?? [])
})
