import { hash } from 'node:crypto'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { found, Problem } from '../kernel/errors.ts'
import { write } from '../kernel/routes/action.ts'
import { Data, Id, Obj } from '../kernel/routes/shapes.ts'
import { takeBack } from '../mail/take-back.ts'
import {
  findUser,
  lockAdministrators,
  lockUser,
  otherActiveAdministrators,
  removeUser,
} from '../users/queries.ts'
import { refuseLosingTheLastAdmin } from '../users/rules.ts'
import { User } from '../users/shapes.ts'

/** Invitations that were withdrawn: whoever follows the link is told so, and not that it has grown old. */

export const withdrawInvitation = write({
  summary:
    'Withdraw the invitation of somebody who has not come yet: what waited for them is gone, and its link opens nothing',
  params: Obj({ userId: Id }),
  reply: Data(User),
  errors: ['not_expected', 'last_admin'],
  versioned: true,
  async run({ tx, params, audit, refuseStale }) {
    await lockAdministrators(tx)
    const seen = found(await findUser(tx, params.userId))
    // The account first, as whoever follows the link at this moment locks it: one of both waits, and none for the other.
    if (seen.invited) await tx.run(sql`select from auth_users where email = ${seen.invited.email} for update`)
    const before = found(await lockUser(tx, params.userId))
    if (!before.invited || before.last_seen_at !== null) throw new Problem('not_expected')
    refuseStale(before.version)
    const after = { ...before, roles: [], status: 'suspended' as const }
    refuseLosingTheLastAdmin(before, after, await otherActiveAdministrators(tx, before.id))
    await voidLinks(tx, before.invited.email)
    await removeUser(tx, before.id)
    const { roles, acteurs } = before
    audit.record({ id: before.id, before: { roles, acteurs: acteurs.map(({ acteur_id }) => acteur_id) } })
    return { data: before }
  },
})

/** Until they would have grown old anyway, the links are remembered as withdrawn, without whose they were. */
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

export const wasWithdrawn = async (db: Db, token: string): Promise<boolean> =>
  (await db.one(sql`
    select from auth_verifications
    where identifier = ${WITHDRAWN + hash('sha256', `reset-password:${token}`, 'base64url')} and expires_at > now()
    limit 1`)) !== undefined
