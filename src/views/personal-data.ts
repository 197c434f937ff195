import { sql } from '../kernel/db/db.ts'
import type { PersonalData } from '../kernel/personal-data.ts'

/** Names and filters of a user's saved lists. */
export const viewData: PersonalData = {
  async export(db, { userId }) {
    return {
      views: await db.all(sql`
        select id, area, nom, address, shared, created_at from views where user_id = ${userId ?? null}
        order by created_at, id`),
    }
  },

  async erase(tx, { userId }) {
    return { views: await tx.run(sql`delete from views where user_id = ${userId ?? null}`) }
  },
}
