import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** What a person wrote to contest a decision, and was answered. */
export const appealData: PersonalData = {
  async export(db, { userId, addresses }) {
    return {
      appeals: await db.all(sql`
        select id, kind, publication_id, claim_id, decision, decided_at, status, email, message, reason, answer, answered_at, created_at
        from appeals where user_id = ${userId ?? null} or lower(email) = any(${[...addresses]})
        order by created_at, id`),
    }
  },

  /** The appeal and its outcome stay, and are counted. One that waits is closed: nobody could be told the outcome. */
  async erase(tx, { userId, addresses }) {
    await tx.run(sql`
      delete from appeal_outcomes where appeal_id in (
        select id from appeals where user_id = ${userId ?? null} or lower(email) = any(${[...addresses]}))`)
    const appeals = await tx.run(sql`
      update appeals set user_id = null, email = null, message = null, answer = null, reason = null,
        answered_at = coalesce(answered_at, now()),
        status = case when status = 'pending' then 'closed' else status end
      where user_id = ${userId ?? null} or lower(email) = any(${[...addresses]})`)
    return { appeals }
  },

  naming: [{ table: 'appeals', columns: { reason: 'text', answer: 'text' } }],
}
