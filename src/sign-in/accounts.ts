import { createHash } from 'node:crypto'
import { type Db, sql, type Tx } from '../kernel/db.ts'
import { EMBEDDED } from '../kernel/tokens.ts'
import { personFor } from '../users/linking.ts'
import type { Account } from '../users/queries.ts'
import type { Arrival } from './turn.ts'

/** The accounts of the embedded issuer, and whom each of them is. */

export interface SignInAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
}

/** Where the trail says that it happened. */
const BY_SIGNING_IN = { source: 'auth' }

export const hasAccount = async (db: Db, email: string): Promise<boolean> =>
  (await db.one(sql`select from auth_users where email = ${email}`)) !== undefined

/** Who stands behind an account; nobody while its address is not verified. */
export const userBehind = (db: Db, accountId: string) =>
  db.one<Account>(sql`
    select u.id, u.status from user_identities i join users u on u.id = i.user_id
    where i.issuer = ${EMBEDDED} and i.subject = ${accountId}`)

/** One of several that verify at once goes first; answers whether there is still something to verify. */
export const lockUnverified = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.one(sql`select from auth_users where id = ${accountId} and not email_verified for update`)) !==
  undefined

/** The address is theirs: from here on the account is somebody. */
export async function becomeSomebody(tx: Tx, account: SignInAccount): Promise<Account> {
  await tx.run(sql`update auth_users set email_verified = true, updated_at = now() where id = ${account.id}`)
  const arrival = {
    issuer: EMBEDDED,
    subject: account.id,
    verifiedEmail: account.email,
    nom: account.name || null,
  }
  return await personFor(tx, arrival, BY_SIGNING_IN)
}

/** Somebody from an outside provider: one person, known by the provider's name for them and by our account's. */
export async function admitArrival(tx: Tx, accountId: string, arrival: Arrival): Promise<void> {
  const person = await personFor(tx, arrival, BY_SIGNING_IN)
  await tx.run(sql`
    insert into user_identities (issuer, subject, user_id) values (${EMBEDDED}, ${accountId}, ${person.id})`)
}

/** Tells which password a link was mailed with, without telling the password. */
export async function passwordMark(db: Db, accountId: string): Promise<string> {
  const row = await db.one<{ password: string | null }>(sql`
    select password from auth_accounts where user_id = ${accountId} and provider_id = 'credential'`)
  return createHash('sha256')
    .update(`${accountId} ${row?.password ?? ''}`)
    .digest('base64url')
    .slice(0, 22)
}

/** An address that nobody has verified is anybody's: the latest to sign up with it is the one its link speaks of. */
export async function startOver(
  tx: Tx,
  accountId: string,
  name: string,
  passwordHash: string,
): Promise<void> {
  await tx.run(
    sql`update auth_users set name = ${name}, updated_at = now() where id = ${accountId} and not email_verified`,
  )
  await tx.run(sql`
    update auth_accounts set password = ${passwordHash}, updated_at = now()
    where user_id = ${accountId} and provider_id = 'credential'`)
}

/** Whoever typed it did not show that the address is theirs, and more than an empty account hangs on it. */
export const dropPassword = (tx: Tx, accountId: string) =>
  tx.run(
    sql`update auth_accounts set password = null where user_id = ${accountId} and provider_id = 'credential'`,
  )

/** A code that somebody saw being typed is good for nothing any more. Answers whether this was its first time. */
export async function useCodeOnce(tx: Tx, accountId: string, code: string): Promise<boolean> {
  const mark = createHash('sha256').update(`code ${accountId} ${code}`).digest('base64url')
  // Longer than a code is taken for.
  const row = await tx.one(sql`
    insert into auth_verifications as v (id, identifier, value, expires_at)
    values (${mark}, ${mark}, ${accountId}, now() + interval '3 minutes')
    on conflict (id) do update set expires_at = excluded.expires_at where v.expires_at < now() returning 1`)
  return row !== undefined
}

/** Other reset links, second factors half entered, devices that were trusted: all of the time before. */
export const forgetWhatWasGranted = (tx: Tx, accountId: string) =>
  tx.run(sql`delete from auth_verifications where value = ${accountId}`)

/** Sign-ups that nobody confirmed, sessions and links whose time is over. */
export async function forgetOldSignIns(tx: Tx): Promise<number> {
  return (
    (await tx.run(sql`delete from auth_sessions where expires_at < now()`)) +
    (await tx.run(sql`delete from auth_verifications where expires_at < now()`)) +
    (await tx.run(
      sql`delete from auth_users where not email_verified and created_at < now() - interval '7 days'`,
    ))
  )
}
