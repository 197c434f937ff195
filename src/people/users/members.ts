import type { MemberPermission, MemberRole } from '../../../shared/words/access.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { isOpen, isThere } from './queries.ts'

/** Users as members of acteurs: the rows of `actor_users`. */

export interface Membership {
  readonly role: MemberRole
  readonly permissions: readonly MemberPermission[]
}

interface Member extends Membership {
  readonly acteurId: string
  readonly userId: string
}

export const lockMember = (tx: Tx, acteurId: string, userId: string) =>
  tx.one<Membership>(sql`
    select role, permissions from actor_users where acteur_id = ${acteurId} and user_id = ${userId} for update`)

export const removeMember = (tx: Tx, acteurId: string, userId: string) =>
  tx.run(sql`delete from actor_users where acteur_id = ${acteurId} and user_id = ${userId}`)

export const setMember = (tx: Tx, member: Member) =>
  tx.run(sql`
    insert into actor_users (acteur_id, user_id, role, permissions)
    values (${member.acteurId}, ${member.userId}, ${member.role}, ${[...member.permissions]})
    on conflict (acteur_id, user_id) do update set role = excluded.role, permissions = excluded.permissions`)

/**
 * An invitation by a member. Users with and without account are treated alike, and shown to the team under a temporary
 * id until they accept: a user id tells when the account was created.
 */
export const askMember = (tx: Tx, member: Member) =>
  tx.run(sql`
    insert into actor_users (acteur_id, user_id, role, permissions, accepted_at, waiting_id)
    values (${member.acteurId}, ${member.userId}, ${member.role}, ${[...member.permissions]}, null, gen_random_uuid())`)

export const isAsked = async (db: Db, acteurId: string, userId: string) =>
  (await db.one(sql`
    select from actor_users where acteur_id = ${acteurId} and user_id = ${userId} and accepted_at is null`)) !==
  undefined

/** Accepted by visiting the acteur's pages or writing for it. */
export const acceptMembership = (tx: Tx, acteurId: string, userId: string) =>
  tx.run(sql`
    update actor_users set accepted_at = now()
    where acteur_id = ${acteurId} and user_id = ${userId} and accepted_at is null`)

/** An existing member keeps the rights they have. */
export const addMember = (tx: Tx, member: Member) =>
  tx.one<Membership>(sql`
    insert into actor_users as m (acteur_id, user_id, role, permissions)
    values (${member.acteurId}, ${member.userId}, ${member.role}, ${[...member.permissions]})
    on conflict (acteur_id, user_id) do update set
      role = case when m.role = 'owner' then m.role else excluded.role end,
      permissions = array(select unnest(m.permissions) union select unnest(excluded.permissions) order by 1)
    returning role, permissions`)

export interface TeamMember extends Membership {
  /** Invited by a member, and not accepted yet. */
  readonly asked: boolean
}

export const lockTeamMember = (tx: Tx, acteurId: string, userId: string) =>
  tx.one<TeamMember>(sql`
    select role, permissions, accepted_at is null as asked from actor_users
    where acteur_id = ${acteurId} and user_id = ${userId} for update`)

/**
 * A member of an acteur that is merged into this one. An invited person stays invited, and an invitation adds nothing
 * to the rights of a member: undefined where nothing changes.
 */
export const mergeMember = (tx: Tx, member: TeamMember & Member) =>
  tx.one<TeamMember>(sql`
    insert into actor_users as m (acteur_id, user_id, role, permissions, accepted_at, waiting_id)
    values (${member.acteurId}, ${member.userId}, ${member.role}, ${[...member.permissions]},
      ${member.asked ? sql`null, gen_random_uuid()` : sql`now(), null`})
    on conflict (acteur_id, user_id) do update set
      role = case when m.role = 'owner' then m.role else excluded.role end,
      permissions = array(select unnest(m.permissions) union select unnest(excluded.permissions) order by 1),
      accepted_at = coalesce(m.accepted_at, excluded.accepted_at)
      where m.accepted_at is null or excluded.accepted_at is not null
    returning role, permissions, accepted_at is null as asked`)

/** The merge is undone that had made an invited person a member. */
export const askAgain = (tx: Tx, acteurId: string, userId: string) =>
  tx.run(sql`
    update actor_users set accepted_at = null, waiting_id = coalesce(waiting_id, gen_random_uuid())
    where acteur_id = ${acteurId} and user_id = ${userId}`)

/** Without inactive or deleted town halls, whose routes refuse. */
export const mairiesOf = (db: Db, userId: string) =>
  db.all<{ acteur_id: string; commune_id: string; nom: string }>(sql`
    select m.acteur_id, c.id as commune_id, c.nom
    from actor_users m join acteurs a on a.id = m.acteur_id join communes c on c.mairie_actor_id = a.id
    where m.user_id = ${userId} and ${isOpen} order by c.cle, c.id`)

/** Acteurs whose only active owner is this user, with the number of other members. */
export const leftAlone = (db: Db, userId: string) =>
  db.all<{ acteur_id: string; nom: string; colleagues: number }>(sql`
    select a.id as acteur_id, a.nom,
      (select count(*) from actor_users c where c.acteur_id = a.id and c.user_id <> m.user_id) as colleagues
    from actor_users m join acteurs a on a.id = m.acteur_id
    where m.user_id = ${userId} and m.role = 'owner' and a.deleted_at is null
      and not exists (select from actor_users o join users u on u.id = o.user_id
        where o.acteur_id = a.id and o.role = 'owner' and o.accepted_at is not null and o.user_id <> m.user_id and ${isThere})
    order by a.nom, a.id`)

/** Serialises owners who leave an acteur at the same time. */
export const lockOwnActeurs = (tx: Tx, userId: string) =>
  tx.all(sql`
    select id from acteurs where id in (select acteur_id from actor_users where user_id = ${userId})
    order by id for no key update`)
