import { sql, type Tx } from '../kernel/db/db.ts'

/** Clears features that have lapsed. They are shown as none from the moment they lapse. */
export const endLapsedFeatures = (tx: Tx): Promise<number> =>
  tx.run(
    sql`update publications set en_avant = false, featured_until = null where en_avant and featured_until <= now()`,
  )

/** Sums the rows of `publication_totals` into one for each kind. Rows that are inserted meanwhile stay beside it. */
export async function foldTotals(tx: Tx): Promise<void> {
  await tx.run(sql`
    with folded as (delete from publication_totals returning *)
    insert into publication_totals (moderation_status, valide, deleted, type_id, total)
    select moderation_status, valide, deleted, type_id, sum(total) from folded
    group by 1, 2, 3, 4 having sum(total) <> 0`)
}
