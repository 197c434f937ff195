import type { Static } from 'typebox'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import type { CommuneInBrief } from '../../people/access/in-brief.ts'
import {
  type CommunalRow,
  communal,
  communalColumns,
  type NationalRow,
  nationalColumns,
} from './lists/records.ts'
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
  const stored = JSON.stringify(overrides)
  await tx.run(sql`
    update commune_defibrillateurs set statut = ${statut}, note = ${note}, overrides = ${stored}::jsonb
    where id = ${id} and (statut, note, overrides) is distinct from (${statut}, ${note}, ${stored}::jsonb)`)
  return await findCommunal(tx, id)
}

/** Locks no row: the versions of both detect a conflict. */
export async function findItem(db: Db, id: string) {
  const known = await db.one<{ national: string | null; communal: string | null; commune: unknown }>(sql`
    select d.id as national, c.id as communal,
      case when t.id is not null
        then jsonb_build_object('id', t.id, 'nom', t.nom, 'departement', t.departement) end as commune
    from (select gid, id as own from commune_defibrillateurs where id = ${id}
          union all select gid, null from defibrillateurs where id = ${id}) asked
    left join defibrillateurs d on d.gid = asked.gid
    left join commune_defibrillateurs c on c.id = asked.own or (asked.own is null and c.gid = asked.gid)
    left join communes t on t.id = coalesce(c.commune_id, d.commune_id)`)
  if (!known) return undefined
  const [national, communal] = await Promise.all([
    known.national === null ? undefined : findNational(db, known.national),
    known.communal === null ? undefined : findCommunal(db, known.communal),
  ])
  return {
    commune: known.commune as Static<typeof CommuneInBrief> | null,
    national: national ?? null,
    communal: communal ?? null,
  }
}

/** Undefined for a merged commune, whose devices belong to its successor. */
export async function insertCommunal(
  tx: Tx,
  communeId: string,
  { statut, note, overrides }: Pick<CommunalDefibrillateur, 'statut' | 'note' | 'overrides'>,
): Promise<CommunalDefibrillateur | undefined> {
  const made = await tx.one<{ id: string }>(sql`
    insert into commune_defibrillateurs (commune_id, statut, note, overrides)
    select id, ${statut}, ${note}, ${JSON.stringify(overrides)}::jsonb from communes
    where id = ${communeId} and successor_id is null for key share returning id`)
  return made && (await findCommunal(tx, made.id))
}

const TABLES = { national: sql`defibrillateurs`, communal: sql`commune_defibrillateurs` } as const
export type Side = keyof typeof TABLES
type Word = Pick<NationalDefibrillateur, 'id' | 'statut' | 'note' | 'version'>

/** In the order of their ids; the register's rows first, as a sync does. */
export async function lockMany(tx: Tx, side: Side, ids: readonly string[]): Promise<Word[]> {
  if (side === 'communal')
    await tx.run(sql`
      select from defibrillateurs where gid in (
        select gid from commune_defibrillateurs where id = any(${[...ids]}::uuid[])) order by id for no key update`)
  return await tx.all<Word>(sql`
    select id, statut, note, version from ${TABLES[side]} where id = any(${[...ids]}::uuid[]) order by id for no key update`)
}

export const saveMany = (tx: Tx, side: Side, words: readonly Word[]) =>
  tx.run(sql`
    update ${TABLES[side]} t set statut = r.statut, note = r.note
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as r(id uuid, statut text, note text) where t.id = r.id`)
