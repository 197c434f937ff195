import { AuditTrail } from '../../kernel/audit.ts'
import { raw, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { type JobContext, stillQueued } from '../../kernel/jobs/jobs.ts'
import { HELD } from '../../mail/outbox.ts'
import { matching } from '../lists/matching.ts'
import type { AdminFilter } from '../lists/shapes.ts'
import { type Asked, actOf } from './acts.ts'
import { type LeftOut, lockChosen, totalChanged } from './chosen.ts'
import type { Deciding } from './deciding.ts'
import { keepLetters, lettersOf, restoredIn, takeLettersBack, withhold } from './held-mails.ts'
import { authorsOf, reportersOf, tellAuthors, tellReporters, UNTOLD } from './mails.ts'
import { addItems, type OperationState, type PIECES, type STEPS } from './operations.ts'
import { carryOut } from './perform.ts'
import { restoreItems } from './restore.ts'

/**
 * Operations about more publications than one request may hold locked: accepted with all that they are about, and carried
 * out by a job, a piece in each transaction. The states of `moderation_operations.state`:
 *
 *   (none) → done:     openOperation, about up to five hundred: within its request
 *   (none) → queued:   acceptOperation, with its pieces and its job
 *   queued → running:  continueOperation, the first piece is decided
 *   running → running: continueOperation, a piece is decided, or letters are written
 *   running → done:    continueOperation, nothing is left
 *   queued → undoing:  undoOperation, nothing more is decided; what was is put back by the job
 *   running → undoing: undoOperation, likewise
 *   done → undoing:    undoOperation, of more than five hundred
 *   queued → undone:   undoOperation, of up to five hundred that were decided: within its request
 *   running → undone:  undoOperation, likewise
 *   done → undone:     undoOperation, likewise
 *   undoing → undone:  continueOperation, nothing is left
 *
 * Lease: the lock of the operation's row, for one piece; of each person one is queued or running
 * (`moderation_operations_one_under_way`). Fence: a piece goes in the transaction that carries it out. Crash: nothing of
 * the piece was written; the queue gives the job to another worker. Retry: the queue's. A job that is lost:
 * resumeOperations, every five minutes. End: `done` or `undone`.
 */

export const CONTINUE = 'operations.continue'
export const isUnderWay = (state: OperationState) => state === 'queued' || state === 'running'
export const ONE_UNDER_WAY = { moderation_operations_one_under_way: 'operation_in_progress' } as const

/** So many publications in a transaction: what else wants one of them waits a fifth of a second. */
export const PIECE = 200
/** So many letters in a transaction. */
const LETTERS = 50
/** The filter alone, without a lock: a hundred thousand of a million take two seconds. */
const FINDING_MS = 20_000

interface UnderWay {
  readonly id: string
  readonly state: OperationState
  /** Users stay. */
  readonly user_id: string
  readonly undone_by: string
  readonly moderation_status: string | null
  /** While it is taken back: it was stopped before it had written to everybody. */
  readonly request: Asked | null
}

interface Piece {
  readonly place: string
  readonly step: (typeof PIECES)[number]
  readonly ids: readonly string[]
  readonly versions: readonly number[] | null
}

////////////////////////////////////////////////////////////////////////////// accepted

/** What it is about is fixed now: those that the filter finds, as they are. */
export async function acceptOperation(
  context: Deciding,
  { filter, expected }: { readonly filter: AdminFilter; readonly expected: number },
  asked: Asked,
): Promise<{ id: string; total: number }> {
  const { caller, enqueue } = context
  const tx = await context.tx.patient(FINDING_MS)
  const operation = await tx.one<{ id: string }>(sql`
    insert into moderation_operations (user_id, action, moderation_status, total, state, request)
    values (${caller.id}, ${asked.action}, ${asked.action === 'moderate' ? asked.moderation_status : null},
            ${expected}, 'queued', ${JSON.stringify(asked)}::jsonb)
    returning id`)
  if (!operation) throw new Error('An operation that was inserted has no id.')
  const { id } = operation
  const { rows } = await matching(tx, filter)
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

/** One piece. Nothing else is done in its transaction, so that the locks of its publications are soon given back. */
export async function continueOperation(
  tx: Tx,
  { operation: id }: { operation: string },
  { config, enqueue }: JobContext,
): Promise<void> {
  const operation = await tx.one<UnderWay>(sql`
    select id, state, user_id, undone_by, moderation_status, request from moderation_operations
    where id = ${id} and state in ('queued', 'running', 'undoing') for no key update`)
  if (!operation) return
  const undoing = operation.state === 'undoing'
  const userId = undoing ? operation.undone_by : operation.user_id
  const trail = new AuditTrail(undoing ? UNDONE : TRACES[operation.request?.action ?? 'moderate'])
  const context = {
    ...{ tx, config, audit: trail, now: new Date(), caller: { id: userId } },
    enqueue: (job: string, data: object, after?: number) => enqueue(tx, job, data, after),
  }
  const done = await doNext(context, operation)
  await trail.save(tx, { userId, source: 'job', requestId: id, ipHash: undefined })
  if (await goesOn(tx, operation, done)) await enqueue(tx, CONTINUE, { operation: id })
}

/** What the trail calls it: as the requests do that do it at once. */
const TRACES = {
  moderate: 'publication.moderated',
  feature: 'publication.featured',
  delete: 'publication.deleted',
} as const satisfies Record<Asked['action'], string>
const UNDONE = 'publication.moderation_undone'

async function doNext(context: Deciding, operation: UnderWay): Promise<Piece['step'] | undefined> {
  const { tx } = context
  const [piece, ...more] = await tx.all<Piece>(sql`
    select place, step, case when step in ('author', 'reporter') then '{}' else ids end as ids, versions
    from moderation_pieces where operation_id = ${operation.id} order by place limit ${LETTERS}`)
  if (!piece) return undefined
  const done = [piece]
  switch (piece.step) {
    case 'decide':
      await decidePiece(context, operation, piece)
      break
    case 'restore':
      await restorePiece(context, operation, piece)
      break
    case 'withdraw':
      await takeLettersBack(context, operation.id, await restoredIn(tx, operation.id, piece.ids), piece.ids)
      break
    default:
      done.push(...more.filter(({ step }) => step === piece.step))
      await writeLetters(context, operation, done)
  }
  await tx.run(sql`
    delete from moderation_pieces
    where operation_id = ${operation.id} and place = any(${done.map(({ place }) => place)}::bigint[])`)
  return piece.step
}

async function decidePiece(context: Deciding, { id, request }: UnderWay, { ids, versions }: Piece) {
  const { tx, now } = context
  if (!request) throw new Error('An operation that is under way says what was asked for.')
  const chosen = ids.map((publication, at) => ({ id: publication, version: versions?.[at] ?? 0 }))
  const { present, left } = await lockChosen(tx, chosen, request.action)
  const plan = actOf(request, now)(present)
  await carryOut(context, plan, async touched => {
    await addItems(tx, id, touched, request.action)
    return id
  })
  await noteLeft(tx, id, 'decide', left)
  await tx.run(sql`
    update moderation_operations set state = 'running', updated = updated + ${plan.changed.length}::int,
      unchanged = unchanged + ${plan.unchanged.length}::int, failed = failed + ${left.length}::int
    where id = ${id}`)
}

async function restorePiece(context: Deciding, { id }: UnderWay, { ids }: Piece) {
  const { restored, left } = await restoreItems(context, id, ids)
  await noteLeft(context.tx, id, 'restore', left)
  await context.tx.run(sql`
    update moderation_operations set restored = restored + ${restored.length}::int,
      skipped = skipped + ${left.length}::int
    where id = ${id}`)
}

/** All of them wait as long as the last one does: a minute from the end of the operation on. */
async function writeLetters(context: Deciding, operation: UnderWay, pieces: readonly Piece[]) {
  const { tx } = context
  const waiting = await tx.one<{ letters: number }>(
    sql`select count(*) as letters from moderation_pieces where operation_id = ${operation.id}`,
  )
  const held = HELD.decision + Math.floor((waiting?.letters ?? 0) / LETTERS)
  const due = sql`
    select user_id, ids from moderation_pieces
    where operation_id = ${operation.id} and place = any(${pieces.map(({ place }) => place)}::bigint[])`
  const tell = pieces[0]?.step === 'author' ? tellAuthors : tellReporters
  await keepLetters(tx, operation.id, await tell({ ...context, held }, due))
}

const noteLeft = (tx: Tx, id: string, step: (typeof STEPS)[number], left: readonly LeftOut[]) =>
  tx.run(sql`
    insert into moderation_failures (operation_id, publication_id, step, error)
    select ${id}, l.id, ${step}, l.error from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as l(id uuid, error text)
    on conflict (operation_id, publication_id) do nothing`)

////////////////////////////////////////////////////////////////////////////// from one step to the next

/** Whether something is left to do. Behind the last publication come the letters; behind those, the end. */
async function goesOn(tx: Tx, operation: UnderWay, done: Piece['step'] | undefined): Promise<boolean> {
  const { id, state } = operation
  const left = await tx.one(sql`select from moderation_pieces where operation_id = ${id} limit 1`)
  if (left) return true
  const letters = lettersBehind(done, operation)
  if (letters && (await addPieces(tx, id, letters)) > 0) return true
  await tx.run(sql`
    update moderation_operations set state = ${state === 'undoing' ? 'undone' : 'done'}, request = null where id = ${id}`)
  return false
}

function lettersBehind(done: Piece['step'] | undefined, operation: UnderWay): Sql | undefined {
  if (done === 'decide') return sql`${owed(operation)} order by step`
  if (done !== 'restore') return undefined
  const back = lettersOf(operation.id, LETTERS)
  // What somebody touched stays decided.
  return operation.request ? sql`${owed(operation, UNTOLD)} union all (${back}) order by step` : back
}

const owed = ({ id, user_id, moderation_status }: UnderWay, which?: typeof UNTOLD): Sql =>
  moderation_status === 'rejected'
    ? sql`${authorsOf(id, user_id, which)} union all ${reportersOf(id, which)}`
    : reportersOf(id, which)

const addPieces = (tx: Tx, id: string, pieces: Sql) =>
  tx.run(sql`
    insert into moderation_pieces (operation_id, step, user_id, ids)
    select ${id}, step, user_id, ids from (${pieces}) pieces`)

////////////////////////////////////////////////////////////////////////////// taken back, resumed

/** Put back by the job: all that it has done, and nothing more is done. Answers how many they are. */
export async function queueUndoing(
  { tx, enqueue }: Pick<Deciding, 'tx' | 'enqueue'>,
  id: string,
): Promise<number> {
  await withhold(tx, id)
  const queued = await tx.one<{ total: number }>(sql`
    with pieces as (
      insert into moderation_pieces (operation_id, step, ids)
      select ${id}, 'restore', array_agg(publication_id order by publication_id)
      from (select publication_id, (row_number() over (order by publication_id) - 1) / ${PIECE}::int as piece
            from moderation_operation_items where operation_id = ${id}) numbered
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
    where state in ('queued', 'running', 'undoing') and not ${stillQueued(CONTINUE, 'operation', raw('moderation_operations.id'))}
    order by id limit 500 for no key update skip locked`)
  for (const { id } of lost) await enqueue(tx, CONTINUE, { operation: id })
  if (lost.length > 0) log.warn({ operations: lost.length }, 'operations had lost their job')
}
