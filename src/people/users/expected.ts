import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { EMBEDDED } from '../../kernel/tokens/tokens.ts'

/**
 * Whether user `u` can sign in, here or elsewhere. An identity of the embedded issuer counts once it has an account.
 */
export const hasAccess = sql`exists (select from user_identities i where i.user_id = u.id and (i.issuer <> ${EMBEDDED}
  or exists (select from auth_users a where a.id = embedded_account(i))))`

/** Whether a user created by a command or a claim waits for the person of this address. */
export const isExpected = async (db: Db, email: string): Promise<boolean> =>
  (await db.one(sql`
    select from users u where (u.email = ${email} or u.invited_email = ${email}) and not ${hasAccess} limit 1`)) !==
  undefined

/** Removes a user whom nobody has met yet: without sign-in, role, acteur or open invitation. */
export const removeUnmet = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`
    delete from users u where u.id = ${id} and u.last_seen_at is null and not ${hasAccess}
      and not exists (select from user_roles r where r.user_id = u.id)
      and not exists (select from actor_users m where m.user_id = u.id)
      and not exists (select from claims c where c.claimant_user_id = u.id)
      and not exists (select from auth_users a where a.email in (u.email, u.invited_email))`)) > 0
