import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** Removes the link between the user and the subscription; the subscription stays without a user. */
export const subscriptionData: PersonalData = {
  async export(db, { userId }) {
    return {
      subscriptions: await db.all(sql`
        select id, provider, acteur_id, plan, status, current_period_start, current_period_end, created_at
        from subscriptions where user_id = ${userId ?? null} order by id`),
    }
  },

  async erase(tx, { userId }) {
    // Events hold the reference too, also events not yet applied.
    await tx.run(sql`
      update payment_events set kept = kept - 'client_reference_id'
      where kept ->> 'client_reference_id' = ${userId ?? null}`)
    const subscriptions = await tx.run(
      sql`update subscriptions set user_id = null where user_id = ${userId ?? null}`,
    )
    return { subscriptions }
  },
}
