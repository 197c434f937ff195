import { retention } from '../../foundation/retention.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { newActeurToken } from '../../letters/mail/acteur-address.ts'
import { isThere } from '../../people/users/queries.ts'
import type { Outcome } from './outcomes.ts'

////////////////////////////////////////////////////////////////////////////// addresses

export interface Address {
  readonly token: string
  readonly created_at: string
}

export const findAddress = (db: Db, acteurId: string) =>
  db.one<Address>(sql`select token, created_at from acteur_mail_addresses where acteur_id = ${acteurId}`)

/** Mails to the former address are refused from the commit on. */
export const renewAddress = (tx: Tx, acteurId: string) =>
  tx.one<Address>(sql`
    insert into acteur_mail_addresses (acteur_id, token) values (${acteurId}, ${newActeurToken()})
    on conflict (acteur_id) do update set token = excluded.token, created_at = now() returning token, created_at`)

export const removeAddress = async (tx: Tx, acteurId: string): Promise<boolean> =>
  (await tx.run(sql`delete from acteur_mail_addresses where acteur_id = ${acteurId}`)) > 0

/** The acteur of the first known token, or the one that it was merged into. */
export const acteurOfTokens = (db: Db, tokens: readonly string[]) =>
  db.one<{ id: string; nom: string }>(sql`
    with recursive one(id, merged_into, place) as (
      select a.id, a.merged_into, array_position(${[...tokens]}::text[], t.token)
      from acteur_mail_addresses t join acteurs a on a.id = t.acteur_id where t.token = any(${[...tokens]}::text[])
      union
      select a.id, a.merged_into, one.place from one join acteurs a on a.id = one.merged_into)
    select a.id, a.nom from one join acteurs a on a.id = one.id where one.merged_into is null
    order by one.place limit 1`)

////////////////////////////////////////////////////////////////////////////// senders

/** The user whose verified address it is. */
export const userOfAddress = (db: Db, email: string) =>
  db.one<{ id: string; email: string }>(sql`
    select u.id, u.email from users u where u.email = lower(${email}) and ${isThere}`)

export const isMemberAnywhere = async (db: Db, userId: string): Promise<boolean> =>
  (await db.one(sql`select from actor_users where user_id = ${userId} limit 1`)) !== undefined

/** The type of what has a day; undefined where the team has retired it. */
export const eventType = (db: Db) =>
  db.one<{ id: string }>(
    sql`select id from publication_types where slug = 'evenement' and retired_at is null`,
  )

////////////////////////////////////////////////////////////////////////////// mails

export const isKnownMail = async (db: Db, key: Buffer): Promise<boolean> =>
  (await db.one(sql`select from acteur_mails where key = ${key}`)) !== undefined

/** A second copy waits here for the first (unique index). */
export const beginMail = async (tx: Tx, key: Buffer): Promise<boolean> =>
  (await tx.run(
    sql`insert into acteur_mails (key, outcome) values (${key}, 'begun') on conflict do nothing`,
  )) === 1

export const noteMail = (tx: Tx, key: Buffer, outcome: Outcome, acteurId: string | null) =>
  tx.run(sql`update acteur_mails set outcome = ${outcome}, acteur_id = ${acteurId} where key = ${key}`)

export const countOutcomes = (db: Db, acteurId: string | undefined, days: number) =>
  db.all<{ outcome: Outcome; n: number }>(sql`
    select outcome, count(*)::int as n from acteur_mails
    where received_at > now() - ${days}::int * interval '1 day'
      ${acteurId === undefined ? sql`` : sql`and acteur_id = ${acteurId}`}
    group by 1 order by 1`)

export const forgetActeurMails = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from acteur_mails where ${olderThan(retention.acteurMails.kept, sql`received_at`)}`)
