import { retention } from '../../foundation/retention.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'

/**
 * Numbers what changed at the desks, after its commit, as the feed of public changes does: a number taken inside the
 * writing transaction could become visible after higher ones, and a stream would skip it.
 *
 * Lock: an advisory lock until commit, so that numbers become visible in their order. Crash: an uncommitted batch stays
 * waiting. Lost: nothing, since all that waits is found in the table.
 */

/** Nodes listen to it. Empty: read `desk_changes`. Else the items at which somebody came or went. */
export const CHANNEL = 'parvis_desk'

/** What is told of, and the items whose readers hear of it. */
export const DESK_ITEMS = ['publication', 'claim', 'thread'] as const
export const DESK_KINDS = [...DESK_ITEMS, 'appeal'] as const

/** Rows in a transaction. */
const BATCH = 2_000

export const isDeskWaiting = sql`exists (select from desk_waiting)`

/** Returns how many waiting rows are done: 0 also while another process numbers. Several changes of a record become one. */
export async function numberDeskChanges(tx: Tx): Promise<number> {
  const lock = await tx.one<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('parvis.desk-changes')) as free`,
  )
  if (!lock?.free) return 0
  const done = await tx.one<{ count: number }>(sql`
    with waiting as (
      delete from desk_waiting where id in (select id from desk_waiting order by id limit ${BATCH})
      returning id, kind, record_id, item, item_id),
    numbered as (
      insert into desk_changes (kind, record_id, item, item_id)
      select kind, record_id, item, item_id from waiting group by kind, record_id, item, item_id order by min(id))
    select count(*)::int as count from waiting`)
  const count = done?.count ?? 0
  if (count > 0) await tx.run(sql`select pg_notify(${CHANNEL}, '')`)
  return count
}

interface Place {
  readonly entity: string
  readonly id: string
}

/** Not stored: a stream that misses it learns it from the next report of its own client. */
export const tellPresence = (db: Db, places: readonly Place[]) =>
  db.run(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(places.map(({ entity, id }) => [entity, id]))})`)

/** Keeps the newest, which streams name. */
export const forgetDeskChanges = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from desk_changes where ${olderThan(retention.deskChanges.kept, sql`at`)}
      and seq < (select max(seq) from desk_changes)`)
