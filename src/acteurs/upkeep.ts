import { sql, type Tx } from '../kernel/db/db.ts'
import { olderThan } from '../kernel/retention.ts'
import { retention } from '../retention.ts'

/** The picture of a deleted acteur: brought back later, it comes without. */
export const letGoOfPictures = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update acteurs set image = null
    where image is not null and ${olderThan(retention.deletedPictures.kept, sql`deleted_at`)}`)
