import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** Which mails about their work a user wants, and when they got one about alerts. */
export const digestData: PersonalData = {
  async export(db, { userId }) {
    return {
      digests: await db.all(
        sql`select frequency, next_at, alerts, alerts_sent from digests where user_id = ${userId ?? null}`,
      ),
      author_news: await db.all(
        sql`select wanted, sent_at from author_news where user_id = ${userId ?? null}`,
      ),
    }
  },

  async erase(tx, { userId }) {
    return {
      digests: await tx.run(sql`delete from digests where user_id = ${userId ?? null}`),
      author_news: await tx.run(sql`delete from author_news where user_id = ${userId ?? null}`),
    }
  },
}
