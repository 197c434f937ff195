import { assignedFrom, typed } from '../../kernel/db/columns.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Content } from './content.ts'
import { type Alike, DUPLICATE_KEY, duplicateKeyOf } from './duplicates.ts'
import { inBatches } from './moderation/plans.ts'
import { stayingApart } from './told-apart.ts'

/**
 * Moves publications to the acteur that theirs is merged into, or back if they were not moved since. Duplicate keys
 * contain the acteur, so they are computed again.
 */
export async function publicationsOfActeur(
  tx: Tx,
  from: string,
  into: string,
  only?: readonly string[],
): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select id from publications
    where acteur_id = ${from} ${only ? sql`and id = any(${[...only]}::uuid[])` : sql``} order by id for no key update`)
  const ids = idsOf(rows)
  await stayingApart(tx, ids, () => inBatches(rows, batch => hand(tx, idsOf(batch), into)))
  return ids
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

async function hand(tx: Tx, ids: readonly string[], into: string): Promise<void> {
  const words = await tx.all<Alike & { readonly id: string }>(sql`
    select id, type_id, title, body, date_debut, source_url, ${into}::uuid as acteur_id from publications
    where id = any(${[...ids]}::uuid[])`)
  const keys = words.map(one => ({ id: one.id, ...duplicateKeyOf(one) }))
  await tx.run(sql`
    update publications p set acteur_id = ${into}, ${assignedFrom(DUPLICATE_KEY, 'k')}
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(id uuid, ${typed(DUPLICATE_KEY)})
    where p.id = k.id`)
  await keyWhatMayComeBack(tx, ids, into)
}

/** Also the keys of contents that an undo or an earlier revision may bring back. */
async function keyWhatMayComeBack(tx: Tx, ids: readonly string[], into: string): Promise<void> {
  const kept = await tx.all<{ operation_id: string; publication_id: string; words: Content }>(sql`
    select operation_id, publication_id, words from moderation_operation_items
    where publication_id = any(${[...ids]}::uuid[]) and words is not null`)
  for (const { operation_id, publication_id, words } of kept)
    await tx.run(sql`
      update moderation_operation_items
      set words = words || ${JSON.stringify(duplicateKeyOf({ ...words, acteur_id: into }))}::jsonb
      where operation_id = ${operation_id} and publication_id = ${publication_id}`)
}
