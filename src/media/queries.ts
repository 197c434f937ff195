import type { Database } from '../kernel/db/database.ts'
import { sql, type Tx } from '../kernel/db/db.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { isForgotten } from './forgotten.ts'
import type { KeptImage } from './shown.ts'
import type { MediaStore } from './store.ts'

/** Rows of stored content. */

export interface KeptPicture extends KeptImage {
  readonly kind: 'image'
  readonly bytes: number
}
interface KeptDocument {
  readonly kind: 'document'
  readonly key: string
  readonly bytes: number
}
export type StoredMedia = KeptPicture | KeptDocument

/**
 * Reserves a key before its files are written: no collection removes it from now on, and one in progress has finished.
 * Commits on its own; `releaseKey` ends the reservation.
 */
export const reserveKey = (db: Database, { key, kind }: Pick<StoredMedia, 'key' | 'kind'>): Promise<void> =>
  db.transaction(async tx => {
    await tx.run(sql`
      insert into media (key, kind, holds) values (${key}, ${kind}, 1)
      on conflict (key) do update set touched_at = now(), holds = media.holds + 1`)
    // Read after locking the row, when a concurrent removal has committed.
    if (await isForgotten(tx, key)) throw new Problem('file_removed')
  })

/**
 * Ends the reservation after the reserving transaction, committed or not, and removes content that nothing refers to.
 * If the process is killed before, the nightly collection removes it.
 */
export const releaseKey = (
  db: Database,
  store: MediaStore,
  { key, kind }: Pick<StoredMedia, 'key' | 'kind'>,
) =>
  db.transaction(async tx => {
    // The row is missing when the content was forgotten meanwhile. Inserts it again, so that files stored after that
    // are removed.
    await tx.run(sql`
      insert into media (key, kind) values (${key}, ${kind})
      on conflict (key) do update set holds = greatest(media.holds - 1, 0)`)
    const removed = await tx.run(
      sql`delete from media m where m.key = ${key} and m.holds = 0 and ${isUnwanted}`,
    )
    if (removed > 0) await store.remove(key)
  })

/** Lists every table with a media key; a foreign key refuses the deletion if one is missing here. */
export const isUnwanted = sql`
  not exists (select from uploads u where u.media_key = m.key)
  and not exists (select from fetched_files f where f.media_key = m.key)`

/** Called when all files are stored. */
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
  // The reservation protects the row from all but a removal for legal reasons.
  if (saved === 0) throw new Problem('file_removed')
}

/** Returns what was known of contents whose files were complete. */
export const deleteMedia = async (tx: Tx, keys: readonly string[]): Promise<readonly StoredMedia[]> =>
  (
    await tx.all<StoredMedia>(sql`
      delete from media where key = any(${[...keys]}::text[])
      returning key, kind, bytes, width, height, widths, placeholder`)
  ).filter(({ bytes }) => bytes !== null)

/** Before its files are stored: until the commit, whoever would store or remove files of this key waits. */
export async function insertMedia(tx: Tx, kept: StoredMedia): Promise<void> {
  await tx.run(sql`insert into media (key, kind) values (${kept.key}, ${kept.kind})`)
  await saveMedia(tx, kept)
}

/** On trial, without files: the row may be there, of an import that was killed. */
export async function insertMediaOnTrial(tx: Tx, kept: StoredMedia): Promise<void> {
  await tx.run(sql`insert into media (key, kind) values (${kept.key}, ${kept.kind}) on conflict do nothing`)
  await saveMedia(tx, kept)
}
