import { sql } from '../kernel/db.ts'
import type { PersonalData } from '../kernel/personal-data.ts'

/** Whoever is the public contact of an acteur by their own address. */
export const acteurData: PersonalData = {
  async export(db, { addresses }) {
    return {
      acteurs_reached_there: await db.all(sql`
        select id, nom, email, updated_at from acteurs where lower(email) = any(${[...addresses]}) order by id`),
    }
  },

  async erase(tx, { addresses }) {
    const acteurs = await tx.run(
      sql`update acteurs set email = null where lower(email) = any(${[...addresses]})`,
    )
    return { acteurs }
  },
}
