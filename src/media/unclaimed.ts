import { raw, sql, type Tx } from '../kernel/db/db.ts'
import type { MediaStore } from './store.ts'

const CLAIMS = {
  media: (key: string) => sql`insert into media (key, kind) values (${key}, 'document')`,
  media_sealed: (key: string) => sql`insert into media_sealed (key) values (${key})`,
}

/**
 * Removes the files of a key that has no row, and no row in a transaction in progress: whoever would store files of this
 * key waits for the row that is inserted here for the time.
 */
export async function removeUnclaimed(
  tx: Tx,
  store: MediaStore,
  table: keyof typeof CLAIMS,
  key: string,
): Promise<boolean> {
  if ((await tx.run(sql`${CLAIMS[table](key)} on conflict (key) do nothing`)) === 0) return false
  await store.remove(key)
  await tx.run(sql`delete from ${raw(table)} where key = ${key}`)
  return true
}
