import type { Role, UserStatus } from '../../../shared/words/access.ts'
import { type Db, empty, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { EMBEDDED } from '../../kernel/tokens/tokens.ts'
import { hasAccess } from './expected.ts'
import { heldAddress } from './held-address.ts'
import type { Person, User, UserChanges } from './shapes.ts'

export interface Account {
  readonly id: string
  readonly status: UserStatus
}

/** The name that colleagues are shown: operators without one are known by their address. */
export const nameAmongColleagues = (user: Sql): Sql =>
  sql`coalesce(${user}.nom, case when exists (select from user_roles where user_id = ${user}.id) then ${user}.email end)`

/** The user with the address, else the one invited at it. */
export async function findUserByEmail(db: Db, typed: string): Promise<Account | undefined> {
  const email = (await heldAddress(db, typed)).toLowerCase()
  return await db.one<Account>(sql`
    select id, status from users where email = ${email} or invited_email = ${email}
    order by email is not distinct from ${email} desc limit 1`)
}

export const hasAdministrator = async (db: Db) =>
  (await db.one(sql`select from user_roles where role = 'admin' limit 1`)) !== undefined

/** An administrator who can sign in, to be shown to the operator. */
export const anAdministrator = (db: Db) =>
  db.one<{ email: string }>(sql`
    select u.email from users u join user_roles r on r.user_id = u.id
    where r.role = 'admin' and ${isThere} and u.email is not null order by r.created_at, u.id limit 1`)

/**
 * A user whose address counts as verified, since an operator vouches for it: the invited user with the rights granted
 * so far, or a new one. Whoever proves the address at any issuer gets the account, unless it has a password. Undefined
 * if the address is taken, or its invited user is suspended.
 */
export async function createUser(tx: Tx, { nom, ...user }: { email: string; nom: string | null }) {
  const email = (await heldAddress(tx, user.email)).toLowerCase()
  return await tx.one<Account>(sql`
    with expected as (
      update users set email = invited_email, invited_email = null, nom = coalesce(nom, ${nom})
      where invited_email = ${email} and email is null and status = 'active'
        and not exists (select from users where email = ${email}) returning id, status),
    made as (
      insert into users (email, nom)
      select ${email}::text, ${nom}::text where not exists (select from users where invited_email = ${email})
      on conflict (email) do nothing returning id, status)
    select * from expected union all select * from made`)
}

/** Undefined if a user was invited at the address already. */
export const inviteUser = (tx: Tx, email: string, nom: string | null) =>
  tx.one<{ id: string }>(sql`
    insert into users (invited_email, nom) values (lower(${email}), ${nom})
    on conflict (invited_email) do nothing returning id`)

/** Returns whether the identity was free. */
export const addIdentity = async (
  tx: Tx,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  userId: string,
) =>
  (await tx.run(sql`
    insert into user_identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict do nothing`)) > 0

/**
 * The subject of a token that an operator prints. Undefined for a user of an outside provider, which issues their
 * tokens. A user who cannot sign in yet gets a subject that no sign-in uses, so that they are still found by address
 * later.
 */
export async function subjectForToken(tx: Tx, userId: string): Promise<string | undefined> {
  const all = await tx.all<{ issuer: string; subject: string }>(sql`
    select issuer, subject from user_identities where user_id = ${userId} order by created_at, subject`)
  const own = all.filter(({ issuer }) => issuer === EMBEDDED)
  const subject = (own.find(one => !one.subject.startsWith('token:')) ?? own[0])?.subject
  if (subject !== undefined || all.length > 0) return subject
  const printed = `token:${userId}`
  await addIdentity(tx, { issuer: EMBEDDED, subject: printed }, userId)
  return printed
}

/** The sign-in accounts of user `u`. */
const accounts = sql`select embedded_account(i) from user_identities i where i.user_id = u.id`

const personOf = (
  memberships: Sql,
  also: Sql = empty,
) => sql`u.id, u.email, u.nom, u.status, u.created_at, u.last_seen_at,
  array(select role from user_roles r where r.user_id = u.id order by role) as roles,
  coalesce((select jsonb_agg(jsonb_build_object('role', r.role,
      'communes', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'nom', c.nom, 'departement', c.departement)
        order by c.cle, c.id) from communes c where c.id = any(r.commune_ids)), '[]'),
      'epcis', coalesce((select jsonb_agg(jsonb_build_object('code', e.code, 'nom', e.nom) order by e.nom, e.code)
        from epcis e where e.code = any(r.epci_codes)), '[]')) order by r.role)
    from user_roles r
    where r.user_id = u.id and (r.commune_ids is not null or r.epci_codes is not null)), '[]') as territories,
  coalesce((select jsonb_agg(jsonb_build_object('acteur_id', m.acteur_id, 'nom', a.nom, 'role', m.role,
                                                'permissions', m.permissions ${also}) order by a.nom, a.id)
            from actor_users m join acteurs a on a.id = m.acteur_id
            where m.user_id = u.id and ${memberships}), '[]') as acteurs`
/** Further fields for administrators. */
export const person = sql`${personOf(sql`true`)}, u.version,
  case when coalesce(u.email, u.invited_email) is not null and not ${hasAccess} then json_build_object(
    'email', coalesce(u.invited_email, u.email),
    'at', to_char(u.invited_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as invited,
  exists (select from auth_users a where a.id in (${accounts}) and (a.two_factor_enabled
    or exists (select from auth_passkeys k where k.user_id = a.id))) as second_factor,
  (select count(*) from auth_sessions s where s.user_id in (${accounts}) and s.expires_at > now()) as sessions`

/** Active and not deleted: members of other acteurs cannot write. */
export const isOpen = sql`a.active and a.deleted_at is null`

export const findUser = (db: Db, id: string) =>
  db.one<User>(sql`select ${person} from users u where u.id = ${id}`)

/** The user's own record with current rights; `also` adds fields to each acteur. */
export const findMyself = <Row extends Omit<Person, 'acteurs'>>(db: Db, id: string, also: Sql) =>
  db.one<Row>(sql`select ${personOf(isOpen, also)} from users u where u.id = ${id}`)

export async function lockUser(tx: Tx, id: string): Promise<User | undefined> {
  const locked = await tx.one(sql`select from users where id = ${id} for update`)
  return locked ? await findUser(tx, id) : undefined
}

export const saveUser = (tx: Tx, id: string, { nom, status }: Required<UserChanges>) =>
  tx.run(sql`
    update users set nom = ${nom}, status = ${status},
      signed_out_at = case when ${status} = 'suspended' then clock_timestamp() else signed_out_at end
    where id = ${id}`)

/** For a user who never signed in, so that nothing refers to the row. */
export const removeUser = (tx: Tx, id: string) => tx.run(sql`delete from users where id = ${id}`)

/** Sets another address that the user has proven. */
export const setAddress = (tx: Tx, id: string, email: string) =>
  tx.run(sql`update users set email = ${email} where id = ${id}`)

/** Revokes access tokens without a session: those printed by an operator or issued elsewhere. */
export const voidTokens = (tx: Tx, id: string) =>
  tx.run(sql`update users set signed_out_at = clock_timestamp() where id = ${id}`)

/** Records when the invitation was sent. */
export const noteInvitation = (tx: Tx, id: string) =>
  tx.run(sql`update users set invited_at = now() where id = ${id}`)

/** Serialises changes of administrators, so that each sees the ones before. */
export const lockAdministrators = (tx: Tx) => tx.run(administratorsLock)
export const administratorsLock = sql`select pg_advisory_xact_lock(hashtext('parvis.administrators'))`

/** Whether user `u` has signed in or may do so; users of an outside provider may have no address. */
export const isKnown = sql`(u.email is not null or ${hasAccess})`
/** Excludes invited and suspended users. */
export const isThere = sql`u.status = 'active' and ${isKnown}`
export const hasCome = async (tx: Tx, userId: string) =>
  (await tx.one(sql`select from users u where u.id = ${userId} and ${isThere}`)) !== undefined

/** An invited administrator who has not signed in does not count. */
export const otherActiveAdministrators = async (tx: Tx, userId: string) =>
  (await tx.one(sql`
    select from user_roles r join users u on u.id = r.user_id
    where r.role = 'admin' and ${isThere} and u.id <> ${userId} limit 1`)) !== undefined

/** What a role is limited to; both null: everywhere. */
export interface RoleLimits {
  readonly commune_ids: readonly string[] | null
  readonly epci_codes: readonly string[] | null
}
export const UNLIMITED: RoleLimits = { commune_ids: null, epci_codes: null }

/** By a person. A role that the user has gets the new limits, and stays when the groups of a provider change. */
export const grantRole = (tx: Tx, userId: string, role: Role, limits = UNLIMITED) =>
  tx.run(sql`
    with given_back as (delete from removed_roles where user_id = ${userId} and role = ${role})
    insert into user_roles (user_id, role, commune_ids, epci_codes)
    values (${userId}, ${role}, ${limits.commune_ids && [...limits.commune_ids]}::uuid[],
            ${limits.epci_codes && [...limits.epci_codes]}::text[])
    on conflict (user_id, role) do update set commune_ids = excluded.commune_ids, epci_codes = excluded.epci_codes,
      mapped_by = null`)

/** By a person, which is remembered: the groups of a provider do not give it back (`mapped-roles.ts`). */
export const revokeRole = (tx: Tx, userId: string, role: Role) =>
  tx.run(sql`
    with gone as (delete from user_roles where user_id = ${userId} and role = ${role} returning user_id, role)
    insert into removed_roles (user_id, role) select user_id, role from gone
    on conflict (user_id, role) do update set removed_at = now()`)
