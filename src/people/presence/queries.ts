import { retention } from '../../foundation/retention.ts'
import { clockIsCredible } from '../../kernel/db/clock.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { nameAmongColleagues } from '../users/queries.ts'

interface Place {
  readonly entity: string
  readonly id: string
}

/** For reading too, so by the database's clock alone. */
const isOver = sql`p.seen_at < now() - ${retention.presences.kept}::interval`

/**
 * Each user writes only their own row, and deletes expired ones that are not locked, so no request waits for another.
 * Returns the item that the user has left for this one; `stays` for another report of the same visit.
 */
export async function stay(
  tx: Tx,
  userId: string,
  { entity, id }: Place,
): Promise<Place | undefined | 'stays'> {
  const row = await tx.one<{ arrived: boolean; entity: string | null; id: string | null }>(sql`
    with gone as (
      delete from presences where user_id in (
        select p.user_id from presences p where ${isOver} and p.user_id <> ${userId} for update skip locked)),
    before as (select p.entity, p.item_id from presences p where p.user_id = ${userId} and not ${isOver}),
    now as (
      insert into presences as p (user_id, entity, item_id) values (${userId}, ${entity}, ${id})
      on conflict (user_id) do update set entity = excluded.entity, item_id = excluded.item_id, seen_at = now(),
        since = case when (p.entity, p.item_id) = (excluded.entity, excluded.item_id) and not ${isOver} then p.since
                     else now() end
      returning since = now() as arrived)
    select now.arrived, before.entity, before.item_id as id from now left join before on true`)
  if (!row?.arrived) return 'stays'
  return row.entity === null || row.id === null ? undefined : { entity: row.entity, id: row.id }
}

/** In order of arrival, without suspended users. */
export const othersAt = (db: Db, userId: string, { entity, id }: Place) =>
  db.all<{ id: string; nom: string | null; since: string }>(sql`
    select u.id, ${nameAmongColleagues(sql`u`)} as nom, p.since from presences p join users u on u.id = p.user_id
    where p.entity = ${entity} and p.item_id = ${id} and p.user_id <> ${userId} and not ${isOver}
      and u.status = 'active'
    order by p.since, u.id`)

/** Nightly, for items that nobody has opened since. */
export const forgetPresences = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from presences where user_id in (select p.user_id from presences p where ${isOver} and ${clockIsCredible} for update skip locked)`)
