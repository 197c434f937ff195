import { sql, type Tx } from '../kernel/db.ts'
import type { Identity } from '../kernel/tokens.ts'
import { hasAccess } from './expected.ts'
import type { Account } from './queries.ts'

/** Somebody who has just proven who they are, here or at another issuer. */
interface Arrival extends Identity {
  /** Absent when the issuer does not vouch for it: nobody is found by an address that was merely claimed. */
  readonly verifiedEmail: string | undefined
  readonly nom: string | null
}

/**
 * The user of an identity: the one it already is; else the one of its verified address, where that is safe; else a
 * new one with no rights. Many first arrivals of one person make one user.
 */
export async function personFor(tx: Tx, arrival: Arrival): Promise<Account> {
  const email = arrival.verifiedEmail?.toLowerCase()
  // Whoever arrives under the same address or identity waits here, and then finds what the first one made.
  const locks = [
    `identity ${arrival.issuer} ${arrival.subject}`,
    ...(email === undefined ? [] : [`email ${email}`]),
  ]
  for (const lock of locks) await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const known = await tx.one<Account>(sql`
    select u.id, u.status from user_identities i join users u on u.id = i.user_id
    where i.issuer = ${arrival.issuer} and i.subject = ${arrival.subject}`)
  if (known) return known
  const taken = email === undefined ? undefined : await takeable(tx, email)
  const person = taken ?? (await newPerson(tx, email, arrival.nom))
  if (taken) {
    await tx.run(sql`
      update users u set invited_email = nullif(invited_email, ${email}), nom = coalesce(nom, ${arrival.nom || null}),
        email = coalesce(email, (select ${email}::text where not exists (select from users o where o.email = ${email})))
      where id = ${taken.id}`)
  }
  await tx.run(sql`
    insert into user_identities (issuer, subject, user_id) values (${arrival.issuer}, ${arrival.subject}, ${person.id})`)
  await tx.run(sql`
    insert into audit_log (user_id, app_source, action, entity, entity_id, after)
    values (${person.id}, 'auth', ${taken ? 'user.identity_linked' : 'user.created'}, 'user', ${person.id},
            ${JSON.stringify({ issuer: arrival.issuer })}::jsonb)`)
  return person
}

const holdsRights = sql`(exists (select from user_roles r where r.user_id = u.id)
  or exists (select from actor_users m where m.user_id = u.id))`

/**
 * Somebody who could never sign in was put there for this address, and is taken with their rights. Somebody who could
 * is taken only while they hold none: else whoever runs one issuer could become anybody at another.
 */
async function takeable(tx: Tx, email: string): Promise<Account | undefined> {
  return await tx.one<Account>(sql`
    select u.id, u.status from users u
    where (u.email = ${email} or u.invited_email = ${email})
      and (not ${hasAccess} or (u.status = 'active' and not ${holdsRights}))
    order by u.email = ${email} desc nulls last, u.id limit 1 for update of u`)
}

/** Without an address when it is somebody else's already. */
async function newPerson(tx: Tx, email: string | undefined, nom: string | null): Promise<Account> {
  const created = await tx.one<Account>(sql`
    insert into users (email, nom)
    select case when exists (select from users where email = ${email ?? null}) then null else ${email ?? null} end,
           ${nom || null}
    returning id, status`)
  if (!created) throw new Error('A user that was inserted has no id.')
  return created
}
