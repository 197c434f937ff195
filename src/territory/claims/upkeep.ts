import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { AuditTrail } from '../../kernel/records/audit.ts'
import { isOver, olderThan } from '../../kernel/records/retention.ts'
import { mailOutcome } from './mails.ts'
import { personalColumns, withoutPersonal } from './queries.ts'

/** A limit per run, to keep locks short; the rest follow at the next run. */
const AT_ONCE = 200

/** Expires claims that were not decided in time: frees the acteur and tells the claimant. */
export async function expireClaims(
  tx: Tx,
  _data: unknown,
  { config, enqueue }: Pick<JobContext, 'config' | 'enqueue'>,
): Promise<number> {
  // Skips a claim that is being decided.
  const expired = await tx.all<{ id: string }>(sql`
    update claims set status = 'expired' where status = 'pending' and id in (
      select id from claims where status = 'pending' and ${isOver(sql`expires_at`)}
      order by expires_at limit ${AT_ONCE} for update skip locked)
    returning id`)
  const trail = new AuditTrail('claim.expired')
  const sender = { tx, config, enqueue: (job: string, data: object) => enqueue(tx, job, data) }
  for (const { id } of expired) {
    await mailOutcome(sender, id, 'expired')
    trail.record({ id, before: { status: 'pending' }, after: { status: 'expired' } })
  }
  await trail.save(tx, { userId: undefined, source: 'job', requestId: 'job', ipHash: undefined })
  return expired.length
}

/** Codes to official addresses that were not entered within their hour. */
export const forgetTownHallCodes = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from town_hall_codes where ${isOver(sql`expires_at`)}`)

/** Removes what the claimant wrote, the letter and the call; the claim and its decision stay. */
export const forgetClaimants = (tx: Tx): Promise<number> =>
  tx.run(sql`
    with forgotten as (
      update claims set ${withoutPersonal}
      where status <> 'pending' and num_nonnulls(${personalColumns}) > 0
        and ${olderThan(retention.claimants.kept, sql`coalesce(decided_at, expires_at)`)} returning id
    ), letters as (
      delete from claim_letters where claim_id in (select id from forgotten)
    ), calls as (
      delete from claim_calls where claim_id in (select id from forgotten)
    )
    select from forgotten`)
