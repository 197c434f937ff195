import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** Keys that a person made. They are revoked with the person's account. */
export const keyData: PersonalData = {
  async export(db, { userId }) {
    return {
      api_keys: await db.all(sql`
        select id, nom, prefix, scopes, acteur_id, created_at, expires_at, last_used_at, revoked_at
        from api_keys where created_by = ${userId ?? null} order by created_at, id`),
    }
  },

  async erase(tx, { userId }) {
    await tx.run(sql`update api_keys set revoked_by = null where revoked_by = ${userId ?? null}`)
    return {
      api_keys: await tx.run(sql`
        update api_keys set revoked_at = coalesce(revoked_at, now()), created_by = null, nom = 'Clé effacée'
        where created_by = ${userId ?? null}`),
    }
  },
}
