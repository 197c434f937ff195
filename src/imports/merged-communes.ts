import { sql, type Tx } from '../kernel/db/db.ts'

/** A source of a commune that merged into another brings in what is that one's. */
export const importSourcesFollow = {
  columns: ['import_sources.commune_id'],
  move: (tx: Tx) =>
    tx.run(sql`
    update import_sources set commune_id = old.successor_id from communes old
    where old.id = import_sources.commune_id and old.successor_id is not null`),
}
