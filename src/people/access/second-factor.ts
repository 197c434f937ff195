import { type Sql, sql } from '../../kernel/db/db.ts'

/**
 * Whether a person proves themselves by two factors, for `SECOND_FACTOR=required`. For a session that began at a
 * provider the provider says so. A passkey is two factors: the device, and what unlocks it. Otherwise every sign-in of
 * an account with a second factor asks for a code.
 */
export const provenTwice = (session: Sql, account: Sql): Sql => sql`coalesce(
  (select p.second_factor from auth_provider_sessions p where p.session_id = ${session}),
  exists (select from auth_sessions s where s.id = ${session} and s.passkey_id is not null)
    or exists (select from auth_users a where a.id = ${account} and a.two_factor_enabled))`
