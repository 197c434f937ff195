import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** Endpoints that a person made. They are deleted with the person's account: their address may name the person. */
export const webhookData: PersonalData = {
  async export(db, { userId }) {
    return {
      webhooks: await db.all(sql`
        select id, nom, url, events, acteur_id, state, created_at
        from webhook_endpoints where created_by = ${userId ?? null} order by created_at, id`),
    }
  },

  async erase(tx, { userId }) {
    return { webhooks: await tx.run(sql`delete from webhook_endpoints where created_by = ${userId ?? null}`) }
  },
}
