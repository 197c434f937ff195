import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'
import { olderThan } from '../../kernel/records/retention.ts'

/** What owners answered about claims. */
export const claimAnswerData: PersonalData = {
  async export(db, { userId }) {
    return {
      claim_owner_answers: await db.all(sql`
        select claim_id, agrees, answered_at from claim_owner_answers where user_id = ${userId ?? null}
        order by claim_id`),
    }
  },

  async erase(tx, { userId }) {
    return {
      claim_owner_answers: await tx.run(
        sql`delete from claim_owner_answers where user_id = ${userId ?? null}`,
      ),
    }
  },
}

/** Deletes the answers with what the claimant wrote. */
export const forgetOwnerAnswers = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from claim_owner_answers o using claims c
    where c.id = o.claim_id and c.status <> 'pending'
      and ${olderThan(retention.claimants.kept, sql`coalesce(c.decided_at, c.expires_at)`)}`)
