import { retention } from '../../../foundation/retention.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import { olderThan } from '../../../kernel/records/retention.ts'

/** The most rows per night. */
const MOST = 20_000
const MOST_AGAIN = 1_000

const isThere = sql`
  (p.deleted_at is null or not ${olderThan(retention.fetchedFiles.kept, sql`p.deleted_at`)})`

/**
 * Deletes addresses that no publication and no imported item names any more, except recently deleted ones. Addresses
 * removed for legal reasons stay known.
 */
export const forgetFetchedFiles = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from fetched_files where id in (
      select f.id from fetched_files f
      where f.reason is distinct from 'removed' and not exists (
        select from publications p where p.picture_id = f.id
          and ${isThere})
        and not exists (
          select from import_files w join import_items i using (source_id, external_id)
            join publications p on p.id = i.publication_id
          where w.file_id = f.id and ${isThere})
      limit ${MOST}::int)`)

/** Retries files given up for lack of room. */
export const retryFetchedFiles = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update fetched_files set status = 'waiting', reason = null, attempts = 0, next_try_at = now()
    where id in (
      select id from fetched_files where reason = 'storage_full'
      order by answered_at limit ${MOST_AGAIN}::int)`)
