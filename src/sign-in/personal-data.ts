import { sql } from '../kernel/db.ts'
import type { PersonalData } from '../kernel/personal-data.ts'

/** The account that somebody signs in with, and where they are signed in. It goes with its identity, by trigger. */
export const signInData: PersonalData = {
  async export(db, { userId, addresses }) {
    const mine = sql`(lower(a.email) = any(${[...addresses]}) or a.id in (
      select embedded_account(i) from user_identities i where i.user_id = ${userId ?? null}))`
    return {
      sign_in_accounts: await db.all(sql`
        select a.id, a.email, a.name, a.email_verified, a.two_factor_enabled, a.created_at, a.updated_at
        from auth_users a where ${mine} order by a.created_at, a.id`),
      sessions: await db.all(sql`
        select s.created_at, s.updated_at, s.expires_at, s.user_agent
        from auth_sessions s join auth_users a on a.id = s.user_id where ${mine} order by s.created_at, s.id`),
    }
  },

  /** What an identity led to is gone already; a sign-up that nobody confirmed has none. */
  async erase(tx, { addresses }) {
    const sign_in_accounts = await tx.run(
      sql`delete from auth_users where lower(email) = any(${[...addresses]})`,
    )
    return { sign_in_accounts }
  },
}
