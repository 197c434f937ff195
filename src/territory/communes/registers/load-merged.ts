import { raw, sql, type Tx } from '../../../kernel/db/db.ts'

/** Communes that left the national list because they merged into another one: their rows move to that one. */

export interface Followed {
  readonly merged: number
  /** Codes that left the list without a successor: these communes stay as they are. */
  readonly lost: readonly string[]
}

/** Rows that name communes and move to the `successor_id` of a merged one. */
export interface Follower {
  /** The columns that name a commune, as `table.column`: none may be forgotten. */
  readonly columns: readonly string[]
  move(tx: Tx): Promise<unknown>
}

/** The id in this column becomes that of the successor, and nothing else changes. */
export const moveColumn = (table: string, column = 'commune_id'): Follower => ({
  columns: [`${table}.${column}`],
  move: tx =>
    tx.run(sql`
      update ${raw(table)} set ${raw(column)} = old.successor_id from communes old
      where old.id = ${raw(`${table}.${column}`)} and old.successor_id is not null`),
})

/** Replaces merged communes by their successors in the list `commune_ids`. */
export const moveList = (table: string): Follower => ({
  columns: [`${table}.commune_ids`],
  move: tx =>
    tx.run(sql`
      update ${raw(table)} set commune_ids = array(
        select distinct coalesce(old.successor_id, each.id) from unnest(commune_ids) as each(id)
        left join communes old on old.id = each.id)
      where exists (select from communes old where old.id = any(commune_ids) and old.successor_id is not null)`),
})

/** Runs before the list is loaded: a present commune may have the name, and so the slug, of one that merged into it. */
export async function giveUpSlugs(
  tx: Tx,
  current: readonly string[],
  successors: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.run(sql`
    update communes set slug = made.slug, reference = reference || jsonb_build_object('slug', made.slug)
    from (select id, left(slug, 90) || '-' || lower(code_insee) as slug from communes
          where reference is not null and successor_id is null and code_insee <> all(${[...current]})
            and code_insee = any(${[...successors.keys()]}) order by id for update) made
    where communes.id = made.id`)
}

/**
 * Rows of merged communes stay, for old links. Runs at every load, and moves what was attached to a merged commune since
 * the last one.
 */
export async function followMerged(
  tx: Tx,
  current: readonly string[],
  successors: ReadonlyMap<string, string>,
  followers: readonly Follower[],
): Promise<Followed> {
  // Locked, so that nothing is attached to them meanwhile. In id order, like all locks.
  const gone = await tx.all<{ id: string; code_insee: string; successor_id: string | null }>(sql`
    select id, code_insee, successor_id from communes
    where reference is not null and code_insee <> all(${[...current]}) order by id for update`)
  const pairs = gone
    .map(({ id, code_insee }) => ({ id, now: successors.get(code_insee) }))
    .filter(({ now }) => now !== undefined)
  await handOverMairies(tx, pairs)
  const merged = await tx.run(sql`
    update communes old set successor_id = here.id, mairie_actor_id = null
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(id uuid, now text), communes here
    where old.id = r.id and here.code_insee = r.now and old.successor_id is distinct from here.id`)
  // A merged commune that is on the list again (a court may undo a merger) is a commune of its own again.
  await tx.run(sql`
    update communes set successor_id = null, merged_le = null where successor_id is not null and code_insee = any(${[...current]})`)
  await tx.run(sql`
    update communes old set successor_id = next.successor_id from communes next
    where next.id = old.successor_id and next.successor_id is not null`)
  for (const { move } of [...followers, details]) await move(tx)
  const lost = gone.filter(({ code_insee, successor_id }) => !successors.has(code_insee) && !successor_id)
  return { merged, lost: lost.map(({ code_insee }) => code_insee).sort() }
}

/** A new commune without a town hall gets that of a merged one; of several, the one with the lowest code. */
const handOverMairies = (tx: Tx, pairs: readonly object[]) =>
  tx.run(sql`
    update communes here set mairie_actor_id = first.mairie_actor_id
    from (select distinct on (r.now) r.now, old.mairie_actor_id
          from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(id uuid, now text)
          join communes old on old.id = r.id and old.mairie_actor_id is not null
          order by r.now, old.code_insee) first
    where here.code_insee = first.now and here.mairie_actor_id is null`)

export const details: Follower = {
  columns: ['elus.commune_id', 'collectes.commune_id', 'commune_infos.commune_id'],
  move: moveDetails,
}

/** Rows from registers stay behind, since the registers name the new commune. Rows that people wrote move. */
async function moveDetails(tx: Tx): Promise<void> {
  const theirs = sql`old.id = commune_id and old.successor_id is not null`
  const touched = sql`
    update communes set elus_version = elus_version + 1, collectes_version = collectes_version + 1,
      infos_version = infos_version + 1 where id in (
      select old.successor_id from communes old where old.successor_id is not null and (
        exists (select from elus where commune_id = old.id) or exists (select from collectes where commune_id = old.id)
        or exists (select from commune_infos where commune_id = old.id)))`
  await tx.run(
    sql`delete from elus using communes old where ${theirs} and (retire or (registres <> '{}' and not modifie))`,
  )
  await tx.run(sql`
    delete from commune_infos using communes old where ${theirs} and (retire or (annuaire and not modifie))`)
  // The town hall of a part of a commune proves nothing for the whole.
  await tx.run(sql`delete from town_hall_readings using communes old where ${theirs}`)
  await tx.run(touched)
  await tx.run(sql`
    update elus set commune_id = old.successor_id, registres = '{}', modifie = true, cle = elus.cle || '|' || old.code_insee
    from communes old where ${theirs}`)
  await tx.run(sql`
    update collectes set commune_id = old.successor_id, zone = coalesce(zone, old.nom)
    from communes old where ${theirs}`)
  await tx.run(sql`
    update commune_infos set commune_id = old.successor_id, annuaire = false, mention = null,
      libelle = coalesce(libelle, old.nom), ordre = ordre + 1000
    from communes old where ${theirs}`)
}
