import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { spellingsOf } from '../../kernel/texts/email-address.ts'

/**
 * The address as an account, a sign-up or an invitation has it: one domain in Unicode and in Punycode is one account. Accounts
 * that are older than this rule may have either spelling, new ones have that of DNS. Other addresses are returned as they are.
 */
export async function heldAddress(db: Db, email: string): Promise<string> {
  const spellings = spellingsOf(email)
  if (spellings.length === 1) return email
  const held = await db.one<{ email: string }>(sql`
    select email from (
      select email from users union all select email from auth_users union all select invited_email from users) held
    where email = any(${[...spellings]}) order by email = ${spellings[0]} desc limit 1`)
  return held?.email ?? spellings[0]
}

/** A user whose address is held in the other spelling gets the one of DNS. */
export const respellUser = (tx: Tx, from: string, to: string) =>
  tx.run(sql`
    update users set email = case when email = ${from} then ${to} else email end,
      invited_email = case when invited_email = ${from} then ${to} else invited_email end
    where email = ${from} or invited_email = ${from}`)
