import { assignedFrom } from '../../../kernel/db/columns.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import { isInside, staysInside, type Territory } from '../../../people/access/territory.ts'
import type { Content } from '../content.ts'
import { ALERT } from '../places.ts'
import { pushAlerts } from '../push-alerts.ts'
import { type Locked, lockPublications, typeNamed } from '../queries.ts'
import { MODERATION, type Moderation } from '../rules.ts'
import { auditedContent } from '../write.ts'
import { type DecisionContext, WORDS } from './operations.ts'
import { inBatches, moderationChange } from './plans.ts'
import type { Skipped } from './selection.ts'

/** Puts publications back to their state before an operation; those changed since, or outside, are skipped. */

interface Item extends Moderation {
  readonly publication_id: string
  readonly version_after: number
  readonly en_avant: boolean
  readonly featured_until: string | null
  readonly deleted_at: string | null
  /** The content before a correction. */
  readonly words: Content | null
}

export async function restoreItems(
  context: Pick<DecisionContext, 'tx' | 'audit' | 'enqueue'>,
  operationId: string,
  ids: readonly string[],
  territory: Territory,
): Promise<{ restored: string[]; skipped: Skipped[] }> {
  const { tx, audit } = context
  const rows = new Map((await lockPublications(tx, ids)).map(row => [row.id, row]))
  const items = await tx.all<Item>(sql`
    select * from moderation_operation_items
    where operation_id = ${operationId} and publication_id = any(${[...ids]}::uuid[]) order by publication_id`)

  const reaches = await reachedBy(tx, territory)
  audit.considered()
  const [restored, skipped]: [string[], Skipped[]] = [[], []]
  for (const item of items) {
    const id = item.publication_id
    const row = rows.get(id)
    if (row && !reaches(row, item)) skipped.push({ id, title: null, error: 'not_found' })
    else if (row?.version === item.version_after) {
      restored.push(id)
      audit.record(undoChange(row, item))
    } else
      skipped.push({
        id,
        title: row?.title ?? null,
        error: row?.deleted_at === null ? 'stale_version' : 'not_found',
      })
  }
  await inBatches(restored, batch => putBack(tx, operationId, batch))
  await pushAlerts(context, restored)
  return { restored, skipped }
}

/** An operation may be older than the limit of the caller's role: neither the row nor its earlier content is outside. */
async function reachedBy(tx: Tx, territory: Territory) {
  const alert = territory && (await typeNamed(tx, ALERT))
  const placed = (one: Content) => ({ ...one, alert: one.type_id === alert?.id })
  return (row: Locked, { words }: Item): boolean =>
    isInside(territory, row.commune_ids) && (!words || staysInside(territory, placed(row), placed(words)))
}

async function putBack(tx: Tx, operationId: string, ids: readonly string[]) {
  const these = sql`i.operation_id = ${operationId} and p.id = i.publication_id and p.id = any(${[...ids]}::uuid[])`
  // Copied column to column to keep microseconds. `publie_le` may become null again.
  await tx.run(sql`
    update publications p set ${assignedFrom(MODERATION, 'i')}, moderated_at = i.moderated_at, moderated_by = i.moderated_by,
      en_avant = i.en_avant, featured_until = i.featured_until, deleted_at = i.deleted_at
    from moderation_operation_items i where ${these}`)
  await tx.run(sql`
    update publications p set ${assignedFrom(WORDS, 'w')}
    from moderation_operation_items i, jsonb_populate_record(null::publications, i.words) w
    where ${these} and i.words is not null`)
  // The operations before this one can be undone next: shift the versions they expect by the versions this one added.
  // An operation that only closed reports changed no version.
  await tx.run(sql`
    update moderation_operation_items e set version_after = e.version_after + p.version - (i.version_after - 1)
    from moderation_operation_items i, publications p
    where ${these} and p.version > i.version_after
      and e.publication_id = i.publication_id and e.version_after between 1 and i.version_after - 1`)
  // Version 0 marks the item as restored, so that it is not restored twice.
  await tx.run(sql`
    update moderation_operation_items set version_after = 0
    where operation_id = ${operationId} and publication_id = any(${[...ids]}::uuid[])`)
  await tx.run(sql`
    update publication_reports set closed_at = null, outcome = null, operation_id = null
    where operation_id = ${operationId} and publication_id = any(${[...ids]}::uuid[])`)
}

function undoChange(row: Locked, item: Item) {
  const { id, before, after } = moderationChange(row.id, row, item)
  if (item.words) return { id, before: auditedContent(row), after: auditedContent(item.words) }
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
