import { sql } from '../kernel/db.ts'
import type { PersonalData } from '../kernel/personal-data.ts'

/** What somebody wrote is the acteur's, and stays; that they reported something is theirs, and goes. */
export const publicationData: PersonalData = {
  async export(db, { userId, addresses }) {
    return {
      publications: await db.all(sql`
        select id, acteur_id, title, body, moderation_status, created_at, deleted_at
        from publications where created_by = ${userId ?? null} order by created_at, id`),
      publication_reports: await db.all(sql`
        select id, publication_id, reason, message, email, created_at, closed_at, outcome
        from publication_reports
        where reporter = ${`user:${userId ?? ''}`} or lower(email) = any(${[...addresses]}) order by id`),
    }
  },

  async erase(tx, { userId, addresses }) {
    const publication_reports = await tx.run(sql`
      update publication_reports set email = null, message = null, reporter = null
      where reporter = ${`user:${userId ?? ''}`} or lower(email) = any(${[...addresses]})`)
    return { publication_reports }
  },
}
