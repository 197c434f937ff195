import { createHash, randomUUID } from 'node:crypto'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/retention.ts'
import { EMBEDDED } from '../../kernel/tokens/tokens.ts'
import { retention } from '../../retention.ts'
import { personFor } from '../../users/linking.ts'
import type { Account } from '../../users/queries.ts'
import { forgetHouseholds } from '../known-households.ts'
import type { Arrival } from './exchange.ts'

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

/**
 * What somebody signed up with, kept for the link that is mailed for it. Until the address is verified it is anybody's:
 * several may sign up with it, and each link lets in the password of its own sign-up alone.
 */
export interface SignUp {
  readonly name: string
  readonly passwordHash: string
}
const signUpsOf = (accountId: string) => `sign-ups of ${accountId}`

export async function keepSignUp(tx: Tx, accountId: string, { name, passwordHash }: SignUp, seconds: number) {
  const id = randomUUID()
  await tx.run(sql`
    insert into auth_verifications (id, identifier, value, expires_at)
    values (${id}, ${signUpsOf(accountId)}, ${JSON.stringify({ name, passwordHash })},
            now() + ${seconds}::int * interval '1 second')`)
  return id
}

export const openSignUps = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await db.all<{ id: string }>(sql`
      select id from auth_verifications where identifier = ${signUpsOf(accountId)} and expires_at > now()
      order by created_at, id`)
  ).map(({ id }) => id)

/** The account becomes what this link was mailed for; undefined where there is no such link any more. */
export async function settleSignUp(tx: Tx, accountId: string, id: string): Promise<SignUp | undefined> {
  const row = await tx.one<{ value: string }>(sql`
    select value from auth_verifications
    where id = ${id} and identifier = ${signUpsOf(accountId)} and expires_at > now()`)
  if (!row) return undefined
  const signUp = JSON.parse(row.value) as SignUp
  await startOver(tx, accountId, signUp.name, signUp.passwordHash)
  await forgetSignUps(tx, accountId)
  return signUp
}

/** The account has a password that its owner chose: no other one comes in by a link. */
export const forgetSignUps = (tx: Tx, accountId: string) =>
  tx.run(sql`delete from auth_verifications where identifier = ${signUpsOf(accountId)}`)

/** Of several sign-ups that nobody confirmed, the account shows the latest. */
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
    values (${mark}, ${mark}, ${`used by ${accountId}`}, now() + interval '3 minutes')
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
    (await forgetHouseholds(tx)) +
    (await tx.run(
      sql`delete from auth_users where not email_verified and ${olderThan(retention.unconfirmed.kept, sql`created_at`)}`,
    ))
  )
}
