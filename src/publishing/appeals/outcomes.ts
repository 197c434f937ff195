import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import type { Overturned } from '../../territory/claims/undo.ts'
import type { ClosedReport } from '../publications/moderation/reports.ts'

/** What the outcome of an appeal leaves behind, so that it can be undone. */

export interface Outcome {
  readonly appeal_version: number
  readonly mail_id: string | null
  readonly operation_ids: readonly string[]
  readonly before: Overturned | ClosedReport | null
}

/** Stores what an undo needs, in the transaction of the outcome. */
export const recordOutcome = (
  tx: Tx,
  appealId: string,
  { mail_id, operation_ids, before }: Omit<Outcome, 'appeal_version'>,
) =>
  tx.run(sql`
    insert into appeal_outcomes (appeal_id, appeal_version, mail_id, operation_ids, before)
    select id, version, ${mail_id}, ${[...operation_ids]}::uuid[], ${before && JSON.stringify(before)}::jsonb
    from appeals where id = ${appealId}`)

export const deleteOutcome = (tx: Tx, appealId: string) =>
  tx.one<Outcome>(sql`delete from appeal_outcomes where appeal_id = ${appealId} returning *`)

/** Deletes outcomes past their retention; they can no longer be undone. */
export const forgetOutcomes = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from appeal_outcomes where ${olderThan(retention.appealOutcomes.kept, sql`decided_at`)}`)
