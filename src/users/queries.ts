import type { MemberRole, Role, UserStatus } from '../access/permissions.ts'
import { type Db, type Sql, sql, type Tx, where } from '../kernel/db/db.ts'
import { behind, inOrder, newestFirst } from '../kernel/lists/orders.ts'
import type { Page } from '../kernel/lists/paging.ts'
import { EMBEDDED } from '../kernel/tokens/tokens.ts'
import type { User, UserChanges, UsersQuery } from './shapes.ts'

export interface Account {
  readonly id: string
  readonly status: UserStatus
}

export const findUserByEmail = (db: Db, email: string) =>
  db.one<Account>(sql`select id, status from users where email = ${email.toLowerCase()}`)

export const hasAdministrator = async (db: Db) =>
  (await db.one(sql`select from user_roles where role = 'admin' limit 1`)) !== undefined

/** An administrator who can sign in, to be shown to the operator. */
export const anAdministrator = (db: Db) =>
  db.one<{ email: string }>(sql`
    select u.email from users u join user_roles r on r.user_id = u.id
    where r.role = 'admin' and u.status = 'active' and u.email is not null order by r.created_at, u.id limit 1`)

/**
 * A user whose address counts as verified, since an operator vouches for it. The account waits for whoever proves the
 * address, at any issuer, unless it is given a password (`setPassword` of the issuer).
 */
export const createUser = (tx: Tx, user: { email: string; nom: string | null }) =>
  tx.one<Account>(sql`
    insert into users (email, nom) values (${user.email.toLowerCase()}, ${user.nom})
    on conflict (email) do nothing returning id, status`)

/** Waits for whoever proves the address; undefined where somebody was invited at it already. */
export const inviteUser = (tx: Tx, email: string, nom: string | null) =>
  tx.one<{ id: string }>(sql`
    insert into users (invited_email, nom) values (lower(${email}), ${nom})
    on conflict (invited_email) do nothing returning id`)

/** Answers whether it was nobody's yet. */
export const addIdentity = async (
  tx: Tx,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  userId: string,
) =>
  (await tx.run(sql`
    insert into user_identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict do nothing`)) > 0

/**
 * The identity for a token that an operator prints. Undefined for a user of an outside provider: only that provider issues
 * their tokens. A user who cannot sign in yet gets a subject that no sign-in uses, so that they are still found by their
 * address later.
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

const personOf = (memberships: Sql) => sql`u.id, u.email, u.nom, u.status, u.created_at, u.last_seen_at,
  array(select role from user_roles r where r.user_id = u.id order by role) as roles,
  coalesce((select jsonb_agg(jsonb_build_object('acteur_id', m.acteur_id, 'nom', a.nom, 'role', m.role,
                                                'permissions', m.permissions) order by a.nom, a.id)
            from actor_users m join acteurs a on a.id = m.acteur_id
            where m.user_id = u.id and ${memberships}), '[]') as acteurs`
const person = personOf(sql`true`)

/** Active and not deleted: the members of another one write nothing. */
const isOpen = sql`a.active and a.deleted_at is null`

export type UserFilter = Pick<UsersQuery, 'q' | 'role' | 'status'>

export const NEWEST = newestFirst(sql`u.id`)

export const listUsers = (db: Db, filter: UserFilter, page: Page<typeof NEWEST>) =>
  db.all<User>(sql`
    select ${person} from users u ${where([...conditions(filter), ...behind(page)])} ${inOrder(page)}`)

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const narrowed = conditions(filter)
  const row = await db.one<{ total: number }>(
    narrowed.length === 0
      ? sql`select total from counters where name = 'users'`
      : sql`select count(*) as total from users u ${where(narrowed)}`,
  )
  return row?.total ?? 0
}

function conditions({ q, role, status }: UserFilter): Sql[] {
  return [
    ...(q ? [sql`u.recherche like somewhere(${q})`] : []),
    ...(role ? [sql`exists (select from user_roles r where r.user_id = u.id and r.role = ${role})`] : []),
    ...(status ? [sql`u.status = ${status}`] : []),
  ]
}

export const findUser = (db: Db, id: string) =>
  db.one<User>(sql`select ${person} from users u where u.id = ${id}`)

/** The user as they see themselves, with their present rights. */
export const findMyself = (db: Db, id: string) =>
  db.one<User>(sql`select ${personOf(isOpen)} from users u where u.id = ${id}`)

export async function lockUser(tx: Tx, id: string): Promise<User | undefined> {
  const locked = await tx.one(sql`select from users where id = ${id} for update`)
  return locked ? await findUser(tx, id) : undefined
}

export const saveUser = (tx: Tx, id: string, { nom, status }: Required<UserChanges>) =>
  tx.run(sql`update users set nom = ${nom}, status = ${status} where id = ${id}`)

/** A lock for changes of administrators: each waits for the others, and then sees what they did. */
export const lockAdministrators = (tx: Tx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('parvis.administrators'))`)

/** Suspended administrators do not count: they cannot sign in. */
export const otherActiveAdministrators = async (tx: Tx, userId: string) =>
  (await tx.one(sql`
    select from user_roles r join users u on u.id = r.user_id
    where r.role = 'admin' and u.status = 'active' and u.id <> ${userId} limit 1`)) !== undefined

export const grantRole = async (tx: Tx, userId: string, role: Role) =>
  (await tx.run(
    sql`insert into user_roles (user_id, role) values (${userId}, ${role}) on conflict do nothing`,
  )) > 0

export const revokeRole = async (tx: Tx, userId: string, role: Role) =>
  (await tx.run(sql`delete from user_roles where user_id = ${userId} and role = ${role}`)) > 0

/** An inactive or deleted town hall is left out: its routes refuse. */
export const mairiesOf = (db: Db, userId: string) =>
  db.all<{ acteur_id: string; commune_id: string; nom: string }>(sql`
    select m.acteur_id, c.id as commune_id, c.nom
    from actor_users m join acteurs a on a.id = m.acteur_id join communes c on c.mairie_actor_id = a.id
    where m.user_id = ${userId} and ${isOpen} order by c.cle, c.id`)

export const setMember = (
  tx: Tx,
  member: { acteurId: string; userId: string; role: MemberRole; permissions: readonly string[] },
) =>
  tx.run(sql`
    insert into actor_users (acteur_id, user_id, role, permissions)
    values (${member.acteurId}, ${member.userId}, ${member.role}, ${[...member.permissions]})
    on conflict (acteur_id, user_id) do update set role = excluded.role, permissions = excluded.permissions`)

/** Who is a member already loses nothing by it. */
export const addMember = (
  tx: Tx,
  member: { acteurId: string; userId: string; role: MemberRole; permissions: readonly string[] },
) =>
  tx.one<{ role: string; permissions: string[] }>(sql`
    insert into actor_users as m (acteur_id, user_id, role, permissions)
    values (${member.acteurId}, ${member.userId}, ${member.role}, ${[...member.permissions]})
    on conflict (acteur_id, user_id) do update set
      role = case when m.role = 'owner' then m.role else excluded.role end,
      permissions = array(select unnest(m.permissions) union select unnest(excluded.permissions) order by 1)
    returning role, permissions`)
