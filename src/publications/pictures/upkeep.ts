import { sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/retention.ts'
import { retention } from '../../retention.ts'

/** The most rows per night. */
const MOST = 20_000
const MOST_AGAIN = 1_000

/**
 * Deletes addresses that no publication names any more, except recently deleted ones. Addresses removed for legal
 * reasons stay known.
 */
export const forgetPictures = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from fetched_pictures where id in (
      select f.id from fetched_pictures f
      where f.reason is distinct from 'removed' and not exists (
        select from publications p where p.picture_id = f.id
          and (p.deleted_at is null or not ${olderThan(retention.fetchedPictures.kept, sql`p.deleted_at`)}))
      limit ${MOST}::int)`)

/** Retries pictures given up for lack of room. */
export const retryPictures = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update fetched_pictures set status = 'waiting', reason = null, attempts = 0, next_try_at = now()
    where id in (
      select id from fetched_pictures where reason = 'storage_full'
      order by answered_at limit ${MOST_AGAIN}::int)`)
