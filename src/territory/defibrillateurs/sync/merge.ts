import { columnsOf } from '../../../kernel/db/columns.ts'
import { countRows, empty, type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import { keepLines } from './known-lines.ts'
import { MERGED } from './stage.ts'

/** Merges the staged rows. Only rows that differ are written: writing all of them would take four times as long. */

/** The scope of a sync. `codes`: only rows with these codes were read, so other devices are not missing. */
interface Scope {
  readonly communeId: string | null
  readonly codes: readonly string[] | null
}

export interface Figures {
  readonly created: number
  readonly updated: number
  readonly returned: number
  readonly withdrawn: number
}

/** When more than this share of the known devices is missing, the sync is held. */
const MOST_WITHDRAWN = 0.2

const within = ({ communeId, codes }: Scope): Sql =>
  communeId === null
    ? empty
    : codes === null
      ? sql`and d.commune_id = ${communeId}`
      : sql`and d.commune_id = ${communeId} and d.code_insee = any(${[...codes]})`

/** Finds the rows that differ. Answers how many devices are known, and how many of these are missing. */
export async function compare(tx: Tx, scope: Scope): Promise<{ known: number; gone: number }> {
  // Enough memory for hashing the whole register.
  await tx.run(sql`select set_config('work_mem', '128MB', true)`)
  // The staged rows have no statistics yet: a nested loop would take the square of the register's size.
  if (scope.communeId === null) await tx.run(sql`select set_config('enable_nestloop', 'off', true)`)
  await tx.run(sql`
    create temporary table differences on commit drop as
    select a.gid, case when d.gid is null then 'created' when d.retire_le is null then 'updated' else 'returned' end as kind
    from arrivals a left join defibrillateurs d using (gid)
    where d.gid is null or d.retire_le is not null
      or (${columnsOf(MERGED, 'd')}) is distinct from (${columnsOf(MERGED, 'a')})`)
  await tx.run(sql`
    insert into differences
    select d.gid, 'withdrawn' from defibrillateurs d
    where d.retire_le is null ${within(scope)} and not exists (select from arrivals a where a.gid = d.gid)
      and not exists (select from seen where seen.gid = d.gid)`)
  await tx.run(sql`analyze differences`)
  const counted = await tx.one<{ known: number; gone: number }>(sql`
    select (select count(*) from defibrillateurs d where d.retire_le is null ${within(scope)}) as known,
           (select count(*) from differences where kind = 'withdrawn') as gone`)
  return counted ?? { known: 0, gone: 0 }
}

export const isTooMuch = ({ known, gone }: { known: number; gone: number }) => gone > known * MOST_WITHDRAWN

/** Writes the differences. `statut`, `note` and corrections of communes are not touched. */
export async function apply(tx: Tx): Promise<Figures> {
  const changed = await tx.run(sql`
    update defibrillateurs d set (${columnsOf(MERGED)}) = row(${columnsOf(MERGED, 'a')}),
      vu_le = now(), retire_le = null
    from arrivals a join differences using (gid)
    where a.gid = d.gid and kind in ('updated', 'returned')`)
  const created = await tx.run(sql`
    insert into defibrillateurs (gid, ${columnsOf(MERGED)}, statut)
    select a.gid, ${columnsOf(MERGED, 'a')}, case when a.douteux then 'a_verifier' else 'actif' end
    from arrivals a join differences using (gid) where kind = 'created'
    -- Neighbours together: the indexes, that of places above all, grow at a third less of work.
    order by a.departement, a.code_insee, a.latitude, a.gid`)
  // `vu_le`: the last sync that covered the device before it went missing.
  const withdrawn = await tx.run(sql`
    with covered as (
      select commune_id, max(finished_at) as at from defibrillateur_syncs where status = 'ok' group by 1)
    update defibrillateurs d set retire_le = now(), vu_le = greatest(d.vu_le,
      (select at from covered where commune_id is null), (select at from covered where commune_id = d.commune_id))
    from differences where differences.gid = d.gid and kind = 'withdrawn'`)
  const returned = await countRows(tx, sql`differences where kind = 'returned'`)
  await followCommunes(tx)
  await keepLines(tx)
  return { created, updated: changed - returned, returned, withdrawn }
}

/** A communal row for each device in a commune; a device that moved keeps its corrections. */
async function followCommunes(tx: Tx): Promise<void> {
  await tx.run(sql`
    update commune_defibrillateurs c set commune_id = d.commune_id from defibrillateurs d
    where d.gid = c.gid and d.commune_id is not null and d.commune_id <> c.commune_id`)
  // All are found before the first is written: looking for rows in a table being written takes the square of their number.
  await tx.run(sql`
    with missing as materialized (
      select d.commune_id, d.gid from defibrillateurs d
      where d.commune_id is not null
        and not exists (select from commune_defibrillateurs c where c.gid = d.gid))
    insert into commune_defibrillateurs (commune_id, gid)
    select commune_id, gid from missing order by commune_id, gid`)
}
