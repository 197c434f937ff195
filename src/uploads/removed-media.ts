import { sql, type Tx } from '../kernel/db/db.ts'

/** Whoever attaches one of them at this moment is waited for; nobody attaches one from now on. */
export const lockUploadsOf = (tx: Tx, keys: readonly string[]) =>
  tx.run(sql`select from uploads where media_key = any(${[...keys]}::text[]) order by id for update`)

export const deleteUploadsOf = (tx: Tx, keys: readonly string[]) =>
  tx.run(sql`delete from uploads where media_key = any(${[...keys]}::text[])`)
