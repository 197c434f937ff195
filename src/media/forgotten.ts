import { type Db, sql, type Tx } from '../kernel/db/db.ts'

/** Remembers the keys of content removed for legal reasons, so that the same bytes are never stored again. */

export const isForgotten = async (db: Db, key: string): Promise<boolean> =>
  (await db.one(sql`select from media_forgotten where key = ${key}`)) !== undefined

/**
 * Locks the rows first: an upload in progress either waits and finds the key forgotten, or is seen by the deletion that
 * follows.
 */
export async function lockForgotten(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.run(sql`select from media where key = any(${[...keys]}::text[]) order by key for update`)
  await tx.run(sql`
    insert into media_forgotten (key) select unnest(${[...keys]}::text[]) order by 1 on conflict do nothing`)
}

export const deleteMedia = (tx: Tx, keys: readonly string[]) =>
  tx.run(sql`delete from media where key = any(${[...keys]}::text[])`)
