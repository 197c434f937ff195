import { sql, type Tx } from '../kernel/db/db.ts'

/** What is being written for an acteur follows it into the one it is put together with. */
export const draftsOfActeur = async (tx: Tx, from: string, into: string, only?: readonly string[]) =>
  (
    await tx.all<{ id: string }>(sql`
      update publication_drafts set acteur_id = ${into}
      where acteur_id = ${from} ${only ? sql`and id = any(${[...only]}::uuid[])` : sql``} returning id`)
  ).map(({ id }) => id)
