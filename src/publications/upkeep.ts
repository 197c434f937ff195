import { sql, type Tx } from '../kernel/db/db.ts'

/** A feature that has lapsed reads as none at once; at night the rows follow. */
export const endLapsedFeatures = (tx: Tx): Promise<number> =>
  tx.run(
    sql`update publications set en_avant = false, featured_until = null where en_avant and featured_until <= now()`,
  )

/** The lines of `publication_totals` become one for each kind. What is written meanwhile is a line of its own. */
export async function foldTotals(tx: Tx): Promise<void> {
  await tx.run(sql`
    with folded as (delete from publication_totals returning *)
    insert into publication_totals (moderation_status, valide, deleted, type_id, total)
    select moderation_status, valide, deleted, type_id, sum(total) from folded
    group by 1, 2, 3, 4 having sum(total) <> 0`)
}
