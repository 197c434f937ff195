import { createHash, randomUUID } from 'node:crypto'
import { retention } from '../../foundation/retention.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { AuditTrail } from '../../kernel/records/audit.ts'
import { isOver, olderThan } from '../../kernel/records/retention.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { EMBEDDED } from '../../kernel/tokens/tokens.ts'
import { provenTwice } from '../../people/access/second-factor.ts'
import { respellUsers } from '../../people/users/held-address.ts'
import { personFor } from '../../people/users/linking.ts'
import { applyMappedRoles } from '../../people/users/mapped-roles.ts'
import { type Account, addIdentity, voidTokens } from '../../people/users/queries.ts'
import { forgetClientNetworks } from '../known-client-networks.ts'
import { type Arrival, currentExchange } from './exchange.ts'

/** Accounts of the embedded issuer and their users. */

export interface SignInAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
}

/** Marks changes made by signing in, for the audit trail. */
const BY_SIGNING_IN = { source: 'auth' }

export const hasAccount = async (db: Db, email: string): Promise<boolean> =>
  (await db.one(sql`select from auth_users where email = ${email}`)) !== undefined

/** The library takes addresses of ASCII alone: without this, an account in the other spelling could not sign in. */
export async function respellAccount(tx: Tx, from: string, to: string, requestId: string): Promise<void> {
  await tx.run(sql`
    update auth_users set email = ${to}, updated_at = now()
    where email = ${from} and not exists (select from auth_users where email = ${to})`)
  const trail = new AuditTrail('user.address_respelled')
  for (const { id } of await respellUsers(tx, from, to)) trail.record({ id, after: {} })
  // The caller has proven nothing yet, so that the trail names nobody.
  await trail.save(tx, { userId: undefined, ...BY_SIGNING_IN, requestId, ipHash: undefined })
}

const behind = (accountId: string) => sql`(
  select user_id from user_identities where issuer = ${EMBEDDED} and subject = ${accountId})`

/** The user of an account, locked against concurrent suspension; undefined until its address is verified. */
export async function userBehind(accountId: string): Promise<Account | undefined> {
  const exchange = currentExchange()
  await exchange.lock(sql`select from users where id = ${behind(accountId)} for no key update`)
  return await exchange
    .reads()
    .one<Account>(sql`select id, status from users where id = ${behind(accountId)}`)
}

/** Locked: a role that is granted meanwhile waits, or is seen. */
export async function holdsRole(accountId: string): Promise<boolean> {
  const user = await userBehind(accountId)
  const held = sql`select from user_roles where user_id = ${user?.id ?? null}::uuid limit 1`
  return (await currentExchange().reads().one(held)) !== undefined
}

/** A person with a role who has not proven themselves by two factors. */
export async function lacksSecondFactor(accountId: string, sessionId: string): Promise<boolean> {
  if (!(await holdsRole(accountId))) return false
  const row = await currentExchange()
    .reads()
    .one<{ twice: boolean }>(
      sql`select ${provenTwice(sql`${sessionId}::uuid`, sql`${accountId}::uuid`)} as twice`,
    )
  return row?.twice !== true
}

interface OwnPasskey {
  readonly id: string
  readonly name: string | null
  readonly createdAt: string
  readonly lastUsedAt: string | null
  /** Kept by the person's account at a maker of devices, so that it survives this one. */
  readonly backedUp: boolean
}

export const passkeysOf = async (accountId: string): Promise<OwnPasskey[]> =>
  await currentExchange()
    .reads()
    .all<OwnPasskey>(sql`
      select id, name, created_at as "createdAt", last_used_at as "lastUsedAt", backed_up as "backedUp"
      from auth_passkeys where user_id = ${accountId} order by created_at, id`)

/** The passkey by which a session began. */
export const passkeyOfSession = async (sessionId: string): Promise<string | undefined> =>
  (
    await currentExchange()
      .reads()
      .one<{ id: string }>(
        sql`select passkey_id as id from auth_sessions where id = ${sessionId} and passkey_id is not null`,
      )
  )?.id

