import { randomBytes, randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, string, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

/** scrypt, written `salt:key` in hexadecimal: the form that the sign-in of the embedded issuer reads. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  const key = await derive(password.normalize('NFKC'), salt, 64, {
    N: 16_384,
    r: 16,
    p: 1,
    maxmem: 64 * 2 ** 20,
  })
  return `${salt}:${key.toString('hex')}`
}

/** Without the letters and digits that look alike on a screen: somebody will type it. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
