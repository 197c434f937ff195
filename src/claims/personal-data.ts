import { sql } from '../kernel/db/db.ts'
import type { PersonalData } from '../kernel/personal-data.ts'
import { personalColumns, withoutPersonal } from './queries.ts'

/** Erases message, contacts and note of the claimant; the claim and its decision stay. */
export const claimData: PersonalData = {
  async export(db, { userId, addresses }) {
    return {
      claims: await db.all(sql`
        select id, acteur_id, status, ${personalColumns}, created_at, decided_at
        from claims where claimant_user_id = ${userId ?? null} or lower(email) = any(${[...addresses]})
        order by created_at, id`),
    }
  },

  /** A pending claim expires, which frees the acteur. */
  async erase(tx, { userId, addresses }) {
    const claims = await tx.run(sql`
      update claims set ${withoutPersonal}, claimant_user_id = null,
        expires_at = case when status = 'pending' then now() else expires_at end,
        status = case when status = 'pending' then 'expired' else status end
      where claimant_user_id = ${userId ?? null} or lower(email) = any(${[...addresses]})`)
    return { claims }
  },
}
