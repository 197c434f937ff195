import type { Db } from '../../kernel/db/db.ts'
import type { Waiting } from '../../letters/mail/templates/digest.ts'
import { areasOf, type Caller, territoryOf } from '../../people/access/permissions.ts'
import { QUEUES } from './queues.ts'

/** What waits in the areas of a user, and inside their territory. Only what is not zero. */
export async function waitingFor(db: Db, caller: Caller): Promise<Waiting> {
  const areas = areasOf(caller.roles)
  const { moderation, claims, support, imports, communes, reserved } = QUEUES
  const count = (area: keyof typeof QUEUES, number: { compute: typeof claims.pending.compute }) =>
    areas.includes(area)
      ? number.compute(db, { callerId: caller.id, territory: territoryOf(caller, area) })
      : 0
  const counts = {
    pending: await count('moderation', moderation.pending),
    late: await count('moderation', moderation.late),
    reported: await count('moderation', moderation.reported),
    claims: await count('claims', claims.pending),
    claims_late: await count('claims', claims.late),
    awaiting: await count('support', support.awaiting),
    awaiting_late: await count('support', support.late),
    undelivered: await count('support', support.failed),
    imports: await count('imports', imports.failing),
    syncs: await count('communes', communes.syncs_failing),
    mails: await count('reserved', reserved.mails_failing),
    jobs: await count('reserved', reserved.jobs_failing),
    payments: await count('reserved', reserved.payments_failing),
  }
  const oldest =
    counts.pending === 0
      ? null
      : await moderation.oldest_pending_at.compute(db, {
          callerId: caller.id,
          territory: territoryOf(caller, 'moderation'),
        })
  return { counts, oldest: oldest === null ? null : new Date(oldest) }
}
