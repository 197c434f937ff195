import { sql } from '../kernel/db/db.ts'
import type { PersonalData } from '../kernel/personal-data.ts'

/** The link between a person and a subscription goes; the subscription itself stays, without a name. */
export const subscriptionData: PersonalData = {
  async export(db, { userId }) {
    return {
      subscriptions: await db.all(sql`
        select id, provider, acteur_id, plan, status, current_period_start, current_period_end, created_at
        from subscriptions where user_id = ${userId ?? null} order by id`),
    }
  },

  async erase(tx, { userId }) {
    // The reference given to the provider leads to the account too, also where it was never applied, or has yet to be.
    await tx.run(sql`
      update payment_events set kept = kept - 'client_reference_id'
      where kept ->> 'client_reference_id' = ${userId ?? null}`)
    const subscriptions = await tx.run(
      sql`update subscriptions set user_id = null where user_id = ${userId ?? null}`,
    )
    return { subscriptions }
  },
}
