import { sql, type Tx } from '../../kernel/db/db.ts'

/** The pictures of acteurs that are removed for legal reasons, and brought back. */

export interface ActeurPicture {
  readonly id: string
  readonly key: string
  readonly image: object
}

export const takeOffActeurs = (tx: Tx, keys: readonly string[]): Promise<ActeurPicture[]> =>
  tx.all<ActeurPicture>(sql`
    with shown as materialized (
      select a.id, u.media_key as key, a.image from acteurs a join uploads u on u.id = a.image_upload_id
      where u.media_key = any(${[...keys]}::text[]) order by a.id for no key update of a),
    taken as (update acteurs a set image = null from shown where a.id = shown.id)
    select id, key, image from shown order by id`)

/** An acteur that has another picture since keeps it. */
export const putBackActeurs = async (tx: Tx, pictures: readonly ActeurPicture[]): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      update acteurs a set image = back.image
      from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as back(id uuid, image jsonb)
      where a.id = back.id and a.image is null
        and exists (select from uploads u where u.id = (back.image ->> 'id')::uuid) returning a.id`)
  ).map(({ id }) => id)
