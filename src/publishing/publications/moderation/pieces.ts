import type { ModerationStatus, OperationState } from '../../../../shared/words/moderation.ts'
import { countRows, sql, type Tx } from '../../../kernel/db/db.ts'
import { HELD } from '../../../letters/mail/outbox.ts'
import type { Territory } from '../../../people/access/territory.ts'
import { applyPlan } from './decide.ts'
import { isAnnounced, mailAuthors } from './decision-mails.ts'
import { linkMails } from './held-mails.ts'
import { addItems, type DecisionContext, type PIECES, type STEPS, type Touched } from './operations.ts'
import { planRequested, type RequestedDecision } from './plans.ts'
import { mailReporters } from './report-outcomes.ts'
import { restoreItems } from './restore.ts'
import { lockSelected, type Skipped } from './selection.ts'

/** The pieces of a bulk operation, each carried out in one transaction of its job. */

/** Mails per transaction. */
export const MAILS = 50

export interface RunningOperation {
  readonly id: string
  readonly state: OperationState
  /** Never null: user rows are not deleted. */
  readonly user_id: string
  readonly undone_by: string
  readonly moderation_status: ModerationStatus | null
  /** Set in states `undoing` and `stopped` if the operation ended before it had queued all its mails. */
  readonly request: RequestedDecision | null
}

export interface Piece {
  readonly place: string
  readonly step: (typeof PIECES)[number]
  readonly ids: readonly string[]
  readonly versions: readonly number[] | null
}

export async function decidePiece(
  context: DecisionContext,
  { id, request }: RunningOperation,
  { ids, versions }: Piece,
  territory: Territory,
) {
  const { tx, now } = context
  if (!request) throw new Error(`The running operation ${id} has no request.`)
  const selected = ids.map((publication, at) => ({ id: publication, version: versions?.[at] ?? 0 }))
  const { locked, skipped } = await lockSelected(tx, selected, request, territory)
  const plan = planRequested(request, now)(locked)
  const recording = (touched: Touched) => addItems(tx, id, touched, request.action)
  await applyPlan(context, plan, id, recording, async () => {})
  await recordSkipped(tx, id, 'decide', skipped)
  await tx.run(sql`
    update moderation_operations set state = 'running', updated = updated + ${plan.changed.length}::int,
      unchanged = unchanged + ${plan.unchanged.length}::int, failed = failed + ${skipped.length}::int
    where id = ${id}`)
}

export async function restorePiece(
  context: DecisionContext,
  { id }: RunningOperation,
  { ids }: Piece,
  territory: Territory,
) {
  const { restored, skipped } = await restoreItems(context, id, ids, territory)
  await recordSkipped(context.tx, id, 'restore', skipped)
  await context.tx.run(sql`
    update moderation_operations set restored = restored + ${restored.length}::int,
      skipped = skipped + ${skipped.length}::int
    where id = ${id}`)
}

/** All mails of an operation leave together, a minute after the last one is queued. */
export async function queuePieceMails(
  context: DecisionContext,
  operation: RunningOperation,
  pieces: readonly Piece[],
) {
  const { tx } = context
  const waiting = await countRows(tx, sql`moderation_pieces where operation_id = ${operation.id}`)
  const held = HELD.decision + Math.floor(waiting / MAILS)
  const due = sql`
    select user_id, ids from moderation_pieces
    where operation_id = ${operation.id} and place = any(${pieces.map(({ place }) => place)}::bigint[])`
  const { moderation_status: status } = operation
  const mails =
    pieces[0]?.step === 'author' && isAnnounced(status)
      ? await mailAuthors({ ...context, held }, status, due)
      : await mailReporters({ ...context, held }, due)
  await linkMails(tx, operation.id, mails)
}

const recordSkipped = (tx: Tx, id: string, step: (typeof STEPS)[number], skipped: readonly Skipped[]) =>
  tx.run(sql`
    insert into moderation_failures (operation_id, publication_id, step, error)
    select ${id}, l.id, ${step}, l.error from jsonb_to_recordset(${JSON.stringify(skipped)}::jsonb) as l(id uuid, error text)
    on conflict (operation_id, publication_id) do nothing`)
