import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { clientNetwork } from '../concurrency/client-network.ts'
import { type Db, sql, type Tx } from '../db/db.ts'
import { KERNEL_KEEPS, olderThan } from '../records/retention.ts'
import type { Secrets } from '../settings/secrets.ts'

/** Network addresses are stored as keyed hashes only. The key changes every month and is destroyed after a year. */
export interface Addresses {
  /** Equal addresses have equal hashes within a month. IPv6 is hashed by /64. */
  hash(address: string, now: Date): Promise<string>
}

export function addressHashes(db: Db, secrets: Secrets): Addresses {
  /** Cached keys by month. */
  const keys = new Map<string, Promise<KeyObject>>()
  return {
    async hash(address, now) {
      const current = `${now.toISOString().slice(0, 7)}-01`
      let key = keys.get(current)
      if (!key) {
        key = monthKey(db, secrets, current)
        keys.set(current, key)
        key.catch(() => keys.delete(current))
      }
      return createHmac('sha256', await key)
        .update(clientNetwork(address))
        .digest('base64url')
        .slice(0, 22)
    },
  }
}

async function monthKey(db: Db, secrets: Secrets, month: string): Promise<KeyObject> {
  const fresh = secrets.seal(randomBytes(32).toString('base64'))
  await db.run(
    sql`insert into address_keys (month, key_sealed) values (${month}, ${fresh}) on conflict do nothing`,
  )
  const row = await db.one<{ key: string }>(
    sql`select key_sealed as key from address_keys where month = ${month}`,
  )
  // A KeyObject, because Node would parse raw bytes at each call: 14 µs instead of 3.
  return createSecretKey(secrets.open(row?.key ?? fresh), 'base64')
}

export async function resealAddressKeys(tx: Tx, secrets: Secrets): Promise<number> {
  const keys = await tx.all<{ month: string; sealed: string }>(
    sql`select month, key_sealed as sealed from address_keys order by month for update`,
  )
  for (const { month, sealed } of keys)
    await tx.run(
      sql`update address_keys set key_sealed = ${secrets.seal(secrets.open(sealed))} where month = ${month}`,
    )
  return keys.length
}

/** Without their keys, hashes can no longer be matched to an address. */
export const destroyAddressKeys = (tx: Tx) => tx.run(sql`delete from address_keys`)

export const destroyOldAddressKeys = (db: Db) =>
  db.run(sql`
    delete from address_keys where ${olderThan(KERNEL_KEEPS.addressKeys, sql`month + interval '1 month'`)}`)
