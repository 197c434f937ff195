import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { type Asker, fairTurns } from '../kernel/fair-turns.ts'
import { normalized } from '../kernel/unicode.ts'

const derive = promisify<string, string, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

const KEY_BYTES = 64
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 2 ** 20 }
/**
 * Each takes 32 MiB and a core for a while: a rush of sign-ins waits here, not everybody else. On a small machine a core
 * stays free for those who do not sign in.
 */
const turns = fairTurns({
  atOnce: availableParallelism() > 2 ? 2 : 1,
  waiting: 200,
  waitingOfOneHousehold: 50,
  patienceMs: 30_000,
})
/** Commands and the first start: nobody at the door. */
const OPERATOR: Asker = { household: 'operator', known: true }

function keyOf(password: string, salt: string, asker: Asker): Promise<Buffer> {
  // Bodies are trimmed when they come in: a password given on the command line is read the same way.
  return turns.take(asker, () => derive(normalized(password.trim(), 'NFKC'), salt, KEY_BYTES, COST))
}

/** scrypt, written `salt:key` in hexadecimal. */
export async function hashPassword(password: string, asker = OPERATOR): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await keyOf(password, salt, asker)).toString('hex')}`
}

export async function verifyPassword(hash: string, password: string, asker = OPERATOR): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const known = Buffer.from(key, 'hex')
  const found = await keyOf(password, salt, asker)
  const right = known.length === found.length && timingSafeEqual(known, found)
  if (right) turns.forgive(asker.household)
  return right
}

/** Without the letters and digits that look alike on a screen: somebody will type it. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
