import { COLLECTE_FIELDS, ELU_FIELDS, INFO_FIELDS } from '../../../../shared/fields/communes.ts'
import { each } from '../../../../shared/fields/field.ts'
import { assignedFrom, columnsOf, typed } from '../../../kernel/db/columns.ts'
import { type Db, type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Collecte, Elu, InfoRow } from '../details-shapes.ts'
import type { RewritePlan } from './replace-array.ts'

/** Rows of a commune, in the order in which they are shown, without those that were removed here. */

const ELU = each(ELU_FIELDS, 'column')
export const elusOf = (db: Db, communeId: string) =>
  db.all<Elu>(sql`
    select id, ${columnsOf(ELU)} from elus where commune_id = ${communeId} and not retire
    order by ordre, search_key(nom), search_key(prenom), id`)

/**
 * The register that a councillor who is shown comes from, with the day of its file where that is known; undefined where the
 * town hall wrote them all.
 */
export const registerOfElus = (db: Db, communeId: string) =>
  db.one<{ du: string | null }>(sql`
    select max(r.du) as du from elus e left join elus_registers r on r.register = any(e.registres)
    where e.commune_id = ${communeId} and not e.retire and e.registres <> '{}' having count(*) > 0`)

const COLLECTE = each(COLLECTE_FIELDS, 'column')
export const collectesOf = (db: Db, communeId: string) =>
  db.all<Collecte>(
    sql`select id, ${columnsOf(COLLECTE)} from collectes where commune_id = ${communeId} order by ordre, id`,
  )

const INFO = each(INFO_FIELDS, 'column')
export type StoredInfo = InfoRow & { readonly mention: string | null }
export const infosOf = (db: Db, communeId: string) =>
  db.all<StoredInfo>(
    sql`select id, ${columnsOf(INFO)}, mention from commune_infos where commune_id = ${communeId} and not retire
        order by ordre, id`,
  )

/** Every key in use, also of removed rows: a register finds its rows by key. */
export const keysOfElus = async (db: Db, communeId: string): Promise<string[]> =>
  (await db.all<{ cle: string }>(sql`select cle from elus where commune_id = ${communeId}`)).map(
    ({ cle }) => cle,
  )

////////////////////////////////////////////////////////////////////////////// writing

type Rewritten<T> = RewritePlan<T & { readonly id: string }, T>
const json = (rows: readonly unknown[]) => JSON.stringify(rows)
const ids = (rows: readonly { readonly id: string }[]) => rows.map(row => row.id)

export async function writeElus(
  tx: Tx,
  communeId: string,
  { removed, changed, added }: Rewritten<Omit<Elu, 'id'> & { cle?: string }>,
): Promise<void> {
  await takeOut(tx, sql`elus`, sql`registres <> '{}'`, ids(removed))
  await tx.run(sql`
    update elus set ${assignedFrom(ELU, 'r')}, modifie = true
    from jsonb_to_recordset(${json(changed)}::jsonb) as r(id uuid, ${typed(ELU)})
    where elus.id = r.id`)
  await tx.run(sql`
    insert into elus (commune_id, ${columnsOf(ELU)}, cle)
    select ${communeId}::uuid, ${columnsOf(ELU)}, cle
    from jsonb_to_recordset(${json(added)}::jsonb) as r(${typed(ELU)}, cle text)`)
}

export async function writeInfos(
  tx: Tx,
  communeId: string,
  { removed, changed, added }: Rewritten<Omit<InfoRow, 'id'>>,
): Promise<void> {
  await takeOut(tx, sql`commune_infos`, sql`annuaire`, ids(removed))
  await tx.run(sql`
    update commune_infos set ${assignedFrom(INFO, 'r')}, modifie = true
    from jsonb_to_recordset(${json(changed)}::jsonb) as r(id uuid, ${typed(INFO)})
    where commune_infos.id = r.id`)
  await tx.run(sql`
    insert into commune_infos (commune_id, ${columnsOf(INFO)})
    select ${communeId}::uuid, r.* from jsonb_to_recordset(${json(added)}::jsonb) as r(${typed(INFO)})`)
}

export async function writeCollectes(
  tx: Tx,
  communeId: string,
  { removed, changed, added, order }: Rewritten<Omit<Collecte, 'id'>>,
): Promise<void> {
  await tx.run(sql`delete from collectes where id = any(${ids(removed)}::uuid[])`)
  await tx.run(sql`
    update collectes set ${assignedFrom(COLLECTE, 'r')}
    from jsonb_to_recordset(${json(changed)}::jsonb) as r(id uuid, ${typed(COLLECTE)})
    where collectes.id = r.id`)
  await tx.run(sql`
    insert into collectes (commune_id, ${columnsOf(COLLECTE)}, ordre)
    select ${communeId}::uuid, r.* from jsonb_to_recordset(${json(withPlaces(added, order))}::jsonb)
      as r(${typed(COLLECTE)}, ordre int)`)
  await tx.run(sql`
    update collectes set ordre = r.ordre from unnest(${order.map(one => one ?? null)}::uuid[]) with ordinality as r(id, ordre)
    where collectes.id = r.id and collectes.ordre <> r.ordre`)
}

/** Rows are shown in the order in which they were sent: the n-th new row takes the n-th place without an id. */
function withPlaces<T>(added: readonly T[], order: readonly (string | undefined)[]) {
  const free = order.flatMap((id, at) => (id === undefined ? [at + 1] : []))
  return added.map((row, n) => ({ ...row, ordre: free[n] }))
}

/** A row from a register is hidden, not deleted, so that the register does not bring it back. */
async function takeOut(tx: Tx, table: Sql, comesFromRegister: Sql, gone: readonly string[]): Promise<void> {
  await tx.run(
    sql`update ${table} set retire = true where id = any(${[...gone]}::uuid[]) and ${comesFromRegister}`,
  )
  await tx.run(sql`delete from ${table} where id = any(${[...gone]}::uuid[]) and not (${comesFromRegister})`)
}
