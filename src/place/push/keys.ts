import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'

/**
 * The key by which push services know this installation (VAPID, RFC 8292). It never changes, since browsers subscribe for
 * it; `secret exchange` seals it again.
 */

const ALGORITHM = 'ES256'
/** RFC 8292 allows a day at most. */
const TOKEN_SECONDS = 12 * 3_600

export async function publicKey(db: Db): Promise<string | undefined> {
  return (await db.one<{ key: string }>(sql`select public_key as key from push_keys`))?.key
}

/** Makes the key where there is none. Of two workers that make one, the first wins. */
async function storedKey(
  db: Db,
  secrets: Secrets,
): Promise<{ readonly key: string; readonly sealed: string }> {
  const stored = () =>
    db.one<{ key: string; sealed: string }>(
      sql`select public_key as key, private_sealed as sealed from push_keys`,
    )
  const found = await stored()
  if (found) return found
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const { x = '', y = '' } = await exportJWK(pair.publicKey)
  const key = Buffer.concat([Buffer.of(4), ...[x, y].map(one => Buffer.from(one, 'base64url'))])
  const sealed = secrets.seal(JSON.stringify(await exportJWK(pair.privateKey)))
  await db.run(sql`
    insert into push_keys (public_key, private_sealed) values (${key.toString('base64url')}, ${sealed})
    on conflict do nothing`)
  const made = await stored()
  if (!made) throw new Error('The key of push messages could not be stored.')
  return made
}

/** The header `Authorization` for a push service: one token for each of them. */
export type Authorization = (endpoint: string) => Promise<string>

/** `contact`: where operators of push services reach this installation. */
export async function authorizationWith(db: Db, secrets: Secrets, contact: string): Promise<Authorization> {
  const { key, sealed } = await storedKey(db, secrets)
  const signer = await importJWK(JSON.parse(secrets.open(sealed)) as JWK, ALGORITHM)
  const headers = new Map<string, Promise<string>>()
  const headerFor = async (origin: string) => {
    const token = await new SignJWT()
      .setProtectedHeader({ typ: 'JWT', alg: ALGORITHM })
      .setAudience(origin)
      .setSubject(contact)
      .setExpirationTime(Math.floor(Date.now() / 1_000) + TOKEN_SECONDS)
      .sign(signer)
    return `vapid t=${token}, k=${key}`
  }
  return endpoint => {
    const { origin } = new URL(endpoint)
    const header = headers.get(origin) ?? headerFor(origin)
    headers.set(origin, header)
    return header
  }
}

/** Seals the same key with the current secret. */
export async function resealPushKey(tx: Tx, secrets: Secrets): Promise<void> {
  const row = await tx.one<{ sealed: string }>(sql`select private_sealed as sealed from push_keys for update`)
  if (row) await tx.run(sql`update push_keys set private_sealed = ${secrets.seal(secrets.open(row.sealed))}`)
}

/** A subscription belongs to the key: with another one, browsers have to subscribe again. */
export async function destroyPushKey(tx: Tx): Promise<number> {
  await tx.run(sql`delete from push_keys`)
  return await tx.run(sql`delete from push_subscriptions`)
}
