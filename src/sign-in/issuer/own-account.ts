import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Change } from '../../kernel/records/audit.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { oneAddress } from '../../letters/mail/addresses.ts'
import { addressPage } from '../../letters/mail/links.ts'
import { countMail, NEW_ADDRESS } from '../../letters/mailboxes/limits.ts'
import { heldAddress } from '../../people/users/held-address.ts'
import { leftAlone, lockOwnActeurs } from '../../people/users/members.ts'
import { lockUser, setAddress } from '../../people/users/queries.ts'
import { forgetWhatWasGranted } from './accounts.ts'
import { currentExchange } from './exchange.ts'
import type { IssuerMails } from './mails.ts'
import { prove, record, stillThere } from './proof.ts'
import { isStandIn } from './provider.ts'

/** Users change their own address or delete their own account. The library checks too little for both. */

const HOUR = 3600
const LINK_SECONDS = 24 * HOUR

/** Erases all data about the person with this address; undefined when there was none. */
export type Erase = (
  tx: Tx,
  email: string,
  record: (change: Change & { readonly action: string }) => Promise<void>,
) => Promise<unknown>

interface Parts {
  readonly config: Config
  readonly secrets: Secrets
  readonly mails: IssuerMails
  readonly erase: Erase
}
interface Account {
  readonly id: string
  readonly email: string
  readonly name: string
}
interface Signed {
  readonly user: Account
  readonly session: { readonly createdAt: Date | string }
}

export const ownAccount = (parts: Parts) => ({
  id: 'parvis-own-account',
  endpoints: {
    changeAddress: endpoint('/change-address', signed => askForAddress(parts, signed)),
    confirmAddress: endpoint('/confirm-address', signed => takeAddress(parts, signed)),
    closeAccount: endpoint('/close-account', signed => close(parts, signed)),
  },
})

const endpoint = (path: string, work: (signed: Signed) => Promise<void>) =>
  createAuthEndpoint(
    path,
    { method: 'POST', requireHeaders: true, use: [sensitiveSessionMiddleware] },
    async context => {
      try {
        await work(context.context.session)
      } catch (error) {
        // Keeps the error, because the library would answer with one of its own.
        currentExchange().failed(error)
        throw error
      }
      return context.json({ status: true })
    },
  )

////////////////////////////////////////////////////////////////////////////// another address

/**
 * Mails a link to the new address and notifies the current one. If another user has the new address, only that user is
 * told: the reply is the same.
 */
async function askForAddress({ config, secrets, mails }: Parts, { user, session }: Signed): Promise<void> {
  const { body } = currentExchange()
  await prove(user, session)
  if (isStandIn(user.email)) throw new Problem('address_elsewhere')
  const typed = oneAddress(String(body.newEmail), 'newEmail').toLowerCase()
  const email = await heldAddress(currentExchange().reads(), typed)
  if (email === user.email.toLowerCase())
    throw invalid('newEmail', 'est déjà votre adresse', 'is your address already')
  const tx = await currentExchange().writes()
  await countMail({ tx, config, secrets }, email, NEW_ADDRESS)
  if (await isSomebodys(tx, email)) {
    await mails.queue({ email }, { template: 'account-exists', data: {} })
  } else {
    const token = randomBytes(24).toString('base64url')
    await tx.run(sql`delete from auth_verifications where identifier = ${asked(user.id)}`)
    await tx.run(sql`
      insert into auth_verifications (identifier, value, expires_at)
      values (${asked(user.id)}, ${JSON.stringify({ email, mark: markOf(token) })},
              now() + ${LINK_SECONDS}::int * interval '1 second')`)
    const data = { link: addressPage(config, token), minutes: LINK_SECONDS / 60 }
    await mails.queue({ email }, { template: 'confirm-address', data })
  }
  await mails.queue(user, { template: 'address-changed', data: { at: new Date(), done: false } })
}

/** Requires the session of the user who asked: a click by the owner of a wrongly given address changes nothing. */
async function takeAddress({ mails }: Parts, { user }: Signed): Promise<void> {
  const exchange = currentExchange()
  const tx = await exchange.writes()
  const row = await tx.one<{ value: string }>(sql`
    delete from auth_verifications where identifier = ${asked(user.id)} and expires_at > now() returning value`)
  const { email, mark } = JSON.parse(row?.value ?? '{}') as { email?: string; mark?: string }
  if (email === undefined || !isSame(mark ?? '', markOf(String(exchange.body.token))))
    throw new Problem('invalid_token')
  const userId = await stillThere(user)
  const before = found(await lockUser(tx, userId))
  if (await isSomebodys(tx, email)) throw new Problem('conflict')
  // An unverified account with the address may be anybody's.
  await tx.run(sql`delete from auth_users where email = ${email} and not email_verified`)
  await tx.run(sql`update auth_users set email = ${email}, updated_at = now() where id = ${user.id}`)
  await setAddress(tx, userId, email)
  await forgetWhatWasGranted(tx, user.id)
  await mails.queue(
    { email: before.email ?? user.email },
    { template: 'address-changed', data: { at: new Date(), done: true } },
  )
  await record(tx, userId, { id: userId, action: 'user.address_changed', after: {} })
}

const asked = (accountId: string) => `address of ${accountId}`
const markOf = (token: string) => hash('sha256', `address:${token}`, 'base64url')
const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * True for a verified or an invited address: what is reserved for it belongs to the person who accepts that invitation.
 */
const isSomebodys = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx.one(sql`
    select from users where email = ${email} or invited_email = ${email}
    union all select from auth_users where email = ${email} and email_verified limit 1`)) !== undefined

////////////////////////////////////////////////////////////////////////////// no account any more

/**
 * Erases the user's data, as an operator would. Acteurs without another person in charge are listed, and must be left
 * explicitly.
 */
async function close({ mails, erase }: Parts, { user, session }: Signed): Promise<void> {
  const exchange = currentExchange()
  await prove(user, session)
  const tx = await exchange.writes()
  const id = await stillThere(user)
  await lockOwnActeurs(tx, id)
  const alone = await leftAlone(tx, id)
  if (alone.length > 0 && exchange.body.leaveAlone !== true)
    throw new Problem('last_owner', {
      details: alone.slice(0, 10).map(({ nom }) => ({ path: 'acteurs', fr: nom, en: nom })),
    })
  const { email } = found(await lockUser(tx, id))
  // A second click: the account may be gone by now.
  await stillThere(user)
  if (email === null) throw new Problem('address_elsewhere')
  await erase(tx, email, change => record(tx, id, change))
  await mails.queue({ email }, { template: 'account-closed', data: { at: new Date() } })
}
