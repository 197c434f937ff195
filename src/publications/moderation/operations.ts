import type { ModerationStatus } from '../../access/permissions.ts'
import { columnsOf, jsonOf } from '../../kernel/db/columns.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/errors.ts'
import { DUPLICATE_KEY } from '../duplicates.ts'
import { CONTENT, MODERATION } from '../rules.ts'

/** What somebody did to one or many publications, kept so that it can be taken back as one. */

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

export const OPERATION_STATES = ['queued', 'running', 'done', 'undoing', 'undone'] as const
export type OperationState = (typeof OPERATION_STATES)[number]

/** Where a publication was left as it is: deciding, or taking back. */
export const STEPS = ['decide', 'restore'] as const
/** Why. */
export const LEFT_FOR = ['not_found', 'stale_version'] as const
/** What one piece of it is. */
export const PIECES = ['decide', 'author', 'reporter', 'restore', 'withdraw'] as const

/** All that a correction writes. */
export const WORDS = { ...CONTENT, ...DUPLICATE_KEY, edited_at: 'timestamptz', edited_by: 'uuid' } as const

/** `changed`: by one statement each; `answered`: their reports alone. */
export interface Touched {
  readonly changed: readonly string[]
  readonly answered?: readonly string[]
}

/** Locked already. */
export async function openOperation(
  tx: Tx,
  userId: string,
  touched: Touched,
  did: { readonly action: OperationAction; readonly moderation_status?: ModerationStatus | undefined },
): Promise<string> {
  const { changed, answered = [] } = touched
  const operation = await tx.one<{ id: string }>(sql`
    insert into moderation_operations (user_id, action, moderation_status, total, updated, unchanged)
    values (${userId}, ${did.action}, ${did.moderation_status ?? null}, ${changed.length + answered.length},
            ${changed.length}, ${answered.length})
    returning id`)
  if (!operation) throw new Problem('internal_error')
  await addItems(tx, operation.id, touched, did.action)
  return operation.id
}

/** How each of them stands now, and the version that the update is about to give: who finds another one knows that somebody touched it since. */
export async function addItems(
  tx: Tx,
  operationId: string,
  { changed, answered = [] }: Touched,
  action: OperationAction,
): Promise<void> {
  const ids = [...changed, ...answered]
  if (ids.length === 0) return
  await tx.run(sql`
    insert into moderation_operation_items (operation_id, publication_id, version_after, ${columnsOf(MODERATION)},
      moderated_at, moderated_by, en_avant, featured_until, deleted_at, words)
    select ${operationId}, id, version + case when id = any(${[...changed]}::uuid[]) then 1 else 0 end,
           ${columnsOf(MODERATION)}, moderated_at, moderated_by, en_avant, featured_until, deleted_at,
           case when ${action} = 'edit' then ${jsonOf(WORDS)} end
    from publications where id = any(${ids}::uuid[])`)
}
