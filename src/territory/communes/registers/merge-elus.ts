import { sql, type Tx } from '../../../kernel/db/db.ts'
import { Refusal } from '../../../kernel/refusals/refusal.ts'
import type { Register } from './elus-register.ts'

/** Merges a register: rows that it brought follow it, rows that were edited here stay. */

export interface Staged {
  readonly commune_id: string
  readonly nom: string
  readonly prenom: string
  readonly fonction: string
  readonly debut_mandat: string | null
  readonly debut_fonction: string | null
  readonly ordre: number
  readonly personne: string
  /** Distinguishes two people of one name; valid within this load only. */
  readonly marque: string
}

export async function startStaging(tx: Tx): Promise<void> {
  await tx.run(sql`
    create temporary table arrivals (
      commune_id uuid, nom text, prenom text, fonction text, debut_mandat date, debut_fonction date, ordre int,
      personne text, marque text
    ) on commit drop`)
}

export const stage = (tx: Tx, rows: readonly Staged[]) =>
  tx.run(sql`
    insert into arrivals
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(commune_id uuid, nom text, prenom text,
      fonction text, debut_mandat date, debut_fonction date, ordre int, personne text, marque text)`)

/** When more than a tenth of a departement's communes would lose all elus, the file counts as cut short. */
const SHARE_THAT_MAY_GO = 0.1
const COMMUNES_THAT_MAY_GO = 2

export async function refuseLosses(tx: Tx, register: Register, file: string): Promise<void> {
  await tx.run(sql`analyze arrivals`)
  const losing = await tx.all<{ departement: string; known: number; gone: number }>(sql`
    with covered as (
      select distinct commune_id from arrivals
    ), places as (
      select distinct coalesce(departement, '') as departement from communes where id in (select commune_id from covered)
    ), known as (
      select distinct c.id, coalesce(c.departement, '') as departement from elus e join communes c on c.id = e.commune_id
      where ${register} = any(e.registres) and coalesce(c.departement, '') in (select departement from places))
    select departement, count(*)::int as known,
           (count(*) filter (where id not in (select commune_id from covered)))::int as gone
    from known group by 1 order by 1`)
  const wrong = losing.filter(
    ({ known, gone }) => gone > COMMUNES_THAT_MAY_GO && gone > known * SHARE_THAT_MAY_GO,
  )
  if (wrong.length === 0) return
  const examples = wrong
    .slice(0, 5)
    .map(({ departement, known, gone }) => `${departement} (${gone} of ${known})`)
  throw new Refusal(
    `${file} names nobody in communes that an earlier load knew, in ${wrong.length} departements: ${examples.join(', ')}` +
      `${wrong.length > examples.length ? '…' : ''}. It looks cut short; nothing was changed. If it is right, load it ` +
      'with --force.',
  )
}

interface Figures {
  readonly created: number
  readonly updated: number
  readonly removed: number
  readonly kept: number
}

/** Replaces the rows that this register brought, in the departements that the file contains. */
export async function mergeElus(tx: Tx, register: Register): Promise<Figures> {
  // Two people of one name in the same function are two rows when their birth dates differ.
  await tx.run(sql`
    create temporary table persons on commit drop as
    select *, left(personne, length(personne) - 1) || row_number() over (
        partition by commune_id, personne order by debut_mandat, debut_fonction, marque) as cle
    from (select distinct on (commune_id, personne, marque) * from arrivals
          order by commune_id, personne, marque, debut_fonction, debut_mandat) as each`)
  await tx.run(sql`create unique index on persons (commune_id, cle)`)
  await tx.run(sql`analyze persons`)
  // Locks the communes as an edit does, in id order: an edit in progress is waited for, and its rows then left alone.
  await tx.run(sql`
    select from communes where departement in (
        select departement from communes where id in (select commune_id from persons))
      or id in (select commune_id from persons) order by id for no key update`)
  const row = await tx.one<Figures>(sql`
    with scope as (
      select id from communes where id in (select commune_id from persons) or departement in (
        select departement from communes where id in (select commune_id from persons))
    ), updated as (
      update elus e set
        nom = case when e.modifie or e.registres = '{}' then e.nom else p.nom end,
        prenom = case when e.modifie or e.registres = '{}' then e.prenom else p.prenom end,
        fonction = case when e.modifie or e.registres = '{}' then e.fonction else p.fonction end,
        debut_mandat = case when e.modifie or e.registres = '{}' then e.debut_mandat
                       else coalesce(p.debut_mandat, e.debut_mandat) end,
        debut_fonction = case when e.modifie or e.registres = '{}' then e.debut_fonction
                         else coalesce(p.debut_fonction, e.debut_fonction) end,
        ordre = case when e.modifie or e.registres = '{}' then e.ordre else p.ordre end,
        modifie = e.modifie or e.registres = '{}',
        registres = case when ${register} = any(e.registres) then e.registres else e.registres || ${register}::text end
      from persons p
      where p.commune_id = e.commune_id and p.cle = e.cle and (
        not ${register} = any(e.registres)
        or (not e.modifie and not e.retire and (e.nom, e.prenom, e.fonction, e.ordre, e.debut_mandat, e.debut_fonction)
            is distinct from (p.nom, p.prenom, p.fonction, p.ordre, coalesce(p.debut_mandat, e.debut_mandat),
                              coalesce(p.debut_fonction, e.debut_fonction))))
      returning e.commune_id
    ), created as (
      insert into elus (commune_id, nom, prenom, fonction, debut_mandat, debut_fonction, ordre, cle, registres)
      select commune_id, nom, prenom, fonction, debut_mandat, debut_fonction, ordre, cle, array[${register}]
      from persons on conflict (commune_id, cle) do nothing
      returning commune_id
    ), absent as (
      select e.id from elus e join scope on scope.id = e.commune_id
      where ${register} = any(e.registres)
        and not exists (select from persons p where p.commune_id = e.commune_id and p.cle = e.cle)
    ), removed as (
      delete from elus using absent where elus.id = absent.id and registres = array[${register}] and (retire or not modifie)
      returning elus.commune_id
    ), left_alone as (
      update elus set registres = array_remove(registres, ${register}) from absent
      where elus.id = absent.id and not (registres = array[${register}] and (retire or not modifie))
      returning elus.id
    ), moved as (
      update communes set elus_version = elus_version + 1
      where id in (select commune_id from updated union select commune_id from created union select commune_id from removed)
    )
    select (select count(*) from created) as created, (select count(*) from updated) as updated,
           (select count(*) from removed) as removed,
           (select count(*) from elus e join scope on scope.id = e.commune_id where e.modifie or e.retire) as kept`)
  return row ?? { created: 0, updated: 0, removed: 0, kept: 0 }
}

export const dateRegister = (tx: Tx, register: Register, day: string) =>
  tx.run(sql`
    insert into elus_registers (register, du) values (${register}, ${day})
    on conflict (register) do update set du = excluded.du`)
