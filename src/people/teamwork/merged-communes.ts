import { sql, type Tx } from '../../kernel/db/db.ts'

/** The first commune of the service, where it merges before it is open. */
export const firstCommuneFollows = {
  columns: ['team_settings.first_commune_id'],
  move: (tx: Tx) =>
    tx.run(sql`
    update team_settings set first_commune_id = old.successor_id from communes old
    where old.id = first_commune_id and old.successor_id is not null`),
}
