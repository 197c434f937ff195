import { sql, type Tx } from '../../kernel/db/db.ts'
import { sameUploadsOf } from '../uploads/merged-acteurs.ts'
import type { DraftContent, DraftRow } from './shapes.ts'

/**
 * Moves drafts to the acteur that theirs is merged into, and back. Uploads may have stayed behind: the same file has
 * another id there.
 */
export async function draftsOfActeur(tx: Tx, from: string, into: string, only?: readonly string[]) {
  const moved = await tx.all<Pick<DraftRow, 'id' | 'content'>>(sql`
    update publication_drafts set acteur_id = ${into}
    where acteur_id = ${from} ${only ? sql`and id = any(${[...only]}::uuid[])` : sql``} returning id, content`)
  const others = await sameUploadsOf(tx, from, into, [...new Set(moved.flatMap(namedIn))])
  for (const draft of moved)
    if (namedIn(draft).some(id => others.has(id)))
      await tx.run(sql`
        update publication_drafts set content = ${JSON.stringify(renamed(draft.content, others))}::jsonb
        where id = ${draft.id}`)
  return moved.map(({ id }) => id)
}

const namedIn = ({ content }: Pick<DraftRow, 'content'>) =>
  [...(content.images ?? []), ...(content.documents ?? [])].map(({ id }) => id)

function renamed(content: DraftContent, others: ReadonlyMap<string, string>): DraftContent {
  const { images, documents } = content
  const other = <T extends { readonly id: string }>(one: T): T => ({
    ...one,
    id: others.get(one.id) ?? one.id,
  })
  return {
    ...content,
    ...(images && { images: images.map(other) }),
    ...(documents && { documents: documents.map(other) }),
  }
}
