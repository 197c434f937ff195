import { MOST_COMMUNES } from '../../../shared/fields/acteurs.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { invalid } from '../../kernel/refusals/errors.ts'

/**
 * Adds the communes of an acteur to the zone of the one that it is merged into. It keeps its own, so undoing the merge
 * (`only`) just takes the added ones from the zone of `from`.
 */
export async function zoneOfActeur(tx: Tx, from: string, into: string, only?: readonly string[]) {
  const changed = only ? await takenFrom(tx, from, only) : await addedTo(tx, into, from)
  if (changed.length > 0)
    await tx.run(sql`
      update acteurs set version = version + 1, updated_at = now() where id = ${only ? from : into}`)
  return changed.map(({ commune_id }) => commune_id)
}

type Row = { readonly commune_id: string }

const takenFrom = (tx: Tx, acteur: string, communes: readonly string[]) =>
  tx.all<Row>(sql`
    delete from acteur_communes where acteur_id = ${acteur} and commune_id = any(${[...communes]}::uuid[])
    returning commune_id`)

async function addedTo(tx: Tx, into: string, from: string): Promise<Row[]> {
  const added = await tx.all<Row>(sql`
    insert into acteur_communes (acteur_id, commune_id)
    select ${into}, commune_id
    from (select commune_id from acteurs where id = ${from} and commune_id is not null
          union select commune_id from acteur_communes where acteur_id = ${from}) as theirs
    where commune_id is distinct from (select commune_id from acteurs where id = ${into})
    on conflict do nothing returning commune_id`)
  const zone = await tx.all(sql`select from acteur_communes where acteur_id = ${into}`)
  if (added.length > 0 && zone.length >= MOST_COMMUNES)
    throw invalid(
      'from_id',
      `Ensemble, ces acteurs auraient plus de ${MOST_COMMUNES} communes.`,
      `Together, these acteurs would have more than ${MOST_COMMUNES} communes.`,
    )
  return added
}
