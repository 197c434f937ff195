import { sql, type Tx } from '../../kernel/db/db.ts'

/** Acteurs and zones of a merged commune move to its successor. */
export const acteursFollow = {
  columns: ['acteurs.commune_id', 'acteur_communes.commune_id'],
  async move(tx: Tx) {
    await tx.run(sql`
    update acteurs set commune_id = old.successor_id from communes old
    where old.id = acteurs.commune_id and old.successor_id is not null`)
    await tx.run(sql`
    insert into acteur_communes (acteur_id, commune_id)
    select acteur_id, old.successor_id from acteur_communes link join communes old on old.id = link.commune_id
    where old.successor_id is not null on conflict do nothing`)
    await tx.run(sql`
    delete from acteur_communes using communes old where old.id = commune_id and old.successor_id is not null`)
  },
}
