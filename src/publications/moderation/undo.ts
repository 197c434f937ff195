import type { Trail } from '../../kernel/audit.ts'
import { assignedFrom } from '../../kernel/db/columns.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/retention.ts'
import type { Sender } from '../../mail/outbox.ts'
import { retention } from '../../retention.ts'
import { traceOf as traceOfWords } from '../compose.ts'
import { type Locked, lockPublications } from '../queries.ts'
import { CONTENT, type Content, MODERATION, type Moderation } from '../rules.ts'
import { traceOf } from './decide.ts'
import { takeLettersBack } from './held-mails.ts'

export interface Undone {
  readonly restored: string[]
  readonly deleted: string[]
  /** Decided again, edited or changed in any way since. */
  readonly touched: string[]
}

interface Item extends Moderation {
  readonly publication_id: string
  readonly version_after: number
  /** Null of what was done before these were kept: such an operation did not touch them. */
  readonly en_avant: boolean | null
  readonly featured_until: string | null
  readonly deleted_at: string | null
  /** Of a correction. */
  readonly words: Content | null
}

/** Restores the state before the operation, opens its reports again and takes its mails back. Undefined for an unknown one. */
export async function undoOperation(
  context: Sender & { readonly audit: Trail },
  operationId: string,
): Promise<Undone | undefined> {
  const { tx, audit } = context
  const operation = await tx.one(sql`
    update moderation_operations set undone_at = coalesce(undone_at, now()) where id = ${operationId} returning id`)
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
      row?.version === item.version_after ? 'restored' : row?.deleted_at === null ? 'touched' : 'deleted'
    outcome[list].push(item.publication_id)
    if (row && list === 'restored') audit.record(traceOfUndo(row, item))
  }
  // Column to column, so that not even microseconds are lost. `publie_le` may become null again.
  await tx.run(sql`
    update publications p set ${assignedFrom(MODERATION, 'i')}, moderated_at = i.moderated_at, moderated_by = i.moderated_by,
      en_avant = coalesce(i.en_avant, p.en_avant),
      featured_until = case when i.en_avant is null then p.featured_until else i.featured_until end,
      deleted_at = case when i.en_avant is null then p.deleted_at else i.deleted_at end
    from moderation_operation_items i
    where i.operation_id = ${operationId} and p.id = i.publication_id and p.id = any(${outcome.restored}::uuid[])`)
  await tx.run(sql`
    update publications p set ${assignedFrom(CONTENT, 'w')}, duplicate_key = w.duplicate_key,
      duplicate_reason = w.duplicate_reason, edited_at = w.edited_at, edited_by = w.edited_by
    from moderation_operation_items i, jsonb_populate_record(null::publications, i.words) w
    where i.operation_id = ${operationId} and i.words is not null and p.id = i.publication_id
      and p.id = any(${outcome.restored}::uuid[])`)
  // Once: what is put back is not this operation's any more.
  await tx.run(sql`
    update moderation_operation_items set version_after = 0
    where operation_id = ${operationId} and publication_id = any(${outcome.restored}::uuid[])`)
  await tx.run(sql`
    update publication_reports set closed_at = null, outcome = null, operation_id = null
    where operation_id = ${operationId} and publication_id = any(${outcome.restored}::uuid[])`)
  await takeLettersBack(context, operationId, outcome.restored)
  return outcome
}

function traceOfUndo(row: Locked, item: Item) {
  const { id, before, after } = traceOf(row.id, row, item)
  if (item.words) return { id, before: traceOfWords(row), after: traceOfWords(item.words) }
  if (item.en_avant === null) return { id, before, after }
  const rest = ({
    en_avant,
    featured_until,
    deleted_at,
  }: Pick<Item, 'en_avant' | 'featured_until' | 'deleted_at'>) => ({
    en_avant,
    featured_until,
    deleted: deleted_at !== null,
  })
  return { id, before: { ...before, ...rest(row) }, after: { ...after, ...rest(item) } }
}

/** Older operations can no longer be undone. */
export const forgetOldOperations = (tx: Tx): Promise<number> =>
  tx.run(
    sql`delete from moderation_operations where ${olderThan(retention.operations.kept, sql`created_at`)}`,
  )
