import { hash } from 'node:crypto'
import { Data, Id, Obj } from '../../shared/shapes.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { recordOne } from '../kernel/records/audit.ts'
import { found, Problem } from '../kernel/refusals/errors.ts'
import { write } from '../kernel/routes/action.ts'
import { takeBack } from '../letters/mail/take-back.ts'
import { rolesTrace } from '../people/users/admin.ts'
import { hasAccess } from '../people/users/expected.ts'
import {
  findUser,
  lockAdministrators,
  lockUser,
  otherActiveAdministrators,
  removeUser,
} from '../people/users/queries.ts'
import { refuseLosingTheLastAdmin } from '../people/users/rules.ts'
import { User } from '../people/users/shapes.ts'

/** Withdraws and declines invitations. A person who follows the link is told so, instead of that it has expired. */

export const withdrawInvitation = write({
  summary: 'Withdraw an invitation: removes its roles and memberships, and voids its link',
  params: Obj({ userId: Id }),
  reply: Data(User),
  errors: ['not_expected', 'last_admin'],
  versioned: true,
  async run({ tx, params, audit, refuseStale }) {
    await lockAdministrators(tx)
    const seen = found(await findUser(tx, params.userId))
    // Locks the account first, as following the link does, to avoid a deadlock.
    if (seen.invited) await tx.run(sql`select from auth_users where email = ${seen.invited.email} for update`)
    const before = found(await lockUser(tx, params.userId))
    if (!before.invited || before.last_seen_at !== null) throw new Problem('not_expected')
    refuseStale(before.version)
    audit.record({ id: before.id, before: await takeAway(tx, before, before.invited.email) })
    return { data: before }
  },
})

/** Removes what was reserved and returns it for the audit trail. */
async function takeAway(tx: Tx, expected: User, email: string) {
  const after = { ...expected, roles: [], status: 'suspended' as const }
  refuseLosingTheLastAdmin(expected, after, await otherActiveAdministrators(tx, expected.id))
  await voidLinks(tx, email)
  await removeUser(tx, expected.id)
  return { ...rolesTrace(expected), acteurs: expected.acteurs.map(({ acteur_id }) => acteur_id) }
}

/** The account that the invitation's token was mailed to, unless they have arrived. */
export const findInvitation = (db: Db, token: string) =>
  db.one<{ account: string; email: string; id: string }>(sql`
    select a.id as account, a.email, u.id from auth_verifications v
    join auth_users a on a.id::text = v.value and not a.email_verified
    join users u on (u.invited_email = a.email or u.email = a.email) and u.last_seen_at is null and not ${hasAccess}
    where v.identifier = ${markOf(token)} and v.expires_at > now() limit 1`)

/** Declines as the recipient of the mail, who alone has the token. Does nothing when it is no longer open. */
export async function declineInvitation(tx: Tx, token: string, requestId: string): Promise<void> {
  await lockAdministrators(tx)
  const seen = await findInvitation(tx, token)
  // Same lock order as a withdrawal; read again, because the link may have been followed meanwhile.
  if (seen) await tx.run(sql`select from auth_users where id = ${seen.account} for update`)
  const expected = seen && (await lockUser(tx, seen.id))
  if (!expected || !(await findInvitation(tx, token))) return
  const before = await takeAway(tx, expected, seen.email)
  const signature = { userId: undefined, source: 'auth', requestId, ipHash: undefined }
  await recordOne(tx, signature, 'user.invitation_declined', { id: expected.id, before })
}

/** Marks withdrawn links until they would have expired, without their account. */
const WITHDRAWN = 'withdrawn:'

async function voidLinks(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`
    update auth_verifications v set identifier = ${WITHDRAWN} || v.identifier, value = ''
    from auth_users a where a.email = ${email} and not a.email_verified and v.value = a.id::text`)
  await tx.run(sql`delete from auth_users where email = ${email} and not email_verified`)
  const waiting = await tx.all<{ id: string }>(sql`
    select id from mails where recipient_email = ${email} and template = 'invitation' and status = 'queued'`)
  await takeBack(
    tx,
    waiting.map(({ id }) => id),
  )
}

/** How the sign-in library stores the token of a link that sets a password. */
export const markOf = (token: string) => hash('sha256', `reset-password:${token}`, 'base64url')

export const wasWithdrawn = async (db: Db, token: string): Promise<boolean> =>
  (await db.one(sql`
    select from auth_verifications
    where identifier = ${WITHDRAWN + markOf(token)} and expires_at > now()
    limit 1`)) !== undefined
