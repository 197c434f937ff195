import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import {
  type CommunalRow,
  communal,
  communalColumns,
  type NationalRow,
  nationalColumns,
} from './lists/public-record.ts'
import type { CommunalDefibrillateur, NationalDefibrillateur } from './shapes.ts'

/** One device, found and saved. Locked first and read afterwards, to see what others wrote while this waited. */

const findNational = (db: Db, id: string) =>
  db.one<NationalRow>(sql`select ${nationalColumns} from defibrillateurs d where d.id = ${id}`)

export async function lockNational(tx: Tx, id: string): Promise<NationalDefibrillateur | undefined> {
  const locked = await tx.one(sql`select from defibrillateurs where id = ${id} for no key update`)
  return locked ? await findNational(tx, id) : undefined
}

export async function saveNational(
  tx: Tx,
  { id, statut, note }: Pick<NationalDefibrillateur, 'id' | 'statut' | 'note'>,
): Promise<NationalDefibrillateur | undefined> {
  await tx.run(sql`
    update defibrillateurs set statut = ${statut}, note = ${note}
    where id = ${id} and (statut, note) is distinct from (${statut}, ${note})`)
  return await findNational(tx, id)
}

const findCommunal = async (db: Db, id: string): Promise<CommunalDefibrillateur | undefined> => {
  const row = await db.one<CommunalRow>(sql`
    select ${communalColumns} from commune_defibrillateurs c left join defibrillateurs d on d.gid = c.gid
    where c.id = ${id}`)
  return row && communal(row)
}

/** The register's row is locked first, as a sync does: triggers copy what the commune says into it. */
export async function lockCommunal(tx: Tx, id: string): Promise<CommunalDefibrillateur | undefined> {
  await tx.one(sql`
    select from defibrillateurs where gid = (select gid from commune_defibrillateurs where id = ${id})
    for no key update`)
  const locked = await tx.one(sql`select from commune_defibrillateurs where id = ${id} for no key update`)
  return locked ? await findCommunal(tx, id) : undefined
}

export async function saveCommunal(
  tx: Tx,
  { id, statut, note, overrides }: Pick<CommunalDefibrillateur, 'id' | 'statut' | 'note' | 'overrides'>,
): Promise<CommunalDefibrillateur | undefined> {
  const said = JSON.stringify(overrides)
  await tx.run(sql`
    update commune_defibrillateurs set statut = ${statut}, note = ${note}, overrides = ${said}::jsonb
    where id = ${id} and (statut, note, overrides) is distinct from (${statut}, ${note}, ${said}::jsonb)`)
  return await findCommunal(tx, id)
}
