import { createHash } from 'node:crypto'
import { type Db, join, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { voidTokens } from '../../people/users/queries.ts'

/** Sessions that began at a provider: kept with what ends the one there, and ended when the provider says so. */

/** A session at a provider, of which a sign-in brings the proof. */
export interface ProviderSession {
  readonly issuer: string
  readonly subject: string
  readonly sid: string | undefined
  /** When its ID token was issued, by the provider's clock. */
  readonly issuedAt: number
  /** The provider says that two factors were proven. */
  readonly provenTwice: boolean
  readonly endSessionUrl: string | undefined
  readonly idTokenSealed: string | undefined
  /** Present if the provider vouches for it. */
  readonly siret: string | undefined
}

/** The claims of a verified logout token. */
export interface Logout {
  readonly issuer: string
  readonly subject: string | undefined
  readonly sid: string | undefined
  readonly jti: string
  readonly issuedAt: number
  /** Whether access tokens of this provider are accepted: they end too. */
  readonly hasTokens: boolean
}

export const keepProviderSession = (tx: Tx, sessionId: string, session: ProviderSession) =>
  tx.run(sql`
    insert into auth_provider_sessions
      (session_id, issuer, subject, sid, second_factor, end_session_url, id_token_sealed,
       siret, siret_at)
    values (${sessionId}, ${session.issuer}, ${session.subject}, ${session.sid ?? null}, ${session.provenTwice},
            ${session.endSessionUrl ?? null}, ${session.idTokenSealed ?? null},
            ${session.siret ?? null}, case when ${session.siret ?? null}::text is not null then now() end)`)

/** How the session at the provider is ended, for a session that began there. */
export const providerSessionOf = (db: Db, sessionId: string) =>
  db.one<{ url: string; idTokenSealed: string }>(sql`
    select end_session_url as url, id_token_sealed as "idTokenSealed" from auth_provider_sessions
    where session_id = ${sessionId} and end_session_url is not null and id_token_sealed is not null`)

/** ID tokens sealed with a former secret: those people sign out here alone. */
export const forgetIdTokens = (tx: Tx) =>
  tx.run(sql`update auth_provider_sessions set id_token_sealed = null where id_token_sealed is not null`)

/**
 * Ends the sessions of one session at the provider, or all of its subject. Remembers it for sign-ins that have begun:
 * they must not open a session that the provider has ended meanwhile.
 */
export async function endProviderSessions(tx: Tx, logout: Logout): Promise<void> {
  const { issuer, subject, sid, jti, issuedAt } = logout
  const ended = sid === undefined ? markOf(issuer, 'sub', subject ?? '') : markOf(issuer, 'sid', sid)
  await tx.all(locking(ended))
  if (!(await leaveMark(tx, markOf(issuer, 'jti', jti), issuedAt))) throw new Problem('invalid_logout_token')
  await tx.run(sql`delete from auth_verifications where id = ${ended}`)
  await leaveMark(tx, ended, issuedAt)
  const which = sid === undefined ? sql`subject = ${subject ?? ''}` : sql`sid = ${sid}`
  const whose = sid !== undefined && subject !== undefined ? sql`and subject = ${subject}` : sql``
  const gone = await tx.all<{ subject: string }>(sql`
    select subject from auth_provider_sessions where issuer = ${issuer} and ${which} ${whose}`)
  await tx.run(sql`
    delete from auth_sessions where id in (
      select session_id from auth_provider_sessions where issuer = ${issuer} and ${which} ${whose})`)
  if (logout.hasTokens) await voidTokensOf(tx, issuer, [...gone.map(one => one.subject), subject ?? ''])
}

async function voidTokensOf(tx: Tx, issuer: string, subjects: readonly string[]): Promise<void> {
  const users = await tx.all<{ id: string }>(sql`
    select distinct user_id as id from user_identities
    where issuer = ${issuer} and subject = any(${[...subjects]}::text[]) order by 1`)
  for (const { id } of users) await voidTokens(tx, id)
}

/** Whether the provider has ended the session since it issued the ID token. Waits for logouts that are under way. */
export async function wasEndedMeanwhile(
  exchange: { lock(query: Sql): Promise<void>; reads(): Db },
  session: ProviderSession,
): Promise<boolean> {
  const { issuer, subject, sid, issuedAt } = session
  const bySubject = markOf(issuer, 'sub', subject)
  const bySid = sid === undefined ? undefined : markOf(issuer, 'sid', sid)
  if (bySid) await exchange.lock(locking(bySid))
  await exchange.lock(locking(bySubject))
  const marks: Sql[] = [sql`id = ${bySubject} and value::numeric > ${issuedAt}::numeric`]
  if (bySid) marks.push(sql`id = ${bySid}`)
  return (
    (await exchange.reads().one(
      sql`select from auth_verifications where ${join(
        marks.map(mark => sql`(${mark})`),
        ' or ',
      )}`,
    )) !== undefined
  )
}

const locking = (mark: string) => sql`select pg_advisory_xact_lock(hashtextextended(${mark}, 0))`

const markOf = (issuer: string, kind: 'jti' | 'sid' | 'sub', value: string) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, kind, value]))
    .digest('base64url')

/** Longer than logout tokens are accepted, and than a sign-in takes. Returns whether this was the first time. */
const leaveMark = async (tx: Tx, mark: string, issuedAt: number): Promise<boolean> =>
  (await tx.one(sql`
    insert into auth_verifications as v (id, identifier, value, expires_at)
    values (${mark}, ${mark}, ${String(issuedAt)}, now() + interval '15 minutes')
    on conflict (id) do update set expires_at = excluded.expires_at where v.expires_at < now() returning 1`)) !==
  undefined
