import { sql, type Tx } from '../../kernel/db/db.ts'
import { retention } from '../../retention.ts'

/** A night's share. */
const MOST = 20_000

/** Addresses that no publication names any more, but for those that were deleted lately: their pictures go with them. */
export const forgetPictures = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from fetched_pictures where id in (
      select f.id from fetched_pictures f
      where not exists (
        select from publications p where p.picture_id = f.id
          and (p.deleted_at is null or p.deleted_at > now() - ${retention.fetchedPictures.kept}::interval))
      limit ${MOST}::int)`)
