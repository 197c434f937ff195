import { Data, Id, Obj } from '../../shared/shapes.ts'
import { sql } from '../kernel/db/db.ts'
import { found, Problem } from '../kernel/refusals/errors.ts'
import { write } from '../kernel/routes/action.ts'
import { queueMail } from '../letters/mail/outbox.ts'
import { findUser, lockUser } from '../people/users/queries.ts'
import { User } from '../people/users/shapes.ts'
import { accountsOf, endSessions, forgetWhatWasGranted, removePasskeys } from './issuer/accounts.ts'

/** Administrators' actions on the sign-in of users. */

const params = Obj({ userId: Id })

export const signOutEverywhere = write({
  summary: 'End all sessions of a user (lost phone, shared computer). The password stays',
  params,
  reply: Data(User),
  async run({ tx, params, audit }) {
    const user = found(await lockUser(tx, params.userId))
    const sessions = await endSessions(tx, user.id)
    audit.record({ id: user.id, after: { sessions } })
    return { data: found(await findUser(tx, user.id)) }
  },
})

export const resetSecondFactor = write({
  summary:
    'Remove a user’s second factor and passkeys, so that the password is enough; the user is notified by mail',
  params,
  reply: Data(User),
  errors: ['second_factor_not_enabled'],
  async run(context) {
    const { tx, params, audit, now } = context
    const user = found(await lockUser(tx, params.userId))
    if (!user.second_factor) throw new Problem('second_factor_not_enabled')
    for (const account of await accountsOf(tx, user.id)) {
      await tx.run(sql`delete from auth_two_factors where user_id = ${account}`)
      await removePasskeys(tx, account)
      await tx.run(
        sql`update auth_users set two_factor_enabled = false, updated_at = now() where id = ${account}`,
      )
      await forgetWhatWasGranted(tx, account)
    }
    audit.record({ id: user.id, before: { second_factor: true }, after: { second_factor: false } })
    if (user.email)
      await queueMail(context, {
        template: 'second-factor-changed',
        to: { email: user.email },
        language: 'fr',
        data: { at: now, enabled: false },
      })
    return { data: found(await findUser(tx, user.id)) }
  },
})
