import { randomUUIDv7 } from 'node:crypto'
import type { ModerationStatus } from '../../../../shared/words/moderation.ts'
import { columnsOf, jsonOf } from '../../../kernel/db/columns.ts'
import { type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Identified } from '../../../kernel/http/visitor.ts'
import type { WriteContext } from '../../../kernel/routes/action.ts'
import type { Leaving } from '../../../letters/mail/shapes.ts'
import { CONTENT } from '../content.ts'
import { DUPLICATE_KEY } from '../duplicates.ts'
import { MODERATION } from '../rules.ts'

/** An operation: one decision about one or many publications, recorded so that it can be undone as one. */

/** The part of a request's or job's context that decisions use. */
export type DecisionContext = Pick<
  WriteContext<undefined, undefined, undefined>,
  'tx' | 'audit' | 'config' | 'enqueue' | 'now'
> & {
  readonly caller: Identified
  /** Seconds before its mails leave, if longer than the usual minute. */
  readonly held?: number
}

/** `meta` of the reply: the operation to undo, and who gets mail. */
export interface DecisionMeta {
  readonly operation_id: string
  readonly mail: Leaving | null
}

export const OPERATION_ACTIONS = [
  'moderate',
  'valide',
  'feature',
  'delete',
  'restore',
  'edit',
  'tell_apart',
] as const
export type OperationAction = (typeof OPERATION_ACTIONS)[number]

/** The step in which a publication was skipped. */
export const STEPS = ['decide', 'restore'] as const
/** Reasons for which a publication was skipped. */
export const LEFT_FOR = ['not_found', 'stale_version', 'no_author'] as const
/** Kinds of pieces of an operation that a job carries out. */
export const PIECES = ['decide', 'author', 'reporter', 'restore', 'withdraw'] as const

/** The columns that a correction writes. */
export const WORDS = {
  ...CONTENT,
  ...DUPLICATE_KEY,
  edited_at: 'timestamptz',
  edited_by: 'uuid',
  written_by_key: 'uuid',
} as const

/** `changed`: rows that the operation updates; `answered`: rows of which only the reports are closed. */
export interface Touched {
  readonly changed: readonly string[]
  readonly answered?: readonly string[]
}

/** The rows must be locked. The caller may choose the id, to send what names it in the same round trip. */
export async function openOperation(
  tx: Tx,
  userId: string | null,
  touched: Touched,
  did: { readonly action: OperationAction; readonly moderation_status?: ModerationStatus | undefined },
  id: string = randomUUIDv7(),
): Promise<string> {
  const { changed, answered = [] } = touched
  await tx.run(sql`
    with operation as (
      insert into moderation_operations (id, user_id, action, moderation_status, total, updated, unchanged)
      values (${id}, ${userId}, ${did.action}, ${did.moderation_status ?? null}, ${changed.length + answered.length},
              ${changed.length}, ${answered.length}))
    ${itemsOf(id, touched, did.action)}`)
  return id
}

export const addItems = (tx: Tx, operationId: string, touched: Touched, action: OperationAction) =>
  tx.run(itemsOf(operationId, touched, action))

/** Stores the state before the update and the version after it: an undo skips rows that have another version by then. */
const itemsOf = (
  operationId: string,
  { changed, answered = [] }: Touched,
  action: OperationAction,
): Sql => sql`
  insert into moderation_operation_items (operation_id, publication_id, version_after, ${columnsOf(MODERATION)},
    moderated_at, moderated_by, en_avant, featured_until, deleted_at, words)
  select ${operationId}, id, version + case when id = any(${[...changed]}::uuid[]) then 1 else 0 end,
         ${columnsOf(MODERATION)}, moderated_at, moderated_by, en_avant, featured_until, deleted_at,
         case when ${action} = 'edit' then ${jsonOf(WORDS)} end
  from publications where id = any(${[...changed, ...answered]}::uuid[])`
