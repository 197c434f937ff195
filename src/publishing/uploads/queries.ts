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

/** Keeps an upload that was sent again for another day; false if the sweep has removed it meanwhile. */
export const wantAgain = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`update uploads set sent_at = now() where id = ${id}`)) > 0

////////////////////////////////////////////////////////////////////////////// in the file of a commune

export interface FiledUpload {
  readonly id: string
  readonly acteur_id: string | null
  readonly kind: StoredMedia['kind']
  readonly name: string | null
  readonly created_at: string
  readonly key: string
  /** The width of the largest file of a picture; null for documents. */
  readonly width: number | null
}

export const uploadsToFile = (db: Db, ids: readonly string[]) =>
  db.all<FiledUpload>(sql`
    select u.id, u.acteur_id, m.kind, u.name, u.created_at, m.key, m.widths[cardinality(m.widths)] as width
    from uploads u join media m on m.key = u.media_key
    where u.id = any(${[...ids]}::uuid[]) and m.bytes is not null order by u.id`)

export const uploadsHere = (db: Db, ids: readonly string[]) =>
  db.all<{ id: string; acteur_id: string | null }>(sql`
    select id, acteur_id from uploads where id = any(${[...ids]}::uuid[])`)

/** With their ids, before the acteurs that they belong to: see `giveUploads`. */
export const insertFiledUploads = (
  tx: Tx,
  rows: readonly {
    readonly id: string
    readonly name: string | null
    readonly created_at: string
    readonly media_key: string
  }[],
) =>
  tx.run(sql`
    insert into uploads (id, media_key, name, created_at)
    select r.id, r.media_key, r.name, r.created_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, media_key text, name text, created_at timestamptz)`)

/** An acteur and its picture name each other, so uploads get their acteur last. */
export const giveUploads = (
  tx: Tx,
  rows: readonly { readonly id: string; readonly acteur_id: string | null }[],
) =>
  tx.run(sql`
    update uploads u set acteur_id = r.acteur_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, acteur_id uuid) where u.id = r.id`)

type Attachable = Pick<
  Row,
  'id' | 'name' | 'key' | 'kind' | 'bytes' | 'width' | 'height' | 'widths' | 'placeholder'
>
/** What content that shows them holds of them. */
export const uploadsToAttach = async (db: Db, ids: readonly string[]): Promise<Map<string, Attachable>> =>
  new Map(
    (
      await db.all<Attachable>(sql`
      select ${columns} from uploads u join media m on m.key = u.media_key where u.id = any(${[...ids]}::uuid[])`)
    ).map(row => [row.id, row]),
  )
