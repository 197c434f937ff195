import type { Trail } from '../../kernel/audit.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/retention.ts'
import { retention } from '../../retention.ts'
import { lockPublications } from '../queries.ts'
import type { Moderation } from '../rules.ts'
import { traceOf } from './decide.ts'

export interface Undone {
  readonly restored: string[]
  readonly deleted: string[]
  /** Decided again, edited or changed in any way since. */
  readonly touched: string[]
}

interface Item extends Moderation {
  readonly publication_id: string
  readonly version_after: number
}

/** Restores the state before the decision, and opens its reports again. Undefined for an unknown operation. */
export async function undoOperation(tx: Tx, operationId: string, audit: Trail): Promise<Undone | undefined> {
  const operation = await tx.one(sql`select from moderation_operations where id = ${operationId}`)
  if (!operation) return undefined
  const items = await tx.all<Item>(sql`
    select * from moderation_operation_items where operation_id = ${operationId} order by publication_id`)
  const ids = items.map(item => item.publication_id)
  const rows = new Map((await lockPublications(tx, ids)).map(row => [row.id, row]))

  audit.considered()
  const outcome: Undone = { restored: [], deleted: [], touched: [] }
  for (const item of items) {
    const row = rows.get(item.publication_id)
    const list =
      !row || row.deleted_at !== null
        ? 'deleted'
        : row.version === item.version_after
          ? 'restored'
          : 'touched'
    outcome[list].push(item.publication_id)
    if (row && list === 'restored') audit.record(traceOf(row.id, row, item))
  }
  // Column to column, so that not even microseconds are lost. `publie_le` may become null again.
  await tx.run(sql`
    update publications p set moderation_status = i.moderation_status, valide = i.valide, publie_le = i.publie_le,
      moderation_by = i.moderation_by, moderation_reason = i.moderation_reason,
      moderation_reason_code = i.moderation_reason_code, moderated_at = i.moderated_at, moderated_by = i.moderated_by
    from moderation_operation_items i
    where i.operation_id = ${operationId} and p.id = i.publication_id and p.id = any(${outcome.restored}::uuid[])`)
  await tx.run(sql`
    update publication_reports set closed_at = null, outcome = null, operation_id = null
    where operation_id = ${operationId} and publication_id = any(${outcome.restored}::uuid[])`)
  return outcome
}

/** Decisions older than that can no longer be undone. */
export const forgetOldOperations = (tx: Tx): Promise<number> =>
  tx.run(
    sql`delete from moderation_operations where ${olderThan(retention.operations.kept, sql`created_at`)}`,
  )
