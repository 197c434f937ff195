import type { OperationState } from '../../../../shared/words/moderation.ts'
import { raw, type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import { type JobContext, stillQueued } from '../../../kernel/jobs/jobs.ts'
import { AuditTrail, recordBySystem } from '../../../kernel/records/audit.ts'
import { reachInJob } from '../../../people/access/rights.ts'
import type { Territory } from '../../../people/access/territory.ts'
import { matching } from '../lists/matching.ts'
import type { AdminFilter } from '../lists/shapes.ts'
import { authorPieces, isAnnounced } from './decision-mails.ts'
import { cancelMails, mailPieces, NOT_YET_MAILED, restoredInMails, takeMailsBack } from './held-mails.ts'
import type { DecisionContext } from './operations.ts'
import {
  decidePiece,
  MAILS,
  type Piece,
  queuePieceMails,
  type RunningOperation,
  restorePiece,
} from './pieces.ts'
import type { RequestedDecision } from './plans.ts'
import { reporterPieces } from './report-outcomes.ts'
import { totalChanged } from './selection.ts'

/**
 * Bulk decisions about more publications than one request may lock. The request stores the operation and its pieces; a
 * job then works through them, one piece per transaction. The states of `moderation_operations.state`:
 *
 *   (none) → done:     openOperation, up to 500 publications, within the request
 *   (none) → queued:   acceptOperation, with its pieces and its job
 *   queued → running:  continueOperation, after the first piece
 *   running → running: continueOperation, after each further piece
 *   running → done:    continueOperation, after the last piece
 *   queued → stopped:  stopOperation, its user has lost the right meanwhile
 *   running → stopped: stopOperation, likewise
 *   undoing → stopped: stopOperation, the user who undoes it has
 *   queued → undoing:  undoOperation: decides nothing more, and the job restores what was decided
 *   running → undoing: undoOperation, likewise
 *   done → undoing:    undoOperation, more than 500 publications
 *   stopped → undoing: undoOperation, by somebody who has the right
 *   queued → undone:   undoOperation, up to 500 decided publications, within the request
 *   running → undone:  undoOperation, likewise
 *   done → undone:     undoOperation, likewise
 *   undoing → undone:  continueOperation, after the last piece
 *
 * Lease: the row lock of the operation, for one piece; each user has one queued or running operation at most
 * (`moderation_operations_one_under_way`). Fence: a piece is deleted in the transaction that carries it out. Crash: the
 * piece is rolled back and the queue gives the job to another worker. Retry: the queue's. Lost job: resumeOperations,
 * every five minutes. End: `done`, `undone` or `stopped`. A piece that decides or restores reads the rights of its user
 * under a lock; the mails about what was decided leave whatever becomes of the user.
 */

const CONTINUE = 'operations.continue'
export const isRunning = (state: OperationState) => state === 'queued' || state === 'running'
export const ONE_UNDER_WAY = { moderation_operations_one_under_way: 'operation_in_progress' } as const

/** Publications per transaction. Larger pieces hold row locks longer (200 ms at this size). */
export const PIECE = 200
/** The filter takes 2 s to find 100 000 of a million publications; nothing is locked meanwhile. */
const FINDING_MS = 20_000

////////////////////////////////////////////////////////////////////////////// accepted

/** Stores the publications that the filter finds now, with their versions. */
export async function acceptOperation(
  context: DecisionContext,
  {
    filter,
    expected,
    territory,
  }: { readonly filter: AdminFilter; readonly expected: number; readonly territory: Territory },
  requested: RequestedDecision,
): Promise<{ id: string; total: number }> {
  const { caller, enqueue } = context
  const tx = await context.tx.withTimeout(FINDING_MS)
  const operation = await tx.one<{ id: string }>(sql`
    insert into moderation_operations (user_id, action, moderation_status, total, state, request)
    values (${caller.id}, ${requested.action}, ${requested.action === 'moderate' ? requested.moderation_status : null},
            ${expected}, 'queued', ${JSON.stringify(requested)}::jsonb)
    returning id`)
  if (!operation) throw new Error('An operation that was inserted has no id.')
  const { id } = operation
  const { rows } = await matching(tx, filter, territory)
  const found = await tx.one<{ total: number }>(sql`
    with pieces as (
      insert into moderation_pieces (operation_id, step, ids, versions)
      select ${id}, 'decide', array_agg(id order by id), array_agg(version order by id)
      from (select id, version, (row_number() over (order by id) - 1) / ${PIECE}::int as piece from (${rows}) found) numbered
      group by piece order by piece returning ids)
    select coalesce(sum(cardinality(ids)), 0)::int as total from pieces`)
  const total = found?.total ?? 0
  if (total !== expected) throw totalChanged(total)
  await enqueue(CONTINUE, { operation: id })
  return { id, total }
}

////////////////////////////////////////////////////////////////////////////// carried out

/** A stopped operation may have mails left to queue. */
const HAS_WORK = sql`(state in ('queued', 'running', 'undoing')
  or state = 'stopped' and exists (select from moderation_pieces p where p.operation_id = moderation_operations.id))`

/** Carries out one piece and queues the job for the next one, so that row locks are held for one piece only. */
export async function continueOperation(
  tx: Tx,
  { operation: id }: { operation: string },
  { config, enqueue }: JobContext,
): Promise<void> {
  const operation = await tx.one<RunningOperation>(sql`
    select id, state, user_id, undone_by, moderation_status, request from moderation_operations
    where id = ${id} and ${HAS_WORK} for no key update`)
  if (!operation) return
  const undoing = operation.state === 'undoing'
  const userId = undoing ? operation.undone_by : operation.user_id
  const trail = new AuditTrail(undoing ? UNDONE : AUDIT_ACTIONS[operation.request?.action ?? 'moderate'])
  const context = {
    tx,
    config,
    audit: trail,
    now: new Date(),
    caller: { id: userId },
    enqueue: (job: string, data: object, after?: number) => enqueue(tx, job, data, after),
  }
  const { step, state } = await runNextPiece(context, operation)
  await trail.save(tx, { userId, source: 'job', requestId: id, ipHash: undefined })
  if (await hasMore(tx, { ...operation, state }, step)) await enqueue(tx, CONTINUE, { operation: id })
}

/** The same as those of the requests that decide at once. */
const AUDIT_ACTIONS = {
  moderate: 'publication.moderated',
  feature: 'publication.featured',
  delete: 'publication.deleted',
} as const satisfies Record<RequestedDecision['action'], string>
const UNDONE = 'publication.moderation_undone'

async function runNextPiece(
  context: DecisionContext,
  operation: RunningOperation,
): Promise<{ step?: Piece['step']; state: OperationState }> {
  const { tx } = context
  const { state } = operation
  const [piece, ...more] = await tx.all<Piece>(sql`
    select place, step, case when step in ('author', 'reporter') then '{}' else ids end as ids, versions
    from moderation_pieces where operation_id = ${operation.id} order by place limit ${MAILS}`)
  if (!piece) return { state }
  const { step } = piece
  const done = [piece]
  switch (step) {
    case 'decide':
    case 'restore': {
      const reach = await reachInJob(tx, context.caller.id, 'moderation')
      if (!reach) return { step, state: await stopOperation(tx, operation, step) }
      const carryOut = step === 'decide' ? decidePiece : restorePiece
      await carryOut(context, operation, piece, reach.territory)
      break
    }
    case 'withdraw':
      await takeMailsBack(
        context,
        operation.id,
        await restoredInMails(tx, operation.id, piece.ids),
        piece.ids,
      )
      break
    default:
      done.push(...more.filter(other => other.step === step))
      await queuePieceMails(context, operation, done)
  }
  await tx.run(sql`
    delete from moderation_pieces
    where operation_id = ${operation.id} and place = any(${done.map(({ place }) => place)}::bigint[])`)
  return { step, state }
}

/** Drops the pieces that are left of the step. Whoever has the right may undo what was done, also by an undo that was stopped. */
async function stopOperation(tx: Tx, { id }: RunningOperation, step: Piece['step']): Promise<OperationState> {
  await tx.run(sql`delete from moderation_pieces where operation_id = ${id} and step = ${step}`)
  const stopped = await tx.one<{ total: number; updated: number; restored: number }>(sql`
    update moderation_operations set state = 'stopped', undone_at = null, undone_by = null where id = ${id}
    returning total, updated, restored`)
  await recordBySystem(tx, 'operation.stopped', id, { ...stopped })
  return 'stopped'
}

////////////////////////////////////////////////////////////////////////////// from one step to the next

/** Whether a piece is left. The pieces of the mails are added after the last publication. */
async function hasMore(
  tx: Tx,
  operation: RunningOperation,
  done: Piece['step'] | undefined,
): Promise<boolean> {
  const { id, state } = operation
  const left = await tx.one(sql`select from moderation_pieces where operation_id = ${id} limit 1`)
  if (left) return true
  const mails = mailsAfter(done, operation)
  if (mails && (await addPieces(tx, id, mails)) > 0) return true
  await tx.run(sql`
    update moderation_operations set state = ${END[state] ?? 'done'}, request = null where id = ${id}`)
  return false
}

const END: Partial<Record<OperationState, OperationState>> = { undoing: 'undone', stopped: 'stopped' }

function mailsAfter(done: Piece['step'] | undefined, operation: RunningOperation): Sql | undefined {
  if (done === 'decide') return sql`${mailsOwed(operation)} order by step`
  if (done !== 'restore') return undefined
  const back = mailPieces(operation.id, MAILS)
  // Publications that were skipped stay decided: their authors and reporters still get their mail.
  return operation.request
    ? sql`${mailsOwed(operation, NOT_YET_MAILED)} union all (${back}) order by step`
    : back
}

const mailsOwed = (
  { id, user_id, moderation_status }: RunningOperation,
  which?: typeof NOT_YET_MAILED,
): Sql =>
  isAnnounced(moderation_status)
    ? sql`${authorPieces(id, moderation_status, user_id, which)} union all ${reporterPieces(id, which)}`
    : reporterPieces(id, which)

const addPieces = (tx: Tx, id: string, pieces: Sql) =>
  tx.run(sql`
    insert into moderation_pieces (operation_id, step, user_id, ids)
    select ${id}, step, user_id, ids from (${pieces}) pieces`)

////////////////////////////////////////////////////////////////////////////// taken back, resumed

/** Leaves the undo to the job. Returns how many publications it will restore. */
export async function queueUndo(
  { tx, enqueue }: Pick<DecisionContext, 'tx' | 'enqueue'>,
  id: string,
): Promise<number> {
  await cancelMails(tx, id)
  const queued = await tx.one<{ total: number }>(sql`
    with pieces as (
      insert into moderation_pieces (operation_id, step, ids)
      select ${id}, 'restore', array_agg(publication_id order by publication_id)
      from (select publication_id, (row_number() over (order by publication_id) - 1) / ${PIECE}::int as piece
            from moderation_operation_items where operation_id = ${id} and version_after > 0) numbered
      group by piece order by piece returning ids)
    select coalesce(sum(cardinality(ids)), 0)::int as total from pieces`)
  const underWay = await tx.one(sql`select where ${stillQueued(CONTINUE, 'operation', sql`${id}::text`)}`)
  if (!underWay) await enqueue(CONTINUE, { operation: id })
  return queued?.total ?? 0
}

/** Enqueues a job for each operation whose job was lost. */
export async function resumeOperations(tx: Tx, _data: unknown, { enqueue, log }: JobContext): Promise<void> {
  const lost = await tx.all<{ id: string }>(sql`
    select id from moderation_operations
    where ${HAS_WORK} and not ${stillQueued(CONTINUE, 'operation', raw('moderation_operations.id'))}
    order by id limit 500 for no key update skip locked`)
  for (const { id } of lost) await enqueue(tx, CONTINUE, { operation: id })
  if (lost.length > 0)
    log.warn({ operations: lost.length }, 'queued new jobs for operations whose job was lost')
}
