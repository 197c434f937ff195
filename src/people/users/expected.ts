import { type Db, sql } from '../../kernel/db/db.ts'
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
