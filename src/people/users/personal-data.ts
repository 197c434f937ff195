import { sql, type Tx } from '../../kernel/db/db.ts'
import { contactsOf, type DataSubject, type PersonalData } from '../../kernel/records/personal-data.ts'
import { forgetAnswersHolding } from '../../kernel/routes/idempotency.ts'
import { lockAdministrators, lockUser, otherActiveAdministrators } from './queries.ts'
import { refuseLosingTheLastAdmin } from './rules.ts'

export const userData: PersonalData = {
  async export(db, { userId, addresses }) {
    const id = userId ?? null
    return {
      user: await db.all(sql`
        select id, email, invited_email, nom, status, created_at, last_seen_at
        from users where id = ${id}`),
      invitations: await db.all(sql`
        select id, invited_email, nom, status, created_at from users
        where invited_email = any(${[...addresses]}) and id is distinct from ${id}`),
      identities: await db.all(sql`
        select issuer, subject, created_at from user_identities where user_id = ${id} order by created_at, issuer`),
      roles: await db.all(sql`
        select role, commune_ids, epci_codes, created_at from user_roles where user_id = ${id} order by created_at, role`),
      memberships: await db.all(sql`
        select m.acteur_id, a.nom as acteur, m.role, m.permissions, m.created_at
        from actor_users m join acteurs a on a.id = m.acteur_id where m.user_id = ${id} order by m.created_at, a.id`),
      repeatable_requests: await db.all(sql`
        select key, status, body, created_at from idempotency_keys where caller = ${id} order by created_at`),
    }
  },

  async erase(tx, subject) {
    const { userId } = subject
    await lockAdministrators(tx)
    // Also idempotent replies to others that contain the address.
    await forgetAnswersHolding(tx, userId, contactsOf(subject))
    const invitations = await forgetInvitations(tx, subject)
    if (userId === undefined) return { invitations }
    const before = await lockUser(tx, userId)
    if (!before) return { invitations }
    const after = { ...before, roles: [], status: 'suspended' as const }
    refuseLosingTheLastAdmin(before, after, await otherActiveAdministrators(tx, userId))
    const identities = await tx.run(sql`delete from user_identities where user_id = ${userId}`)
    const roles = await tx.run(sql`delete from user_roles where user_id = ${userId}`)
    await tx.run(sql`delete from removed_roles where user_id = ${userId}`)
    const memberships = await tx.run(sql`delete from actor_users where user_id = ${userId}`)
    // The row stays, since the audit trail and publications refer to its id. It cannot be used to sign in again.
    await tx.run(sql`
      update users set email = null, invited_email = null, nom = null, last_seen_at = null,
        status = 'suspended'
      where id = ${userId}`)
    return { account: 1, invitations, identities, roles, memberships }
  },
}

/** Also deletes invitations at one of the person's addresses. */
async function forgetInvitations(tx: Tx, { userId, addresses }: DataSubject): Promise<number> {
  const invited = await tx.all<{ id: string; come: boolean }>(sql`
    update users set invited_email = null, nom = case when email is null then null else nom end,
      status = case when email is null then 'suspended' else status end
    where invited_email = any(${[...addresses]}) and id is distinct from ${userId ?? null}
    returning id, email is not null as come`)
  const nobodys = invited.flatMap(({ id, come }) => (come ? [] : [id]))
  await tx.run(sql`delete from user_roles where user_id = any(${nobodys}::uuid[])`)
  await tx.run(sql`delete from actor_users where user_id = any(${nobodys}::uuid[])`)
  return invited.length
}
