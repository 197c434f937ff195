import { type Sql, sql, type Tx } from '../kernel/db/db.ts'
import { invalid } from '../kernel/refusals/errors.ts'
import type { Attached, AttachedDocument, AttachedImage, DocumentWanted, ImageWanted } from './attached.ts'
import type { StoredMedia } from './queries.ts'

/**
 * Attaches uploads of an acteur to its content. The uploads are locked until the request commits, so that the
 * collection of unattached uploads waits and then finds them attached.
 */

type Found = StoredMedia & { readonly id: string; readonly name: string | null }

const find = (tx: Tx, which: Sql) =>
  tx.all<Found>(sql`
    select u.id, u.name, m.key, m.kind, m.bytes, m.width, m.height, m.widths, m.placeholder
    from uploads u join media m on m.key = u.media_key where ${which} order by u.id for key share of u`)

/**
 * Returns the uploads in the requested order. Those attached before are accepted, even if they belong to another acteur
 * by now.
 */
async function wanted(
  tx: Tx,
  pathOf: (at: number) => string,
  kind: StoredMedia['kind'],
  acteurId: string | null,
  ids: readonly string[],
  before: readonly { readonly id: string }[],
): Promise<Found[]> {
  if (ids.length === 0) return []
  const own = before.map(({ id }) => id)
  const rows = await find(
    tx,
    sql`u.id = any(${[...ids]}::uuid[]) and (u.acteur_id = ${acteurId} or u.id = any(${own}::uuid[]))`,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.map((id, at) => {
    const row = byId.get(id)
    if (ids.indexOf(id) !== at)
      throw invalid(`${pathOf(at)}.id`, 'est déjà dans la liste', 'is in the list already')
    if (row?.kind !== kind)
      throw invalid(
        `${pathOf(at)}.id`,
        kind === 'image' ? 'n’est aucune image de cet acteur' : 'n’est aucun document de cet acteur',
        kind === 'image' ? 'is no picture of this acteur' : 'is no document of this acteur',
      )
    return row
  })
}

const orNull = <T>(list: readonly T[]) => (list.length === 0 ? null : list)

export async function attachImages(
  tx: Tx,
  acteurId: string | null,
  asked: readonly ImageWanted[],
  before: readonly AttachedImage[] | null,
  pathOf = (at: number) => `images.${at}`,
): Promise<readonly AttachedImage[] | null> {
  const ids = asked.map(({ id }) => id)
  const rows = await wanted(tx, pathOf, 'image', acteurId, ids, before ?? [])
  return orNull(
    rows.flatMap((row, at) => {
      if (row.kind !== 'image') return []
      const { id, key, width, height, widths, placeholder } = row
      return [{ id, alt: asked[at]?.alt ?? '', key, width, height, widths, placeholder }]
    }),
  )
}

export async function attachDocuments(
  tx: Tx,
  acteurId: string | null,
  asked: readonly DocumentWanted[],
  before: readonly AttachedDocument[] | null,
): Promise<readonly AttachedDocument[] | null> {
  const ids = asked.map(({ id }) => id)
  const rows = await wanted(tx, at => `documents.${at}`, 'document', acteurId, ids, before ?? [])
  return orNull(
    rows.map(({ id, name, key, bytes }, at) => {
      const was = before?.find(one => one.id === id)?.name
      return { id, name: asked[at]?.name ?? was ?? name ?? '', key, bytes }
    }),
  )
}

/** Returns the earlier attachments that were not collected since. */
export async function stillThere(tx: Tx, { images, documents }: Attached): Promise<Attached> {
  const ids = [...(images ?? []), ...(documents ?? [])].map(({ id }) => id)
  if (ids.length === 0) return { images: null, documents: null }
  const there = new Set((await find(tx, sql`u.id = any(${ids}::uuid[])`)).map(({ id }) => id))
  return {
    images: orNull((images ?? []).filter(({ id }) => there.has(id))),
    documents: orNull((documents ?? []).filter(({ id }) => there.has(id))),
  }
}
