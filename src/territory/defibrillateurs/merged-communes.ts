import { sql, type Tx } from '../../kernel/db/db.ts'

/** Devices of a merged commune move to its successor, with its corrections. */
export const defibrillateursFollow = {
  columns: ['defibrillateurs.commune_id', 'commune_defibrillateurs.commune_id'],
  async move(tx: Tx) {
    await tx.run(sql`
    update defibrillateurs set commune_id = old.successor_id, departement = coalesce(here.departement, defibrillateurs.departement)
    from communes old join communes here on here.id = old.successor_id where old.id = defibrillateurs.commune_id`)
    await tx.run(sql`
    update commune_defibrillateurs set commune_id = old.successor_id from communes old
    where old.id = commune_defibrillateurs.commune_id and old.successor_id is not null`)
  },
}