/** With the sessions that began with them. */
export async function removePasskeys(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from auth_sessions where user_id = ${accountId} and passkey_id is not null`)
  await tx.run(sql`delete from auth_passkeys where user_id = ${accountId}`)
}

/** Usually one; none for users of an outside provider. */
export const accountsOf = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db.all<{ id: string }>(sql`
      select a.id from user_identities i join auth_users a on a.id = embedded_account(i)
      where i.user_id = ${userId}`)
  ).map(({ id }) => id)

export const onlySession = async (tx: Tx, accountId: string) =>
  (await tx.one<{ id: string }>(sql`select id from auth_sessions where user_id = ${accountId}`))?.id

/**
 * Ends all sessions of a user, except this one. Access tokens end with their sessions. Tokens without a session are
 * voided first, which locks the user: a concurrent sign-in has committed by then, or waits.
 */
export async function endSessions(tx: Tx, userId: string, except: string | null = null): Promise<number> {
  await voidTokens(tx, userId)
  const accounts = await accountsOf(tx, userId)
  return await tx.run(
    sql`delete from auth_sessions where user_id = any(${accounts}::uuid[]) and id is distinct from ${except}::uuid`,
  )
}

/** Locks the account, since several requests may verify at once; returns whether it is still unverified. */
export const lockUnverified = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.one(sql`select from auth_users where id = ${accountId} and not email_verified for update`)) !==
  undefined

/** The address is verified: the account gets a user. */
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

/** Signs in a person from an outside provider: one user with two identities, the provider's and that of our account. */
export async function admitArrival(tx: Tx, accountId: string, arrival: Arrival): Promise<void> {
  const person = await personFor(tx, arrival, BY_SIGNING_IN)
  if (!(await addIdentity(tx, { issuer: EMBEDDED, subject: accountId }, person.id)))
    throw new Problem('conflict')
}

/** The roles of the groups at the provider where the user has just signed in. */
export async function mapRoles(userId: string): Promise<void> {
  const { arrival, writes, requestId } = currentExchange()
  if (arrival?.mapped)
    await applyMappedRoles(await writes(), userId, arrival.mapped, {
      ...BY_SIGNING_IN,
      requestId,
      ipHash: undefined,
    })
}

/**
 * Creates the sign-in account of a user vouched for by an operator, with this password. Replaces an unverified account
 * of the same address, which anybody may have created.
 */
export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const subject = await tx.one<{ subject: string; email: string; nom: string }>(sql`
    select coalesce((select i.subject from user_identities i join auth_users a on a.id = embedded_account(i)
                     where i.user_id = u.id limit 1), u.id::text) as subject,
           u.email, coalesce(u.nom, '') as nom
    from users u where u.id = ${userId} and u.email is not null`)
  if (!subject) throw new Error('Only somebody with an address can have a password.')
  const { subject: id, email, nom } = subject
  await tx.run(sql`delete from auth_users where email = ${email} and id <> ${id} and not email_verified`)
  await tx.run(sql`
    insert into auth_users (id, name, email, email_verified) values (${id}, ${nom}, ${email}, true)
    on conflict (id) do update set email_verified = true`)
  await tx.run(sql`
    insert into auth_accounts (user_id, provider_id, account_id, password)
    values (${id}, 'credential', ${id}, ${passwordHash})
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`)
  await addIdentity(tx, { issuer: EMBEDDED, subject: id }, userId)
  await tx.run(sql`delete from auth_sessions where user_id = ${id}`)
}

/**
 * Data of a sign-up, stored for its mailed link. Until the address is verified, several people may sign up with it, and
 * each link activates only its own sign-up's password.
 */
interface SignUp {
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

/** Copies the data of this link's sign-up to the account; undefined when the link is no longer valid. */
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

/** The owner has chosen a password: other sign-ups must not replace it. */
export const forgetSignUps = (tx: Tx, accountId: string) =>
  tx.run(sql`delete from auth_verifications where identifier = ${signUpsOf(accountId)}`)

/** Condition on `auth_accounts`: the address is not verified. */
const isUnverified = sql`user_id in (select id from auth_users where not email_verified)`

/** Overwrites the account with the latest of several unconfirmed sign-ups. */
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
    where user_id = ${accountId} and provider_id = 'credential' and ${isUnverified}`)
}

/** Drops a password whose author has not proven to own the address, because the expected person may have rights. */
export const dropPassword = (tx: Tx, accountId: string) =>
  tx.run(
    sql`
      update auth_accounts set password = null
      where user_id = ${accountId} and provider_id = 'credential' and ${isUnverified}`,
  )

/** Marks a code as used, so that a code seen by others is useless. Returns whether this was its first use. */
export async function spendCode(tx: Tx, accountId: string, code: string): Promise<boolean> {
  const mark = createHash('sha256').update(`code ${accountId} ${code}`).digest('base64url')
  // Longer than the validity of a code.
  const row = await tx.one(sql`
    insert into auth_verifications as v (id, identifier, value, expires_at)
    values (${mark}, ${mark}, ${`used by ${accountId}`}, now() + interval '3 minutes')
    on conflict (id) do update set expires_at = excluded.expires_at where v.expires_at < now() returning 1`)
  return row !== undefined
}

/** Removes earlier reset links, unfinished second factors and trusted devices. */
export const forgetWhatWasGranted = (tx: Tx, accountId: string) =>
  tx.run(sql`delete from auth_verifications where value = ${accountId}`)

/** Removes unconfirmed sign-ups, and expired sessions and links. */
export async function forgetOldSignIns(tx: Tx): Promise<number> {
  return (
    (await tx.run(sql`delete from auth_sessions where ${isOver(sql`expires_at`)}`)) +
    (await tx.run(sql`delete from auth_verifications where ${isOver(sql`expires_at`)}`)) +
    (await forgetClientNetworks(tx)) +
    (await tx.run(
      sql`delete from auth_users where not email_verified and ${olderThan(retention.unconfirmed.kept, sql`created_at`)}`,
    ))
  )
}
