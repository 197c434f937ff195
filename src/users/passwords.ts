import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Asker, fairTurns } from '../kernel/crowds/fair-turns.ts'
import { normalized } from '../kernel/unicode.ts'
import { hashApart } from './hash-apart.ts'

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

const MANY_CORES = availableParallelism() > 2
/** A rush of sign-ins waits here, not everybody else. On a small machine a core stays free for those who do not sign in. */
const turns = fairTurns({
  atOnce: MANY_CORES ? 2 : 1,
  rest: MANY_CORES ? 0 : 1,
  waiting: 200,
  waitingOfOneHousehold: 50,
  patienceMs: 30_000,
})
/** For strangers, before anything else is done that ends in a password: throws where waiting would come to nothing. */
export const refuseLostCause = turns.refuseLostCause
/** Commands and the first start: nobody at the door. */
const OPERATOR: Asker = { household: 'operator', known: true }

function keyOf(password: string, salt: string, asker: Asker): Promise<Buffer> {
  // Bodies are trimmed when they come in: a password given on the command line is read the same way.
  return turns.take(asker, () => hashApart(normalized(password.trim(), 'NFKC'), salt))
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
