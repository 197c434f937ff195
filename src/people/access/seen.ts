import { type Db, type Sql, sql } from '../../kernel/db/db.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { EMBEDDED, type Identity } from '../../kernel/tokens/tokens.ts'
import type { Caller } from './permissions.ts'
import { RIGHTS } from './rights.ts'
import { provenTwice } from './second-factor.ts'

/** The users behind tokens, as they are now. */

/** `unseen`: `last_seen_at` is some minutes old. `provenTwice`: by two factors, or one is enough. */
export type Seen = Caller & { readonly unseen: boolean; readonly provenTwice: boolean }

interface Rule {
  readonly secondFactor: Config['secondFactor']
}

/**
 * Ignores tokens whose session has ended and, for tokens without session, those issued before the user signed out
 * everywhere.
 */
export const callerOf = (db: Db, identity: Identity, { secondFactor }: Rule) => {
  const { issuer, subject, issuedAt, session } = identity
  const twice = secondFactor === 'required' ? twiceBy(identity) : sql`true`
  return db.one<Seen>(sql`
    select ${seen(twice)}
    from user_identities i join users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject}
      and ${holds(sql`${session ?? null}::uuid`, sql`${issuedAt}::float8`)}`)
}

/** For many tokens at once, in their order; undefined for those that no longer hold. */
export async function callersOf(
  db: Db,
  identities: readonly Identity[],
  { secondFactor }: Rule,
): Promise<(Seen | undefined)[]> {
  const asked = identities.map(({ issuer, subject, issuedAt, session, provenTwice: said }, place) => ({
    place,
    issuer,
    subject,
    issued_at: issuedAt,
    session: session ?? null,
    said: said ?? issuer === EMBEDDED,
  }))
  const twice =
    secondFactor === 'required'
      ? sql`case when t.session is null then t.said else ${provenTwice(sql`t.session`, sql`embedded_account(i)`)} end`
      : sql`true`
  const rows = await db.all<Seen & { place: number }>(sql`
    select t.place, ${seen(twice)}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as t(place int, issuer text, subject text, issued_at float8, session uuid, said boolean)
    join user_identities i on i.issuer = t.issuer and i.subject = t.subject join users u on u.id = i.user_id
    where ${holds(sql`t.session`, sql`t.issued_at`)}`)
  const found: (Seen | undefined)[] = identities.map(() => undefined)
  for (const { place, ...row } of rows) found[place] = row
  return found
}

const seen = (twice: Sql): Sql => sql`
  u.id, u.status, u.last_seen_at is null or u.last_seen_at < now() - interval '5 minutes' as unseen,
  ${twice} as "provenTwice", ${RIGHTS}`

const holds = (session: Sql, issuedAt: Sql): Sql => sql`
  (u.status = 'suspended' or case when ${session} is null
    then u.signed_out_at is null or u.signed_out_at <= to_timestamp(${issuedAt})
    else exists (select from auth_sessions s where s.id = ${session} and s.expires_at > now()) end)`

/** A token without a session is an outside issuer's, or printed for the operator of this machine. */
const twiceBy = ({ issuer, session, provenTwice: said = issuer === EMBEDDED }: Identity) =>
  session === undefined ? sql`${said}::boolean` : provenTwice(sql`${session}::uuid`, sql`embedded_account(i)`)
