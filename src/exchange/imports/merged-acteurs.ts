import { sql, type Tx } from '../../kernel/db/db.ts'

/** Moves import sources when acteurs are merged; `only`: back again, those that nobody moved since. */
export const importSourcesOfActeur = async (tx: Tx, from: string, into: string, only?: readonly string[]) =>
  (
    await tx.all<{ id: string }>(sql`
      update import_sources set acteur_id = ${into}
      where acteur_id = ${from} ${only ? sql`and id = any(${[...only]}::uuid[])` : sql``} returning id`)
  ).map(({ id }) => id)
