import type { Database } from '../kernel/db/database.ts'
import { sql, type Tx } from '../kernel/db/db.ts'
import { Problem } from '../kernel/errors.ts'
import { isForgotten } from './forgotten.ts'
import type { KeptImage } from './shown.ts'
import type { MediaStore } from './store.ts'

/** What lies in the store. */

export interface KeptPicture extends KeptImage {
  readonly kind: 'image'
  readonly bytes: number
}
export interface KeptDocument {
  readonly kind: 'document'
  readonly key: string
  readonly bytes: number
}
export type StoredMedia = KeptPicture | KeptDocument

/**
 * Before anything is put under the key: from now on nobody collects it, and whoever is collecting it has done so. It commits
 * by itself; `releaseKey` ends it.
 */
export const reserveKey = (db: Database, { key, kind }: Pick<StoredMedia, 'key' | 'kind'>): Promise<void> =>
  db.transaction(async tx => {
    await tx.run(sql`
      insert into media (key, kind, holds) values (${key}, ${kind}, 1)
      on conflict (key) do update set touched_at = now(), holds = media.holds + 1`)
    // Read once the row is locked: a removal that was under way has committed.
    if (await isForgotten(tx, key)) throw new Problem('file_removed')
  })

/**
 * After the transaction of whoever reserved the key, whether it was refused or not. What nothing refers to by then is removed at
 * once; a process that is killed before leaves it to the nightly collection.
 */
export const releaseKey = (
  db: Database,
  store: MediaStore,
  { key, kind }: Pick<StoredMedia, 'key' | 'kind'>,
) =>
  db.transaction(async tx => {
    // Without a row it was forgotten meanwhile, and the files may have been stored after that: claimed anew to remove them.
    await tx.run(sql`
      insert into media (key, kind) values (${key}, ${kind})
      on conflict (key) do update set holds = greatest(media.holds - 1, 0)`)
    const removed = await tx.run(
      sql`delete from media m where m.key = ${key} and m.holds = 0 and ${isUnwanted}`,
    )
    if (removed > 0) await store.remove(key)
  })

/** Tables that keep a key are named here; the foreign key refuses what is left out. */
export const isUnwanted = sql`
  not exists (select from uploads u where u.media_key = m.key)
  and not exists (select from fetched_pictures f where f.media_key = m.key)`

/** All of it is there. */
export async function saveMedia(tx: Tx, kept: StoredMedia): Promise<void> {
  const { key, bytes } = kept
  const saved = await tx.run(
    kept.kind === 'document'
      ? sql`update media set bytes = ${bytes}, touched_at = now() where key = ${key}`
      : sql`
          update media set bytes = ${bytes}, width = ${kept.width}, height = ${kept.height},
            widths = ${[...kept.widths]}::int[], placeholder = ${kept.placeholder}, touched_at = now()
          where key = ${key}`,
  )
  // Held by its reservation: only a removal for legal reasons takes it away.
  if (saved === 0) throw new Problem('file_removed')
}
