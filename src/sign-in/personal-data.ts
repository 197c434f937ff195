import { sql } from '../kernel/db/db.ts'
import type { DataSubject, PersonalData } from '../kernel/records/personal-data.ts'

/** The sign-in account of a person and their sessions. Their identity is removed later (users). */
export const signInData: PersonalData = {
  async export(db, subject) {
    return {
      sign_in_accounts: await db.all(sql`
        select a.id, a.email, a.name, a.email_verified, a.two_factor_enabled, a.created_at, a.updated_at
        from auth_users a where ${isOf(subject)} order by a.created_at, a.id`),
      passkeys: await db.all(sql`
        select k.name, k.transports, k.aaguid, k.backed_up, k.created_at, k.last_used_at
        from auth_passkeys k join auth_users a on a.id = k.user_id where ${isOf(subject)} order by k.created_at, k.id`),
      sessions: await db.all(sql`
        select s.created_at, s.updated_at, s.expires_at, s.user_agent
        from auth_sessions s join auth_users a on a.id = s.user_id where ${isOf(subject)} order by s.created_at, s.id`),
    }
  },

  async erase(tx, subject) {
    // Links, codes and unfinished sign-ins contain an account id or address without a foreign key.
    await tx.run(sql`
      delete from auth_verifications v
      where exists (select from auth_users a where ${isOf(subject)} and strpos(v.identifier || v.value, a.id::text) > 0)
        or exists (select from unnest(${[...subject.addresses]}::text[]) one where strpos(lower(v.value), one) > 0)`)
    await tx.run(
      sql`delete from auth_passkeys k using auth_users a where a.id = k.user_id and ${isOf(subject)}`,
    )
    const sign_in_accounts = await tx.run(sql`delete from auth_users a where ${isOf(subject)}`)
    return { sign_in_accounts }
  },
}

/** Condition on `auth_users a`: by identity, or by the address of an unconfirmed sign-up. */
const isOf = ({ userId, addresses }: DataSubject) => sql`(lower(a.email) = any(${[...addresses]}) or a.id in (
  select embedded_account(i) from user_identities i where i.user_id = ${userId ?? null}))`
