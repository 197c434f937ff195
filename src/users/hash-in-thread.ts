import { scryptSync } from 'node:crypto'
import { Problem } from '../kernel/errors.ts'
import { apart, workApart } from '../kernel/threads.ts'

const NAME = 'users.hash'
const KEY_BYTES = 64
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 2 ** 20 }

/** Longest time of one hash, in milliseconds: exceeded only when the machine has no time left. */
const PATIENCE_MS = 30_000

interface Task {
  readonly password: string
  readonly salt: string
}

const threads = apart<Task, Uint8Array>(
  NAME,
  import.meta.url,
  lost => new Problem('unavailable', { cause: lost }),
)

/** scrypt: 32 MiB and a core for a while, in a thread of low priority. */
export async function hashApart(password: string, salt: string): Promise<Buffer> {
  return Buffer.from(await threads.run({ password, salt }, { patienceMs: PATIENCE_MS }))
}

workApart<Task, Uint8Array, never, never>(
  NAME,
  async ({ password, salt }) => new Uint8Array(scryptSync(password, salt, KEY_BYTES, COST)),
)
