import { sql } from '../../kernel/db/db.ts'
import { hashPassword, renewHash, verifyPassword } from '../../people/users/passwords.ts'
import { currentExchange } from './exchange.ts'

/** Computes each password hash of an exchange once, outside of its transaction. */

/** One hash per request for known and unknown addresses, so that both take the same time. */
export function hashOnce(password: string): Promise<string> {
  const exchange = currentExchange()
  return exchange.slowly(`hash ${password}`, () => hashPassword(password, exchange))
}

export function verifyOnce(hash: string, password: string): Promise<boolean> {
  const exchange = currentExchange()
  return exchange.slowly(`verify ${hash} ${password}`, () => verifyPassword(hash, password, exchange))
}

/**
 * After a sign-in: replaces a hash that costs less than new ones do. Only the hash that was verified: a password that
 * was changed meanwhile stays. The sign-in succeeds even when the queue for hashes is full.
 */
export async function renewStoredHash(email: string, password: string): Promise<void> {
  const exchange = currentExchange()
  const stored = await exchange.reads().one<{ id: string; hash: string }>(sql`
    select id, password as hash from auth_accounts
    where user_id = (select id from auth_users where email = ${email.toLowerCase()}) and provider_id = 'credential'
      and password is not null`)
  if (!stored) return
  const { id, hash } = stored
  const renewed = await exchange
    .slowly(`renew ${hash} ${password}`, async () => await renewHash(hash, password, exchange))
    .catch(() => undefined)
  if (renewed === undefined) return
  const tx = await exchange.writes()
  await tx.run(
    sql`update auth_accounts set password = ${renewed}, updated_at = now() where id = ${id} and password = ${hash}`,
  )
}
