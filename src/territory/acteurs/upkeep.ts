import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'

/** Removes the pictures of deleted acteurs; an acteur restored later has none. */
export const removePicturesOfDeleted = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update acteurs set image = null
    where image is not null and ${olderThan(retention.deletedPictures.kept, sql`deleted_at`)}`)
