import { retention } from '../../foundation/retention.ts'
import type { Database } from '../../kernel/db/database.ts'
import { empty, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { isOver, olderThan } from '../../kernel/records/retention.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import { type Alert, type AlertPlace, alertPlace, endOfAlert } from './alerts.ts'
import { foldDayTotals } from './day-totals.ts'

/** Clears expired features; replies show them as not featured from the moment they expire. */
export const endLapsedFeatures = (tx: Tx): Promise<number> =>
  tx.run(
    sql`update publications set en_avant = false, featured_until = null where en_avant and ${isOver(sql`featured_until`)}`,
  )

/**
 * Unpins alerts whose end has passed: an alert ends by time alone, and nobody unpins it. An alert that its author is changing
 * waits for the next run, since its end may move.
 */
export async function unpinEndedAlerts(tx: Tx): Promise<number> {
  const ended = async (which: Sql, lock: Sql) => {
    const pinned = await tx.all<Alert & AlertPlace & { readonly id: string; readonly now: string }>(sql`
      select p.id, p.date_debut, p.date_fin, p.fin_le, p.leve_le, p.publie_le, ${alertPlace}, now() as now
      from publications p join publication_types t on t.id = p.type_id
      where p.epingle and p.type_id = (select id from publication_types where slug = 'alerte') ${which}
      order by p.id ${lock}`)
    return pinned.filter(alert => {
      const [departement, code_insee] = alert.alert_place ?? [null, null]
      const end = endOfAlert(alert, fuseauOf({ departement, code_insee }))
      return end !== undefined && end <= new Date(alert.now)
    })
  }
  // Those in force are not locked: in a storm there is one in each commune.
  const some = (await ended(empty, empty)).map(({ id }) => id)
  if (some.length === 0) return 0
  const still = await ended(sql`and p.id = any(${some}::uuid[])`, sql`for update of p skip locked`)
  return await tx.run(sql`
    update publications set epingle = false where id = any(${still.map(({ id }) => id)}::uuid[])`)
}

/**
 * Releases uploads that no publication shows any more once the operation can no longer be undone. A publication
 * deleted longer ago is restored without them.
 */
export async function letGoOfUploads(tx: Tx): Promise<number> {
  const over = olderThan(retention.deletedPictures.kept, sql`p.deleted_at`)
  await tx.run(sql`
    update publications p set images = null, documents = null
    where ${over} and (p.images is not null or p.documents is not null)`)
  return await tx.run(sql`
    delete from publication_uploads u using publications p
    where p.id = u.publication_id and (${over} or ${olderThan(retention.deletedPictures.kept, sql`u.detached_at`)})`)
}

/** Sums the rows of `publication_totals` per kind, then the days. Rows inserted meanwhile stay beside the sum. */
export async function foldTotals(tx: Tx): Promise<void> {
  await tx.run(sql`
    with folded as (delete from publication_totals returning *)
    insert into publication_totals (moderation_status, valide, deleted, type_id, total)
    select moderation_status, valide, deleted, type_id, sum(total) from folded
    group by 1, 2, 3, 4 having sum(total) <> 0`)
  await foldDayTotals(tx)
}

/**
 * Indexes the words of texts by the weeks in which they appear now: decisions leave that to this job. In small batches, since
 * each text takes milliseconds and a megabyte of log.
 */
export async function moveWords(db: Pick<Database, 'transaction'>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await db.transaction(moveSome)) > 0);
}

/** Locks the rows of words first, as decisions do. */
const moveSome = (tx: Tx): Promise<number> =>
  tx.run(sql`
    with chosen as materialized (
      select w.publication_id from publication_words_moving m
      join publication_words w on w.publication_id = m.publication_id
      limit ${MOVED_AT_ONCE} for update of w skip locked),
    done as (delete from publication_words_moving m using chosen where m.publication_id = chosen.publication_id)
    update publication_words w set week = week_for(w.week, w.publication_id, w.visible_le), moving = false
    from chosen where w.publication_id = chosen.publication_id`)
const MOVED_AT_ONCE = 20
