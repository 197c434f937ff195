import { sql, type Tx } from '../../kernel/db/db.ts'

/** Communes that left the national list because they merged into another one: what hangs on them moves there. */

export interface Followed {
  readonly merged: number
  /** Codes that left the list without a successor: these communes stay as they are. */
  readonly lost: readonly string[]
}

/** Before the list is loaded: a present commune may have the name, and so want the slug, of one that merged into it. */
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
 * Their rows stay, for the links that lead to them. Runs at every load: what was attached to a merged commune since the
 * last time follows.
 */
export async function followMerged(
  tx: Tx,
  current: readonly string[],
  successors: ReadonlyMap<string, string>,
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
    update communes set successor_id = null where successor_id is not null and code_insee = any(${[...current]})`)
  await tx.run(sql`
    update communes old set successor_id = next.successor_id from communes next
    where next.id = old.successor_id and next.successor_id is not null`)
  await moveWhatIsTheirs(tx)
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

async function moveWhatIsTheirs(tx: Tx): Promise<void> {
  await tx.run(sql`
    update acteurs set commune_id = old.successor_id from communes old
    where old.id = acteurs.commune_id and old.successor_id is not null`)
  await tx.run(sql`
    insert into acteur_communes (acteur_id, commune_id)
    select acteur_id, old.successor_id from acteur_communes link join communes old on old.id = link.commune_id
    where old.successor_id is not null on conflict do nothing`)
  await tx.run(sql`
    delete from acteur_communes using communes old where old.id = commune_id and old.successor_id is not null`)
  // Each commune once, its own first.
  await tx.run(sql`
    update publications p set commune_id = moved.ids[1], commune_ids = moved.ids
    from (select found.id, array(
            select here from (
              select coalesce(old.successor_id, old.id) as here, min(place) as place
              from unnest(found.commune_ids) with ordinality as each(id, place) join communes old on old.id = each.id
              group by 1) as communes order by place) as ids
          from publications found where found.id in (
            select p.id from communes old join publications p on p.commune_id = old.id
              where old.successor_id is not null
            union
            select link.publication_id from communes old join publication_communes link on link.commune_id = old.id
              where old.successor_id is not null)) as moved
    where p.id = moved.id`)
  await tx.run(sql`
    update app_sources set commune_ids = array(
      select distinct coalesce(old.successor_id, each.id) from unnest(commune_ids) as each(id)
      left join communes old on old.id = each.id)
    where exists (select from communes old where old.id = any(commune_ids) and old.successor_id is not null)`)
  await tx.run(sql`
    update defibrillateurs set commune_id = old.successor_id, departement = coalesce(here.departement, defibrillateurs.departement)
    from communes old join communes here on here.id = old.successor_id where old.id = defibrillateurs.commune_id`)
  await tx.run(sql`
    update commune_defibrillateurs set commune_id = old.successor_id from communes old
    where old.id = commune_defibrillateurs.commune_id and old.successor_id is not null`)
  await tx.run(sql`
    update import_sources set commune_id = old.successor_id from communes old
    where old.id = import_sources.commune_id and old.successor_id is not null`)
  await moveDetails(tx)
}

/** Rows from registers stay behind, since the registers name the new commune. Rows that people wrote move. */
async function moveDetails(tx: Tx): Promise<void> {
  const theirs = sql`old.id = commune_id and old.successor_id is not null`
  const touched = sql`
    update communes set details = details + 1 where id in (
      select old.successor_id from communes old where old.successor_id is not null and (
        exists (select from elus where commune_id = old.id) or exists (select from collectes where commune_id = old.id)
        or exists (select from commune_infos where commune_id = old.id)))`
  await tx.run(
    sql`delete from elus using communes old where ${theirs} and (retire or (registres <> '{}' and not modifie))`,
  )
  await tx.run(sql`
    delete from commune_infos using communes old where ${theirs} and (retire or (annuaire and not modifie))`)
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
