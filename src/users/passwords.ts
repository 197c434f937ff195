import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fairQueue, type Requester } from '../kernel/concurrency/fair-queue.ts'
import { normalized } from '../kernel/texts.ts'
import { HASH_COST, type HashCost, hashApart } from './hash-in-thread.ts'

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

const MANY_CORES = availableParallelism() > 2
/** Hashes are queued. On a small machine a core stays free for other requests. */
const turns = fairQueue({
  atOnce: MANY_CORES ? 2 : 1,
  rest: MANY_CORES ? 0 : 1,
  waiting: 200,
  waitingPerNetwork: 50,
  patienceMs: 30_000,
})
/** Throws early when waiting in the queue would be in vain. */
export const refuseEarly = turns.refuseEarly
interface Hashing extends Requester {
  /** Set by tests only. */
  readonly hashCost?: HashCost | undefined
}
/** For commands and the first start, without the queue. */
const OPERATOR: Hashing = { clientNetwork: 'operator', known: true }

function keyOf(password: string, salt: string, asker: Hashing): Promise<Buffer> {
  // Passwords in bodies are trimmed, so one from the command line is trimmed as well.
  return turns.take(asker, () =>
    hashApart(normalized(password.trim(), 'NFKC'), salt, asker.hashCost ?? HASH_COST),
  )
}

/** scrypt, stored as `salt:key` in hexadecimal. */
export async function hashPassword(password: string, asker = OPERATOR): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await keyOf(password, salt, asker)).toString('hex')}`
}

export async function verifyPassword(hash: string, password: string, asker = OPERATOR): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const known = Buffer.from(key, 'hex')
  const found = await keyOf(password, salt, asker)
  const right = known.length === found.length && timingSafeEqual(known, found)
  if (right) turns.refund(asker.clientNetwork)
  return right
}

/** Without letters and digits that look alike: it will be typed. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
