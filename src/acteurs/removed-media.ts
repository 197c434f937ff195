import { sql, type Tx } from '../kernel/db/db.ts'

/** The acteurs whose picture is removed for legal reasons. */
export const takeOffActeurs = async (tx: Tx, keys: readonly string[]): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      update acteurs a set image = null from uploads u
      where u.id = a.image_upload_id and u.media_key = any(${[...keys]}::text[]) returning a.id`)
  ).map(({ id }) => id)
