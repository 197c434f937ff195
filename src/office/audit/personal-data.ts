import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

const entry = sql`id, at, user_id, app_source, request_id, action, entity, entity_id, before, after`

export const auditData: PersonalData = {
  async export(db, { userId }) {
    const id = userId ?? null
    return {
      audit_by_them: await db.all(sql`select ${entry} from audit_log where user_id = ${id} order by id`),
      audit_about_them: await db.all(sql`
        select ${entry} from audit_log where entity = 'user' and entity_id = ${id} order by id`),
    }
  },

  /** The trail contains no contact details and stays: a way to remove rows could be used to remove any row. */
  erase: async () => ({}),
}
