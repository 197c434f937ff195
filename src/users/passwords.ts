import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '../kernel/errors.ts'
import { normalized } from '../kernel/unicode.ts'

const derive = promisify<string, string, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

const KEY_BYTES = 64
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 2 ** 20 }
/** Each takes 32 MiB and a thread for a while: a rush of sign-ins waits here, not everybody else. */
const MOST_AT_ONCE = 2
/** Some two seconds' worth. A flood beyond it is told to come back, before it fills the service. */
const MOST_WAITING = 50

let running = 0
const waiting: (() => void)[] = []

async function keyOf(password: string, salt: string): Promise<Buffer> {
  if (waiting.length >= MOST_WAITING) throw new Problem('unavailable')
  if (running >= MOST_AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    // Bodies are trimmed when they come in: a password given on the command line is read the same way.
    return await derive(normalized(password.trim(), 'NFKC'), salt, KEY_BYTES, COST)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** scrypt, written `salt:key` in hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await keyOf(password, salt)).toString('hex')}`
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const known = Buffer.from(key, 'hex')
  const found = await keyOf(password, salt)
  return known.length === found.length && timingSafeEqual(known, found)
}

/** Without the letters and digits that look alike on a screen: somebody will type it. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
