import { exportJWK, generateKeyPair } from 'jose'
import { type Db, sql, type Tx } from '../db/db.ts'
import { olderThan } from '../records/retention.ts'
import type { Secrets } from '../settings/secrets.ts'
import { LONGEST_SECONDS } from './token-claims.ts'

/** Rotation of the embedded issuer's keys. One key signs; a retired key is kept as long as its tokens may be valid. */

const ALGORITHM = 'EdDSA'
/** The longest lifetime of a token, plus minutes for clock skew and for nodes with cached keys. */
const RETIRED_FOR = `${LONGEST_SECONDS + 5 * 60} seconds` as const
const SIGNS_FOR = '30 days'

export async function newSigningKey(secrets: Secrets) {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true })
  return {
    kid: crypto.randomUUID(),
    publicJwk: JSON.stringify(await exportJWK(publicKey)),
    sealed: secrets.seal(JSON.stringify(await exportJWK(privateKey))),
  }
}

/** Nodes that rotate at the same moment create one key: only one of them finds the old row not yet retired. */
export async function rotateSigningKeys(tx: Tx, secrets: Secrets): Promise<{ made: number; gone: number }> {
  const gone = await tx.run(sql`delete from signing_keys where ${olderThan(RETIRED_FOR, sql`retired_at`)}`)
  const retired = await tx.run(sql`
    update signing_keys set retired_at = now()
    where retired_at is null and ${olderThan(SIGNS_FOR, sql`created_at`)}`)
  if (retired === 0) return { made: 0, gone }
  const key = await newSigningKey(secrets)
  await tx.run(sql`
    insert into signing_keys (kid, public_jwk, private_sealed) values (${key.kid}, ${key.publicJwk}::jsonb, ${key.sealed})`)
  return { made: 1, gone }
}

/** Seals the same keys with the current secret. Tokens stay valid. */
export async function resealSigningKeys(tx: Tx, secrets: Secrets): Promise<number> {
  const keys = await tx.all<{ kid: string; sealed: string }>(
    sql`select kid, private_sealed as sealed from signing_keys order by kid for update`,
  )
  for (const { kid, sealed } of keys)
    await tx.run(
      sql`update signing_keys set private_sealed = ${secrets.seal(secrets.open(sealed))} where kid = ${kid}`,
    )
  return keys.length
}

/** Replaces all keys: every token signed until now becomes invalid. */
export async function replaceSigningKeys(tx: Tx, secrets: Secrets): Promise<void> {
  const key = await newSigningKey(secrets)
  await tx.run(sql`delete from signing_keys`)
  await tx.run(sql`
    insert into signing_keys (kid, public_jwk, private_sealed) values (${key.kid}, ${key.publicJwk}::jsonb, ${key.sealed})`)
}

interface PublicKey {
  readonly kid: string
  readonly jwk: { readonly kty: string; readonly crv: string; readonly x: string }
}

/** The keys that valid tokens may be signed with. */
export const publicKeys = (db: Db) =>
  db.all<PublicKey>(sql`
    select kid, public_jwk as jwk from signing_keys
    where retired_at is null or retired_at > now() - ${RETIRED_FOR}::interval order by created_at desc, kid`)

/** The reply of `/auth/jwks`. */
export const keySet = async (db: Db) => ({
  keys: (await publicKeys(db)).map(({ kid, jwk: { kty, crv, x } }) => ({
    kty,
    crv,
    x,
    kid,
    alg: ALGORITHM,
    use: 'sig',
  })),
})
