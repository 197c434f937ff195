import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fairQueue, type Requester } from '../../kernel/concurrency/fair-queue.ts'
import { normalized } from '../../kernel/texts/texts.ts'
import { FORMER_COST, HASH_COST, type HashCost, hashApart } from './hash-in-thread.ts'

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
const inTurn = <T>(asker: Hashing, hash: () => Promise<T>): Promise<T> =>
  asker === OPERATOR ? hash() : turns.take(asker, hash)

/**
 * Passwords count with the blanks around them. Those from before were cut, and their owners may type them either way:
 * they stay cut until another password is chosen.
 */
type Reading = 'exact' | 'trimmed'

interface StoredHash {
  readonly cost: HashCost
  readonly reading: Reading
  readonly salt: string
  readonly key: string
}

/** `scrypt:N,r,p:reading:salt:key`. Hashes from before are `salt:key` alone. */
const STORED = /^(?:scrypt:(\d+),(\d+),(\d+):(exact|trimmed):)?([0-9a-f]+):([0-9a-f]+)$/

function parsed(hash: string): StoredHash {
  const [, N, r, p, reading = 'trimmed', salt = '', key = ''] = STORED.exec(hash) ?? []
  const cost = N === undefined ? FORMER_COST : { N: Number(N), r: Number(r), p: Number(p) }
  return { cost, reading: reading as Reading, salt, key }
}

const textOf = (password: string, reading: Reading) =>
  normalized(reading === 'trimmed' ? password.trim() : password, 'NFKC')

async function hashAs(password: string, reading: Reading, asker: Hashing): Promise<string> {
  const { N, r, p } = asker.hashCost ?? HASH_COST
  const salt = randomBytes(16).toString('hex')
  const key = await inTurn(asker, () => hashApart(textOf(password, reading), salt, { N, r, p }))
  return `scrypt:${N},${r},${p}:${reading}:${salt}:${key.toString('hex')}`
}

export const hashPassword = (password: string, asker = OPERATOR): Promise<string> =>
  hashAs(password, 'exact', asker)

/** The same password at the present cost; undefined where the hash costs as much already. */
export function renewHash(hash: string, password: string, asker: Hashing): Promise<string> | undefined {
  const { cost, reading } = parsed(hash)
  return lacking(cost, asker) === 0 ? undefined : hashAs(password, reading, asker)
}

/** Takes as long for a hash from before, so that the time does not tell which addresses have an account. */
export async function verifyPassword(hash: string, password: string, asker = OPERATOR): Promise<boolean> {
  const { cost, reading, salt, key } = parsed(hash)
  const known = Buffer.from(key, 'hex')
  const rest = lacking(cost, asker)
  const found = await inTurn(asker, () =>
    hashApart(textOf(password, reading), salt, cost, ...(rest > 0 ? [{ N: 1_024, r: 8, p: rest }] : [])),
  )
  const right = known.length === found.length && timingSafeEqual(known, found)
  if (right) turns.refund(asker.clientNetwork)
  return right
}

const workOf = ({ N, r, p }: HashCost) => N * r * p
/** What a stored hash costs less than a new one, in pieces of a MiB. */
const lacking = (cost: HashCost, asker: Hashing) =>
  Math.max(0, Math.ceil((workOf(asker.hashCost ?? HASH_COST) - workOf(cost)) / 8_192))

/** Without letters and digits that look alike: it will be typed. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
