import type { Tx } from '../../kernel/db/db.ts'
import type { AttachedDocument, AttachedImage } from '../../media/attached.ts'
import { uploadsToAttach } from '../../publishing/uploads/queries.ts'

export interface Attach {
  images(all: readonly { readonly id: string; readonly alt: string }[]): AttachedImage[]
  documents(all: readonly { readonly id: string; readonly name: string }[]): AttachedDocument[]
}

/** The rows of uploads that are here: what the file lacks, and what was removed for legal reasons, is left out. */
export async function attacher(tx: Tx, shown: readonly { readonly id: string }[]): Promise<Attach> {
  const rows =
    shown.length === 0
      ? new Map()
      : await uploadsToAttach(
          tx,
          shown.map(({ id }) => id),
        )
  return {
    images: all =>
      all.flatMap(({ id, alt }) => {
        const row = rows.get(id)
        if (!row) return []
        const { key, width, height, widths, placeholder } = row
        return [{ id, alt, key, width, height, widths, placeholder }]
      }),
    documents: all =>
      all.flatMap(({ id, name }) => {
        const row = rows.get(id)
        return row ? [{ id, name, key: row.key, bytes: row.bytes }] : []
      }),
  }
}
