import { sql, type Tx } from '../../kernel/db/db.ts'

/** Moves uploads to the acteur that theirs is merged into; files that it has already stay where they are. */
export const uploadsOfActeur = async (tx: Tx, from: string, into: string, only?: readonly string[]) =>
  (
    await tx.all<{ id: string }>(sql`
      update uploads u set acteur_id = ${into}
      where u.acteur_id = ${from} ${only ? sql`and u.id = any(${[...only]}::uuid[])` : sql``}
        and not exists (select from uploads same where same.acteur_id = ${into} and same.media_key = u.media_key)
      returning u.id`)
  ).map(({ id }) => id)

/** Maps uploads that stay with an acteur to uploads of the same files in the other one, created where missing. */
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
