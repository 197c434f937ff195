import { sql, type Tx } from '../kernel/db/db.ts'

/** Publications follow an acteur that is put together with another one, and back again where nobody moved them since. */
export const publicationsOfActeur = async (tx: Tx, from: string, into: string, only?: readonly string[]) =>
  (
    await tx.all<{ id: string }>(sql`
      update publications set acteur_id = ${into}
      where acteur_id = ${from} ${only ? sql`and id = any(${[...only]}::uuid[])` : sql``} returning id`)
  ).map(({ id }) => id)
