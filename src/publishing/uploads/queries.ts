import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { found } from '../../kernel/refusals/errors.ts'
import type { StoredMedia } from '../../media/queries.ts'
import type { Upload } from '../../media/shapes.ts'
import { documentOf, imageOf } from '../../media/shown.ts'

/** Rows of uploads: which file, for which acteur. */

interface Row {
  readonly id: string
  readonly acteur_id: string
  readonly name: string | null
  readonly created_at: string
  readonly key: string
  readonly kind: StoredMedia['kind']
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly widths: readonly number[]
  readonly placeholder: string
}
const columns = sql`
  u.id, u.acteur_id, u.name, u.created_at, m.key, m.kind, m.bytes, m.width, m.height, m.widths, m.placeholder`

/** The acteur's upload with this content. */
export const findUpload = (db: Db, acteurId: string, key: string) =>
  db.one<Row>(sql`
    select ${columns} from uploads u join media m on m.key = u.media_key
    where u.acteur_id = ${acteurId} and u.media_key = ${key}`)

/** Those of these uploads that belong to these acteurs. */
export const findUploads = (db: Db, acteurIds: readonly string[], ids: readonly string[]) =>
  db.all<Row>(sql`
    select ${columns} from uploads u join media m on m.key = u.media_key
    where u.id = any(${[...ids]}::uuid[]) and u.acteur_id = any(${[...acteurIds]}::uuid[])`)

export const recordOf = (row: Row, address: string): Upload => {
  const { id, acteur_id, kind, bytes, created_at, key } = row
  return {
    id,
    acteur_id,
    kind,
    bytes,
    created_at,
    image: kind === 'image' ? imageOf(id, row, address) : null,
    document: kind === 'document' ? documentOf(id, { key, bytes, name: row.name ?? '' }, address) : null,
  }
}

interface NewUpload {
  readonly acteurId: string
  readonly key: string
  readonly name: string | null
  /** Null for an API key. */
  readonly by: string | null
}
/** Undefined if it was uploaded before. */
export const insertUpload = (tx: Tx, { acteurId, key, name, by }: NewUpload) =>
  tx.one<{ id: string }>(sql`
    insert into uploads (acteur_id, media_key, name, created_by) values (${acteurId}, ${key}, ${name}, ${by})
    on conflict on constraint uploads_once do nothing returning id`)

/** The upload of a fetched file; the one that is there already, if any. */
export const fetchedUpload = async (
  tx: Tx,
  { acteurId, key, name }: Omit<NewUpload, 'acteurId' | 'by'> & { readonly acteurId: string | null },
): Promise<string> =>
  found(
    await tx.one<{ id: string }>(sql`
      insert into uploads (acteur_id, media_key, name) values (${acteurId}, ${key}, ${name})
      on conflict on constraint uploads_once do update set sent_at = now() returning id`),
  ).id

/** Keeps an upload sent again for another day; false if it was collected meanwhile. */
export const wantAgain = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`update uploads set sent_at = now() where id = ${id}`)) > 0
