import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'

/** Removes who contested and all words; what was contested and the outcome stay. */
export const forgetAppellants = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update appeals set user_id = null, email = null, message = null, answer = null, reason = null
    where num_nonnulls(user_id, email, message, answer, reason) > 0
      and ${olderThan(retention.appellants.kept, sql`answered_at`)}`)
