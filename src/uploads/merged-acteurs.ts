import { sql, type Tx } from '../kernel/db/db.ts'

/** What was sent follows an acteur that is put together with another one; what that one has sent as well stays where it is. */
export const uploadsOfActeur = async (tx: Tx, from: string, into: string, only?: readonly string[]) =>
  (
    await tx.all<{ id: string }>(sql`
      update uploads u set acteur_id = ${into}
      where u.acteur_id = ${from} ${only ? sql`and u.id = any(${[...only]}::uuid[])` : sql``}
        and not exists (select from uploads same where same.acteur_id = ${into} and same.media_key = u.media_key)
      returning u.id`)
  ).map(({ id }) => id)

/**
 * Of these uploads, those that stay with an acteur while what names them goes to another: the other has the same file under an id
 * of its own, made where it has none yet.
 */
export async function sameUploadsOf(
  tx: Tx,
  from: string,
  into: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const named = sql`u.acteur_id = ${from} and u.id = any(${[...ids]}::uuid[])`
  await tx.run(sql`
    insert into uploads (acteur_id, media_key, name, created_by)
    select ${into}, u.media_key, u.name, u.created_by from uploads u where ${named} order by u.id
    on conflict on constraint uploads_once do nothing`)
  const same = await tx.all<{ id: string; other: string }>(sql`
    select u.id, same.id as other from uploads u
      join uploads same on same.acteur_id = ${into} and same.media_key = u.media_key
    where ${named}`)
  return new Map(same.map(({ id, other }) => [id, other]))
}
