import type { ModerationStatus } from '../../access/permissions.ts'
import { columnsOf } from '../../kernel/db/columns.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/errors.ts'
import { MODERATION } from '../rules.ts'

/** What somebody did to one or many publications, kept so that it can be taken back as one. */

export const OPERATION_ACTIONS = ['moderate', 'valide', 'feature', 'delete', 'restore', 'edit'] as const
export type OperationAction = (typeof OPERATION_ACTIONS)[number]

/** All that a correction writes, to the microsecond. */
const WORDS = sql`jsonb_build_object('title', title, 'body', body, 'type_id', type_id, 'commune_id', commune_id,
  'commune_ids', commune_ids, 'date_debut', date_debut, 'date_fin', date_fin, 'lieu', lieu, 'image_url', image_url,
  'source_url', source_url, 'duplicate_key', duplicate_key, 'duplicate_reason', duplicate_reason,
  'edited_at', edited_at, 'edited_by', edited_by)`

/** Locked already. `changed`: by one statement each; `answered`: their reports alone. */
export async function openOperation(
  tx: Tx,
  userId: string,
  { changed, answered = [] }: { readonly changed: readonly string[]; readonly answered?: readonly string[] },
  did: { readonly action: OperationAction; readonly moderation_status?: ModerationStatus },
): Promise<string> {
  const operation = await tx.one<{ id: string }>(sql`
    insert into moderation_operations (user_id, action, moderation_status, total)
    values (${userId}, ${did.action}, ${did.moderation_status ?? null}, ${changed.length + answered.length}) returning id`)
  if (!operation) throw new Problem('internal_error')
  const ids = [...changed, ...answered]
  if (ids.length === 0) return operation.id
  // The version that the update is about to give: who finds another one knows that somebody touched it since.
  await tx.run(sql`
    insert into moderation_operation_items (operation_id, publication_id, version_after, ${columnsOf(MODERATION)},
      moderated_at, moderated_by, en_avant, featured_until, deleted_at, words)
    select ${operation.id}, id, version + case when id = any(${[...changed]}::uuid[]) then 1 else 0 end,
           ${columnsOf(MODERATION)}, moderated_at, moderated_by, en_avant, featured_until, deleted_at,
           case when ${did.action} = 'edit' then ${WORDS} end
    from publications where id = any(${ids}::uuid[])`)
  return operation.id
}
