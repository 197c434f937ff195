import { sql, type Tx } from '../../kernel/db/db.ts'

/** A role limited to a commune reaches the one it merges into. */
export const rolesFollow = {
  columns: ['user_roles.commune_ids'],
  move: (tx: Tx) =>
    tx.run(sql`
    update user_roles set commune_ids = array(
      select distinct coalesce(old.successor_id, each.id) from unnest(commune_ids) as each(id)
      left join communes old on old.id = each.id)
    where exists (select from communes old where old.id = any(commune_ids) and old.successor_id is not null)`),
}
