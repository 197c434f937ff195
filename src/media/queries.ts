import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import type { KeptImage } from './shown.ts'

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
export type Kept = KeptPicture | KeptDocument

/**
 * Before anything is put under the key: from now on nobody collects it, and whoever is collecting it has done so. It commits
 * by itself.
 */
export const reserveKey = (db: Db, { key, kind }: Pick<Kept, 'key' | 'kind'>) =>
  db.run(sql`
    insert into media (key, kind) values (${key}, ${kind}) on conflict (key) do update set touched_at = now()`)

/** All of it is there. */
export async function saveMedia(tx: Tx, kept: Kept): Promise<void> {
  const { key, bytes } = kept
  await tx.run(
    kept.kind === 'document'
      ? sql`update media set bytes = ${bytes}, touched_at = now() where key = ${key}`
      : sql`
          update media set bytes = ${bytes}, width = ${kept.width}, height = ${kept.height},
            widths = ${[...kept.widths]}::int[], placeholder = ${kept.placeholder}, touched_at = now()
          where key = ${key}`,
  )
}
