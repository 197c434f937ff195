import { sql, type Tx } from '../../kernel/db/db.ts'

/**
 * Moves claims to the acteur that theirs is merged into, or back if they were not moved since. Their decisions can no
 * longer be undone: the rights were granted in the acteur that they leave.
 */
export const claimsOfActeur = async (tx: Tx, from: string, into: string, only?: readonly string[]) =>
  (
    await tx.all<{ id: string }>(sql`
      with moved as (
        update claims set acteur_id = ${into}
        where acteur_id = ${from} ${only ? sql`and id = any(${[...only]}::uuid[])` : sql``} returning id),
      settled as (delete from claim_decisions d using moved where d.claim_id = moved.id)
      select id from moved`)
  ).map(({ id }) => id)
