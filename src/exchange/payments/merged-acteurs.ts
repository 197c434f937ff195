import { sql, type Tx } from '../../kernel/db/db.ts'

/** Moves subscriptions with a merged acteur, and back when the merge is undone, except those moved again since. */
export const subscriptionsOfActeur = async (tx: Tx, from: string, into: string, only?: readonly string[]) =>
  (
    await tx.all<{ id: string }>(sql`
      update subscriptions set acteur_id = ${into}
      where acteur_id = ${from} ${only ? sql`and id = any(${[...only]}::uuid[])` : sql``} returning id`)
  ).map(({ id }) => id)
