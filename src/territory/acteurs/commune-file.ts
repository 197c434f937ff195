import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { columnsOf, typed } from '../../kernel/db/columns.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'

/** Acteurs in the file of a commune (`src/office/commune-file`): as they leave, and as they come back. */

const { commune_id: _own, commune_ids: _zone, fermetures: _closings, ...texts } = ACTEUR_FIELDS
const TEXTS = Object.fromEntries(Object.keys(texts).map(name => [name, 'text'])) as Readonly<
  Record<keyof typeof texts, 'text'>
>
const KEPT = {
  fermetures: 'jsonb',
  valide: 'boolean',
  valide_le: 'timestamptz',
  badge: 'text',
  active: 'boolean',
  can_publish: 'boolean',
  deleted_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  version: 'int',
} as const

/** `merged_into`: the one at the end of several merges. */
const filed = sql`
  select a.id, ${columnsOf(TEXTS, 'a')},
    (select coalesce(c.code_insee, c.slug) from communes c where c.id = a.commune_id) as commune,
    array(select coalesce(c.code_insee, c.slug) from acteur_communes z join communes c on c.id = z.commune_id
          where z.acteur_id = a.id and z.commune_id is distinct from a.commune_id
          order by 1) as communes,
    case when a.image is not null then jsonb_build_object('id', a.image ->> 'id', 'alt', a.image ->> 'alt') end as image,
    ${columnsOf(KEPT, 'a')},
    (with recursive way (id, merged_into) as (
       select b.id, b.merged_into from acteurs b where b.id = a.merged_into
       union select b.id, b.merged_into from acteurs b join way on b.id = way.merged_into)
     select id from way where merged_into is null) as merged_into
  from acteurs a`

interface FiledActeur {
  readonly id: string
  readonly merged_into: string | null
  readonly [field: string]: unknown
}

/**
 * Those of a commune, its town hall, who published for it, and those merged into any of them, whose addresses lead there. A
 * deleted one is left out unless its publications are there.
 */
const ofCommune = (communeId: string): Sql => sql`
  with recursive named (id) as (
    select id from acteurs where commune_id = ${communeId} and deleted_at is null
    union select mairie_actor_id from communes where id = ${communeId} and mairie_actor_id is not null
    union select acteur_id from publications p
      where p.commune_id = ${communeId} and p.deleted_at is null and acteur_id is not null),
  kept (id) as (
    select id from named
    union select other.id from kept join acteurs a on a.id = kept.id
      join acteurs other on other.merged_into = a.id or other.id = a.merged_into)
  select id from kept`

/** Those that others were merged into first. */
export const acteursToFile = async (db: Db, communeId: string): Promise<string[]> =>
  (
    await db.all<{ id: string }>(sql`
      select id from acteurs where id in (${ofCommune(communeId)}) order by merged_into is not null, id`)
  ).map(({ id }) => id)

export const acteursHere = async (db: Db, ids: readonly string[]): Promise<FiledActeur[]> =>
  (
    await db.all<{ row: FiledActeur }>(sql`
      select to_jsonb(r) as row from (${filed} where a.id = any(${[...ids]}::uuid[])) r
      join unnest(${[...ids]}::uuid[]) with ordinality as asked(id, n) on asked.id = r.id order by n`)
  ).map(({ row }) => row)

const FILED = {
  id: 'uuid',
  commune_id: 'uuid',
  ...TEXTS,
  image: 'jsonb',
  ...KEPT,
  merged_into: 'uuid',
} as const
export type FiledActeurRow = Readonly<Record<keyof typeof FILED, unknown>> & {
  /** Further communes. */
  readonly zone: readonly string[]
}

/** With their ids, and nobody as member. */
export async function insertFiledActeurs(tx: Tx, rows: readonly FiledActeurRow[]): Promise<void> {
  const given = JSON.stringify(rows)
  await tx.run(sql`
    insert into acteurs (${columnsOf(FILED)})
    select ${columnsOf(FILED)} from jsonb_to_recordset(${given}::jsonb) as r(${typed(FILED)})`)
  await tx.run(sql`
    insert into acteur_communes (acteur_id, commune_id)
    select r.id, unnest(r.zone) from jsonb_to_recordset(${given}::jsonb) as r(id uuid, zone uuid[])`)
}

/** Which of these slugs and numbers another acteur has already. */
export const takenNames = (
  db: Db,
  names: readonly {
    readonly id: string
    readonly slug: string
    readonly siret: string | null
    readonly rna: string | null
  }[],
) =>
  db.all<{ id: string; here: string; slug: boolean; siret: boolean; rna: boolean }>(sql`
    select r.id, a.id as here, a.slug = r.slug as slug, coalesce(a.siret = r.siret, false) as siret,
      coalesce(a.rna = r.rna, false) as rna
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as r(id uuid, slug text, siret text, rna text)
    join acteurs a on a.id <> r.id and (a.slug = r.slug or a.siret = r.siret or a.rna = r.rna)`)
