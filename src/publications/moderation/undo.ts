import type { Trail } from '../../kernel/audit.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/retention.ts'
import { retention } from '../../retention.ts'
import { bringTogether } from '../told-apart.ts'
import type { LeftOut } from './chosen.ts'
import type { Deciding } from './deciding.ts'
import { keepLetters, takeLettersBack } from './held-mails.ts'
import { isUnderWay, queueUndoing } from './in-pieces.ts'
import { authorsOf, reportersOf, tellAuthors, tellReporters, UNTOLD } from './mails.ts'
import type { OperationAction, OperationState } from './operations.ts'
import { restoreItems } from './restore.ts'
import { AT_ONCE } from './shapes.ts'

export interface Undone {
  readonly restored: readonly string[]
  readonly left: readonly LeftOut[]
  /** So many are put back by a job. */
  readonly queued: number
}
const NOTHING: Undone = { restored: [], left: [], queued: 0 }

interface Undoing {
  readonly state: OperationState
  readonly action: OperationAction
  readonly moderation_status: string | null
  /** Users stay. */
  readonly user_id: string
}

/**
 * Stops the operation where it is under way, restores the state before it, opens its reports again and takes its mails
 * back. Undefined for an unknown one.
 */
export async function undoOperation(context: Deciding, operationId: string): Promise<Undone | undefined> {
  const { tx, audit, caller } = context
  audit.considered()
  // Waits for the piece that is being done.
  const operation = await tx.one<Undoing>(sql`
    select state, action, moderation_status, user_id from moderation_operations
    where id = ${operationId} for no key update`)
  if (!operation) return undefined
  if (operation.state === 'undoing') return { ...NOTHING, queued: await leftToRestore(tx, operationId) }
  const items = await tx.all<{ id: string }>(sql`
    select publication_id as id from moderation_operation_items
    where operation_id = ${operationId} order by publication_id limit ${AT_ONCE + 1}`)
  const many = items.length > AT_ONCE
  if (many && operation.state === 'undone') return NOTHING
  const stopped = isUnderWay(operation.state)
  await tx.run(sql`delete from moderation_pieces where operation_id = ${operationId}`)
  await tx.run(sql`
    update moderation_operations set state = ${many ? 'undoing' : 'undone'},
      request = case when ${many && stopped} then request end,
      undone_at = coalesce(undone_at, now()), undone_by = coalesce(undone_by, ${caller.id}::uuid)
    where id = ${operationId}`)
  if (many) return { ...NOTHING, queued: await queueUndoing(context, operationId) }
  const ids = items.map(({ id }) => id)
  const { restored, left } =
    operation.action === 'tell_apart'
      ? await undoTellingApart(context, operationId)
      : await restoreItems(context, operationId, ids)
  if (stopped) await tellOfTheRest(context, operationId, operation)
  await takeLettersBack(context, operationId, restored)
  await tx.run(sql`
    update moderation_operations set restored = restored + ${restored.length}::int, skipped = ${left.length}::int
    where id = ${operationId}`)
  return { restored, left, queued: 0 }
}

/** What somebody touched meanwhile stays decided, and who is concerned has not been told yet. */
async function tellOfTheRest(context: Deciding, id: string, { moderation_status, user_id }: Undoing) {
  const rejected = moderation_status === 'rejected'
  await keepLetters(context.tx, id, [
    ...(rejected ? await tellAuthors(context, authorsOf(id, user_id, UNTOLD)) : []),
    ...(await tellReporters(context, reportersOf(id, UNTOLD))),
  ])
}

/** Whatever was done to the two since: that they are not the same is no state of theirs. */
async function undoTellingApart(
  { tx, audit }: { readonly tx: Tx; readonly audit: Trail },
  operationId: string,
): Promise<Pick<Undone, 'restored' | 'left'>> {
  const apart = await bringTogether(tx, operationId)
  for (const { id, other_id } of apart)
    audit.record({ id, before: { told_apart_from: other_id }, after: { told_apart_from: null } })
  return { restored: apart.map(({ id }) => id), left: [] }
}

const leftToRestore = async (tx: Tx, operationId: string) =>
  (
    await tx.one<{ total: number }>(sql`
      select coalesce(sum(cardinality(ids)), 0)::int as total from moderation_pieces
      where operation_id = ${operationId} and step = 'restore'`)
  )?.total ?? 0

/** Older operations can no longer be undone. */
export const forgetOldOperations = (tx: Tx): Promise<number> =>
  tx.run(
    sql`delete from moderation_operations where ${olderThan(retention.operations.kept, sql`created_at`)}`,
  )
