import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { spellingsOf } from '../../kernel/texts/email-address.ts'

/**
 * The address as an account, a sign-up or an invitation has it: one domain in Unicode and in Punycode is one account. Accounts
 * that are older than this rule may have either spelling, new ones have that of DNS. Other addresses are returned as they are.
 * An account counts before an invitation in the other spelling, which may have made another user.
 */
export async function heldAddress(db: Db, email: string): Promise<string> {
  const spellings = spellingsOf(email)
  if (spellings.length === 1) return email
  const held = await db.one<{ email: string }>(sql`
    select email from (
      select email, 1 as place from auth_users
      union all select email, 2 from users
      union all select invited_email, 3 from users) held
    where email = any(${[...spellings]}) order by place, email = ${spellings[0]} desc limit 1`)
  return held?.email ?? spellings[0]
}

/** Users whose address is held in the other spelling get the one of DNS, unless it is that of another user. */
export const respellUsers = (tx: Tx, from: string, to: string) =>
  tx.all<{ id: string }>(sql`
    with held as (
      select id, email = ${from} and not exists (select from users o where o.email = ${to}) as known,
        invited_email = ${from} and not exists (select from users o where o.invited_email = ${to}) as invited
      from users where email = ${from} or invited_email = ${from})
    update users u set email = case when held.known then ${to} else u.email end,
      invited_email = case when held.invited then ${to} else u.invited_email end
    from held where u.id = held.id and (held.known or held.invited)
      and (u.email = ${from} or u.invited_email = ${from}) returning u.id`)
