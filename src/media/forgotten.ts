import type { Database } from '../kernel/db/database.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import type { MediaStore } from './store.ts'
import { removeUnclaimed } from './unclaimed.ts'

/** Remembers the keys of content removed for legal reasons, so that the same bytes are never stored again. */

export const isForgotten = async (db: Db, key: string): Promise<boolean> =>
  (await db.one(sql`select from media_forgotten where key = ${key}`)) !== undefined

/** Removals of a key, and bringing it back, run one after the other. */
export async function lockKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted())
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`media ${key}`}, 0))`)
}

/**
 * Locks the rows first: an upload in progress either waits and finds the key forgotten, or is seen by the deletion that
 * follows.
 */
export async function lockForgotten(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.run(sql`select from media where key = any(${[...keys]}::text[]) order by key for update`)
  await tx.run(sql`
    insert into media_forgotten (key) select unnest(${[...keys]}::text[]) order by 1
    on conflict (key) do update set files_deleted_at = null`)
}

/**
 * Deletes the files of removed content. It follows the commit of the removal: a process killed before leaves a removal
 * that did not happen, one killed after leaves this to the job `media.forgotten`.
 */
export async function deleteForgottenFiles(
  db: Database,
  store: MediaStore,
  only?: readonly string[],
): Promise<void> {
  const waiting = await db.pool.all<{ key: string }>(sql`
    select key from media_forgotten
    where files_deleted_at is null ${only ? sql`and key = any(${[...only]}::text[])` : sql``}
    order by key limit ${AT_ONCE}::int`)
  const failures: unknown[] = []
  for (const { key } of waiting)
    await db
      .transaction(async tx => {
        if (await removeUnclaimed(tx, store, 'media', key))
          await tx.run(sql`update media_forgotten set files_deleted_at = now() where key = ${key}`)
      })
      .catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
const AT_ONCE = 1_000

/** Files are about to come back: if that ends halfway, the job `media.forgotten` deletes them again. */
export const expectFiles = (db: Db, key: string) =>
  db.run(sql`update media_forgotten set files_deleted_at = null where key = ${key}`)

/** Ends the refusal of the same bytes. */
export const takeAgain = (tx: Tx, key: string) => tx.run(sql`delete from media_forgotten where key = ${key}`)
