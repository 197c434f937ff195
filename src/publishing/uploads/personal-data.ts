import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** Pictures and documents belong to the acteur and stay, without the uploader. */
export const uploadData: PersonalData = {
  async export(db, { userId }) {
    return {
      uploads: await db.all(sql`
        select u.id, u.acteur_id, m.kind, u.name, m.bytes, u.created_at
        from uploads u join media m on m.key = u.media_key
        where u.created_by = ${userId ?? null} order by u.created_at, u.id`),
    }
  },

  async erase(tx, { userId }) {
    return {
      uploads: await tx.run(sql`update uploads set created_by = null where created_by = ${userId ?? null}`),
    }
  },

  naming: [{ table: 'uploads', columns: { name: 'text' }, among: sql`name is not null` }],
}
