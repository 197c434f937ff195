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
