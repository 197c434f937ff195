import type { Trail } from '../../kernel/audit.ts'
import { assignedFrom } from '../../kernel/db/columns.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { traceOf as traceOfWords } from '../compose.ts'
import { type Locked, lockPublications } from '../queries.ts'
import { type Content, MODERATION, type Moderation } from '../rules.ts'
import { inParts, traceOf } from './acts.ts'
import type { LeftOut } from './chosen.ts'
import { WORDS } from './operations.ts'

/** Of an operation, some publications as they stood before; those that somebody touched since are left as they are. */

interface Item extends Moderation {
  readonly publication_id: string
  readonly version_after: number
  readonly en_avant: boolean
  readonly featured_until: string | null
  readonly deleted_at: string | null
  /** Of a correction. */
  readonly words: Content | null
}

export async function restoreItems(
  { tx, audit }: { readonly tx: Tx; readonly audit: Trail },
  operationId: string,
  ids: readonly string[],
): Promise<{ restored: string[]; left: LeftOut[] }> {
  const rows = new Map((await lockPublications(tx, ids)).map(row => [row.id, row]))
  const items = await tx.all<Item>(sql`
    select * from moderation_operation_items
    where operation_id = ${operationId} and publication_id = any(${[...ids]}::uuid[]) order by publication_id`)

  audit.considered()
  const [restored, left]: [string[], LeftOut[]] = [[], []]
  for (const item of items) {
    const id = item.publication_id
    const row = rows.get(id)
    if (row?.version === item.version_after) {
      restored.push(id)
      audit.record(traceOfUndo(row, item))
    } else
      left.push({
        id,
        title: row?.title ?? null,
        error: row?.deleted_at === null ? 'stale_version' : 'not_found',
      })
  }
  await inParts(restored, some => putBack(tx, operationId, some))
  return { restored, left }
}

async function putBack(tx: Tx, operationId: string, ids: readonly string[]) {
  const these = sql`i.operation_id = ${operationId} and p.id = i.publication_id and p.id = any(${[...ids]}::uuid[])`
  // Column to column, so that not even microseconds are lost. `publie_le` may become null again.
  await tx.run(sql`
    update publications p set ${assignedFrom(MODERATION, 'i')}, moderated_at = i.moderated_at, moderated_by = i.moderated_by,
      en_avant = i.en_avant, featured_until = i.featured_until, deleted_at = i.deleted_at
    from moderation_operation_items i where ${these}`)
  await tx.run(sql`
    update publications p set ${assignedFrom(WORDS, 'w')}
    from moderation_operation_items i, jsonb_populate_record(null::publications, i.words) w
    where ${these} and i.words is not null`)
  // It stands again as what was done before left it, which can be taken back in its turn: the versions of all that was done
  // before move along, so that whoever touched it in between still shows. Answered reports moved no version.
  await tx.run(sql`
    update moderation_operation_items e set version_after = e.version_after + p.version - (i.version_after - 1)
    from moderation_operation_items i, publications p
    where ${these} and p.version > i.version_after
      and e.publication_id = i.publication_id and e.version_after between 1 and i.version_after - 1`)
  // Once: what is put back is not this operation's any more.
  await tx.run(sql`
    update moderation_operation_items set version_after = 0
    where operation_id = ${operationId} and publication_id = any(${[...ids]}::uuid[])`)
  await tx.run(sql`
    update publication_reports set closed_at = null, outcome = null, operation_id = null
    where operation_id = ${operationId} and publication_id = any(${[...ids]}::uuid[])`)
}

function traceOfUndo(row: Locked, item: Item) {
  const { id, before, after } = traceOf(row.id, row, item)
  if (item.words) return { id, before: traceOfWords(row), after: traceOfWords(item.words) }
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
