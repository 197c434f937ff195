import { sql, type Tx } from '../kernel/db/db.ts'

/** Waits for transactions that attach one of them; nobody can attach one afterwards. */
export const lockUploadsOf = (tx: Tx, keys: readonly string[]) =>
  tx.run(sql`select from uploads where media_key = any(${[...keys]}::text[]) order by id for update`)

export const deleteUploadsOf = (tx: Tx, keys: readonly string[]) =>
  tx.run(sql`delete from uploads where media_key = any(${[...keys]}::text[])`)
