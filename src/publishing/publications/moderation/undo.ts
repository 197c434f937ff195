import type { ModerationStatus, OperationState } from '../../../../shared/words/moderation.ts'
import { retention } from '../../../foundation/retention.ts'
import { type Db, sql, type Tx, where } from '../../../kernel/db/db.ts'
import { olderThan } from '../../../kernel/records/retention.ts'
import { idsInside, meetsTerritory, type Territory } from '../../../people/access/territory.ts'
import { bringTogether } from '../told-apart.ts'
import { isRunning, queueUndo } from './bulk-job.ts'
import { authorPieces, isAnnounced, mailAuthors } from './decision-mails.ts'
import { linkMails, NOT_YET_MAILED, retellCorrections, takeMailsBack } from './held-mails.ts'
import type { DecisionContext, OperationAction } from './operations.ts'
import { mailReporters, reporterPieces } from './report-outcomes.ts'
import { restoreItems } from './restore.ts'
import type { Skipped } from './selection.ts'
import { AT_ONCE } from './shapes.ts'

interface Undone {
  readonly restored: readonly string[]
  readonly skipped: readonly Skipped[]
  /** How many publications a job restores. */
  readonly queued: number
}
const NOTHING: Undone = { restored: [], skipped: [], queued: 0 }

interface Undoing {
  readonly state: OperationState
  readonly action: OperationAction
  readonly moderation_status: ModerationStatus | null
  /** Never null: user rows are not deleted. */
  readonly user_id: string
}

/** Stops the operation if it is running, restores the state before it, reopens its reports and cancels its mails. */
export async function undoOperation(
  context: DecisionContext,
  operationId: string,
  territory: Territory,
): Promise<Undone | undefined> {
  const { tx, audit, caller } = context
  audit.considered()
  // The lock waits for the piece that the job is working on.
  const operation = await tx.one<Undoing>(sql`
    select state, action, moderation_status, user_id from moderation_operations
    where id = ${operationId} for no key update`)
  if (!operation) return undefined
  if (operation.state === 'undoing') return { ...NOTHING, queued: await leftToRestore(tx, operationId) }
  const items = await tx.all<{ id: string }>(sql`
    select publication_id as id from moderation_operation_items
    where operation_id = ${operationId} order by publication_id limit ${AT_ONCE + 1}`)
  // The rest of a stopped operation is left to the job, which also looks after the mails of what was restored before.
  const many = items.length > AT_ONCE || operation.state === 'stopped'
  if (many && operation.state === 'undone') return NOTHING
  const interrupted = isRunning(operation.state) || operation.state === 'stopped'
  await tx.run(sql`delete from moderation_pieces where operation_id = ${operationId}`)
  await tx.run(sql`
    update moderation_operations set state = ${many ? 'undoing' : 'undone'},
      request = case when ${many && interrupted} then request end, skipped = 0,
      undone_at = coalesce(undone_at, now()), undone_by = coalesce(undone_by, ${caller.id}::uuid)
    where id = ${operationId}`)
  if (many) return { ...NOTHING, queued: await queueUndo(context, operationId) }
  const ids = items.map(({ id }) => id)
  const { restored, skipped } =
    operation.action === 'tell_apart'
      ? await undoTellingApart(context, operationId, ids, territory)
      : await restoreItems(context, operationId, ids, territory)
  if (interrupted) await mailRemaining(context, operationId, operation)
  await takeMailsBack(context, operationId, restored)
  await retellCorrections(context, restored)
  await tx.run(sql`
    update moderation_operations set restored = restored + ${restored.length}::int, skipped = ${skipped.length}::int
    where id = ${operationId}`)
  return { restored, skipped, queued: 0 }
}

/**
 * Its mail is that of the appeal: undone alone, the person would still read that the appeal was right. Both have the
 * time of one transaction. Publications outside the territory do not count: the undo passes over them untold.
 */
export const answersAppeal = async (db: Db, operationId: string, territory: Territory): Promise<boolean> =>
  (await db.one(sql`
    select from moderation_operations o
      join moderation_operation_items i on i.operation_id = o.id
      join publications p on p.id = i.publication_id
      join appeals a on a.publication_id = i.publication_id and a.answered_at = o.created_at
    ${where([
      sql`o.id = ${operationId}`,
      sql`a.kind = 'publication'`,
      sql`a.status = 'overturned'`,
      ...meetsTerritory(sql`p.commune_ids`, territory),
    ])} limit 1`)) !== undefined

/** Publications changed since stay decided; their authors and reporters have not been mailed yet. */
async function mailRemaining(context: DecisionContext, id: string, { moderation_status, user_id }: Undoing) {
  const status = isAnnounced(moderation_status) ? moderation_status : undefined
  await linkMails(context.tx, id, [
    ...(status ? await mailAuthors(context, status, authorPieces(id, status, user_id, NOT_YET_MAILED)) : []),
    ...(await mailReporters(context, reporterPieces(id, NOT_YET_MAILED))),
  ])
}

/** Works whatever happened to the two publications since: the mark is not part of their state. */
async function undoTellingApart(
  { tx, audit, caller }: DecisionContext,
  operationId: string,
  ids: readonly string[],
  territory: Territory,
): Promise<Pick<Undone, 'restored' | 'skipped'>> {
  const inside = await idsInside(tx, 'publications', ids, { id: caller.id, territory })
  if (inside.length < ids.length)
    return { restored: [], skipped: ids.map(id => ({ id, title: null, error: 'not_found' })) }
  const apart = await bringTogether(tx, operationId)
  for (const { id, other_id } of apart)
    audit.record({ id, before: { told_apart_from: other_id }, after: { told_apart_from: null } })
  return { restored: apart.map(({ id }) => id), skipped: [] }
}

const leftToRestore = async (tx: Tx, operationId: string) =>
  (
    await tx.one<{ total: number }>(sql`
      select coalesce(sum(cardinality(ids)), 0)::int as total from moderation_pieces
      where operation_id = ${operationId} and step = 'restore'`)
  )?.total ?? 0

/** Deletes operations past their retention; they can no longer be undone. */
export const forgetOldOperations = (tx: Tx): Promise<number> =>
  tx.run(
    sql`delete from moderation_operations where ${olderThan(retention.operations.kept, sql`created_at`)}`,
  )
