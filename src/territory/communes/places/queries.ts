import { absentOf } from '../../../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../../../shared/fields/places.ts'
import { assigned, columnsOf } from '../../../kernel/db/columns.ts'
import { type Db, type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import { toldCount } from '../../../kernel/records/small-counts.ts'
import type { AttachedImage } from '../../../media/attached.ts'
import type { CommunePlace } from './shapes.ts'

/** Rows of `commune_places`. A commune without one has the defaults. */

export type StoredPlace = Omit<CommunePlace, 'abonnes' | 'appareils' | 'blason' | 'commune_id' | 'slug'> & {
  readonly blason: AttachedImage | null
}

export const DEFAULT_PLACE: StoredPlace = {
  ...absentOf(PLACE_FIELDS),
  teinte: 'ardoise',
  ouverte: true,
  blason: null,
  version: 1,
}

export const PLACE_COLUMNS = sql`${columnsOf(PLACE_FIELDS)}, blason, version`

export const findPlace = async (db: Db, communeId: string): Promise<StoredPlace> =>
  (await db.one<StoredPlace>(sql`
    select ${PLACE_COLUMNS} from commune_places where commune_id = ${communeId}`)) ?? DEFAULT_PLACE

/** How many devices follow its alerts; null for one to four. */
export async function devicesOf(db: Db, communeId: string): Promise<number | null> {
  const row = await db.one<{ told: number | null }>(sql`
    select ${toldCount(sql`count(*)::int`)} as told from push_subscriptions
    where commune_id = ${communeId} and acteur_id is null`)
  return row?.told ?? null
}

/** The commune is locked, so that two first changes do not meet. */
export async function savePlace(
  tx: Tx,
  communeId: string,
  { blason, ...fields }: StoredPlace,
): Promise<StoredPlace> {
  await tx.run(sql`insert into commune_places (commune_id) values (${communeId}) on conflict do nothing`)
  await tx.run(sql`
    update commune_places set ${assigned(PLACE_FIELDS, fields)}, blason = ${blason && JSON.stringify(blason)}::jsonb
    where commune_id = ${communeId}`)
  return await findPlace(tx, communeId)
}

/** A condition on `communes`: their pages are open to residents. */
export const isOpenPlace = (communeId: Sql): Sql =>
  sql`not exists (select from commune_places closed where closed.commune_id = ${communeId} and not closed.ouverte)`

export interface Blason {
  readonly id: string
  readonly key: string
  readonly blason: object
}

/** The communes whose coat of arms is removed for legal reasons. */
export const takeOffBlasons = (tx: Tx, keys: readonly string[]): Promise<Blason[]> =>
  tx.all<Blason>(sql`
    with shown as materialized (
      select p.commune_id as id, u.media_key as key, p.blason from commune_places p
        join uploads u on u.id = p.blason_upload_id
      where u.media_key = any(${[...keys]}::text[]) order by 1 for no key update of p),
    taken as (update commune_places p set blason = null from shown where p.commune_id = shown.id)
    select id, key, blason from shown order by id`)

/** A commune that has another one since keeps it. */
export const putBackBlasons = async (tx: Tx, blasons: readonly Blason[]): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      update commune_places p set blason = back.blason
      from jsonb_to_recordset(${JSON.stringify(blasons)}::jsonb) as back(id uuid, blason jsonb)
      where p.commune_id = back.id and p.blason is null
        and exists (select from uploads u where u.id = (back.blason ->> 'id')::uuid) returning p.commune_id as id`)
  ).map(({ id }) => id)
