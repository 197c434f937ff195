import { sql, type Tx } from '../../kernel/db/db.ts'

/** A conversation about a merged commune belongs to its successor. */
export const threadsFollow = {
  columns: ['support_threads.commune_id'],
  move: (tx: Tx) =>
    tx.run(sql`
    update support_threads t set commune_id = old.successor_id from communes old
    where old.id = t.commune_id and old.successor_id is not null`),
}
