import { sql, type Tx } from '../../kernel/db/db.ts'

/** Moves acts to the commune that theirs was merged into, in the order of the rows that other changes lock. */
export const actesFollow = {
  columns: ['actes.commune_id'],
  move: (tx: Tx) =>
    tx.run(sql`
      update actes a set commune_id = c.successor_id from communes c
      where c.id = a.commune_id and c.successor_id is not null`),
}
