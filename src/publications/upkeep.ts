import { sql, type Tx } from '../kernel/db/db.ts'
import { isOver, olderThan } from '../kernel/retention.ts'
import { retention } from '../retention.ts'

/** Clears features that have lapsed. They are shown as none from the moment they lapse. */
export const endLapsedFeatures = (tx: Tx): Promise<number> =>
  tx.run(
    sql`update publications set en_avant = false, featured_until = null where en_avant and ${isOver(sql`featured_until`)}`,
  )

/**
 * What a publication no longer shows is kept for as long as its operation can be undone; what a deleted one shows, for as long
 * as that: restored later, it comes back without.
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

/** Sums the rows of `publication_totals` into one for each kind. Rows that are inserted meanwhile stay beside it. */
export async function foldTotals(tx: Tx): Promise<void> {
  await tx.run(sql`
    with folded as (delete from publication_totals returning *)
    insert into publication_totals (moderation_status, valide, deleted, type_id, total)
    select moderation_status, valide, deleted, type_id, sum(total) from folded
    group by 1, 2, 3, 4 having sum(total) <> 0`)
}
