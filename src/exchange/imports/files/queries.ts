import type { PictureRefusal } from '../../../../shared/words/publications.ts'
import { type Db, sql, type Tx } from '../../../kernel/db/db.ts'
import type { AttachedDocument, AttachedImage } from '../../../media/attached.ts'
import type { ItemFile } from './wanted.ts'

/** The files of imported items, with what was fetched of them. */

export interface Item {
  readonly source_id: string
  readonly external_id: string
}
const of = ({ source_id, external_id }: Item) =>
  sql`w.source_id = ${source_id} and w.external_id = ${external_id}`

/** Content that is not attached yet, or an outcome that is final and not recorded. */
const hasNews = sql`(
  (f.media_key is not null and w.media_key is distinct from f.media_key)
  or (f.status <> 'waiting' and (f.reason is distinct from 'storage_full' or w.reason is distinct from f.reason)))`

/**
 * Items whose files have news, in order, while no other file of theirs is about to be requested: a publication gets its
 * files in one change.
 */
export const itemsReady = (db: Db, after: Item | undefined) =>
  db.all<Item>(sql`
    select distinct w.source_id, w.external_id from import_files w join fetched_files f on f.id = w.file_id
    where w.pending and ${hasNews}
      ${after ? sql`and (w.source_id, w.external_id) > (${after.source_id}::uuid, ${after.external_id})` : sql``}
      and not exists (
        select from import_files other join fetched_files due on due.id = other.file_id
        where other.source_id = w.source_id and other.external_id = w.external_id and other.pending
          and due.status = 'waiting' and due.next_try_at <= now())
    order by 1, 2 limit 50`)

export const publicationOf = async (db: Db, item: Item): Promise<string | null> =>
  (
    await db.one<{ publication_id: string | null }>(
      sql`select publication_id from import_items w where ${of(item)}`,
    )
  )?.publication_id ?? null

/** Whether a person has edited the publication since the import. */
export const wasEdited = async (db: Db, item: Item): Promise<boolean> =>
  (await db.one(sql`
    select from import_items w join publications p on p.id = w.publication_id
    where ${of(item)} and p.edited_at = w.edited_at`)) === undefined

export interface FetchedFile extends ItemFile {
  readonly run_id: string | null
  /** What was attached, and the failure that was logged. */
  readonly media_key: string | null
  readonly reason: PictureRefusal | null
  /** What was fetched. A file that is known as another kind is of no use. */
  readonly fetched_kind: ItemFile['kind']
  readonly fetched_key: string | null
  readonly fetched_reason: PictureRefusal | null
  readonly image: AttachedImage | null
  readonly document: Pick<AttachedDocument, 'key' | 'bytes'> | null
}
export const fetchedFilesOf = (tx: Tx, item: Item) =>
  tx.all<FetchedFile>(sql`
    select w.kind, f.url, w.name, w.link_added, w.position, w.run_id, w.media_key, w.reason, f.kind as fetched_kind,
      f.media_key as fetched_key, f.reason as fetched_reason, f.image, f.document
    from import_files w join fetched_files f on f.id = w.file_id where ${of(item)} order by w.position`)

/** Keeps looking at files that are requested again: they may change, or there may be room for them one night. */
export const saveOutcomes = (tx: Tx, item: Item) =>
  tx.run(sql`
    update import_files w set reason = f.reason, media_key = case when f.kind = w.kind then f.media_key end,
      pending = f.status = 'waiting' or f.reason is not distinct from 'storage_full'
    from fetched_files f where f.id = w.file_id and ${of(item)}`)

export const forgetFilesOf = (tx: Tx, item: Item) => tx.run(sql`delete from import_files w where ${of(item)}`)
