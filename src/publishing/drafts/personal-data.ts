import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** A draft belongs to its author alone until it is sent. */
export const draftData: PersonalData = {
  async export(db, { userId }) {
    return {
      publication_drafts: await db.all(sql`
        select id, acteur_id, publication_id, content, from_mail, created_at, updated_at from publication_drafts
        where user_id = ${userId ?? null} order by created_at, id`),
    }
  },

  async erase(tx, { userId }) {
    return {
      publication_drafts: await tx.run(sql`delete from publication_drafts where user_id = ${userId ?? null}`),
    }
  },
}
