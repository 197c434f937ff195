import { type CryptoKey, decodeProtectedHeader, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { type Db, sql } from '../db/db.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Secrets } from '../settings/secrets.ts'
import { newSigningKey, publicKeys } from './signing-keys.ts'
import {
  CLOCK_SKEW_SECONDS,
  isRefusedToken,
  isSubject,
  LONGEST_SECONDS,
  timesAreFit,
} from './token-claims.ts'

/** The identity in a token. The same subject at another issuer is another person. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Seconds. */
  readonly issuedAt: number
  /** The session that the token belongs to and ends with. */
  readonly session?: string | undefined
  /** An outside issuer said that two factors were proven. */
  readonly provenTwice?: boolean
  /** Profile claims of an outside issuer's token, used at the person's first request. */
  readonly newcomer?: Newcomer
}

export interface Newcomer {
  readonly verifiedEmail: string | undefined
  readonly nom: string | undefined
}

/** The embedded issuer's name in `user_identities`, independent of the public address, which may change. */
export const EMBEDDED = 'parvis'

export interface Tokens {
  sign(subject: string, seconds: number, session?: string): Promise<string>
  /** Undefined for an invalid token. Throws when no keys could be fetched to decide. */
  verify(token: string): Promise<Identity | undefined>
}

const ALGORITHM = 'EdDSA'
const REFETCH_MS = 30_000
const KNOWN_AFTER = '1 minute'
const REREAD_MS = 10 * 60_000
/** Caches verified tokens, which clients send for minutes: verifying takes 0.1 ms, as much as a page of a list. */
const REMEMBERED_MS = 30_000
const MOST_REMEMBERED = 1_000
const COMPACT = /^[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{2,6000}\.[A-Za-z0-9_-]{10,1000}$/

/** The embedded issuer, with its keys in the database. */
export async function embeddedTokens(
  db: Db,
  secrets: Secrets,
  publicUrl: () => string,
  reads = db,
): Promise<Tokens> {
  await ensureSigningKey(db, secrets)
  let keys = await readKeys(db)
  let readAt = performance.now()
  let reading: Promise<void> | undefined

  const remembered = new Map<string, { identity: Identity; kid: string; until: number }>()
  const remember = (token: string, identity: Identity, kid: string, exp: number) => {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    const until = Math.min(Date.now() + REMEMBERED_MS, (exp + CLOCK_SKEW_SECONDS) * 1000)
    remembered.set(token, { identity, kid, until })
  }

  const readAgain = () => {
    readAt = performance.now()
    reading = readKeys(db)
      .then(found => {
        keys = found
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  /**
   * Rereads the keys for an unknown key id, since another node may have rotated; at a limited rate, because ids can be made up.
   * Requests with a known key never wait; a retired key is noticed after the request.
   */
  const keyFor = async (kid: string) => {
    const age = performance.now() - readAt
    if (!keys.has(kid)) await (reading ?? (age > REFETCH_MS ? readAgain() : undefined))
    else if (age > REREAD_MS && !reading) readAgain().catch(() => {})
    return keys.get(kid)
  }

  return {
    async sign(subject, seconds, session) {
      // The caller may hold a pooled connection, so waiting for a second one could block.
      const current = await currentKey(reads)
      const jwk = JSON.parse(secrets.open(current.sealed)) as JWK
      const now = Math.floor(Date.now() / 1000)
      return await new SignJWT(session === undefined ? {} : { sid: session })
        .setProtectedHeader({ alg: ALGORITHM, kid: current.kid, typ: 'at+jwt' })
        .setIssuer(publicUrl())
        .setAudience(publicUrl())
        .setSubject(subject)
        // Without a session, only the time tells whether the token is from before a sign-out, so it has milliseconds.
        .setIssuedAt(session === undefined ? Date.now() / 1000 : now)
        .setExpirationTime(now + Math.min(seconds, LONGEST_SECONDS))
        .sign(await importJWK(jwk, ALGORITHM))
    },
    async verify(token) {
      const known = remembered.get(token)
      if (known && Date.now() < known.until && (await keyFor(known.kid))) return known.identity
      if (!COMPACT.test(token)) return undefined
      try {
        const { kid } = decodeProtectedHeader(token)
        if (typeof kid !== 'string') return undefined
        const key = await keyFor(kid)
        if (!key) return undefined
        const { payload } = await jwtVerify(token, key, {
          issuer: publicUrl(),
          audience: publicUrl(),
          algorithms: [ALGORITHM],
          typ: 'at+jwt',
          requiredClaims: ['exp', 'sub', 'iat'],
          clockTolerance: CLOCK_SKEW_SECONDS,
        })
        const { sub, sid, iat = 0, exp = 0 } = payload
        if (!isSubject(sub) || !timesAreFit(payload, Date.now() / 1000)) return undefined
        const session = typeof sid === 'string' ? sid : undefined
        const identity = { issuer: EMBEDDED, subject: sub, issuedAt: iat, session }
        remember(token, identity, kid, exp)
        return identity
      } catch (error) {
        if (isRefusedToken(error)) return undefined
        throw error
      }
    },
  }
}

async function ensureSigningKey(db: Db, secrets: Secrets): Promise<void> {
  const current = await currentKey(db).catch(() => undefined)
  if (current) {
    try {
      secrets.open(current.sealed)
    } catch {
      throw new Refusal(
        'PARVIS_SECRET is not the one this database was made with: its signing keys cannot be opened.',
      )
    }
    return
  }
  const key = await newSigningKey(secrets)
  // If two nodes start on an empty database, the first key wins.
  await db.run(sql`
    insert into signing_keys (kid, public_jwk, private_sealed)
    values (${key.kid}, ${key.publicJwk}::jsonb, ${key.sealed})
    on conflict do nothing`)
}

/** A new key signs only after every node has had time to read it. */
async function currentKey(db: Db): Promise<{ kid: string; sealed: string }> {
  const row = await db.one<{ kid: string; sealed: string }>(sql`
    select kid, private_sealed as sealed from signing_keys
    where retired_at is null or retired_at > now() - ${KNOWN_AFTER}::interval
    order by created_at > now() - ${KNOWN_AFTER}::interval, created_at desc, kid limit 1`)
  if (!row) throw new Error('There is no signing key.')
  return row
}

async function readKeys(db: Db): Promise<Map<string, CryptoKey>> {
  const imported = await Promise.all(
    (await publicKeys(db)).map(
      async ({ kid, jwk }) => [kid, (await importJWK(jwk, ALGORITHM)) as CryptoKey] as const,
    ),
  )
  return new Map(imported)
}
