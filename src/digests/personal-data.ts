import { sql } from '../kernel/db/db.ts'
import type { PersonalData } from '../kernel/personal-data.ts'

/** How often a user wants a digest. */
export const digestData: PersonalData = {
  async export(db, { userId }) {
    return {
      digests: await db.all(sql`select frequency, next_at from digests where user_id = ${userId ?? null}`),
    }
  },

  async erase(tx, { userId }) {
    return { digests: await tx.run(sql`delete from digests where user_id = ${userId ?? null}`) }
  },
}
