import { sql, type Tx } from '../../kernel/db/db.ts'

/** Import sources of a merged commune move to its successor. */
export const importSourcesFollow = {
  columns: ['import_sources.commune_id'],
  move: (tx: Tx) =>
    tx.run(sql`
    update import_sources set commune_id = old.successor_id from communes old
    where old.id = import_sources.commune_id and old.successor_id is not null`),
}
