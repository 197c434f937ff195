import { takeOffActeurs } from '../acteurs/removed-media.ts'
import { takeOffBlasons } from '../communes/places/queries.ts'
import type { Trail } from '../kernel/audit.ts'
import { type Config, ownUrl } from '../kernel/config.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { found, invalid } from '../kernel/errors.ts'
import { deleteMedia, lockForgotten } from '../media/forgotten.ts'
import { KEY } from '../media/keys.ts'
import { storeOf } from '../media/which-store.ts'
import { type RemovedFiles, refuseAddresses, takeOffPublications } from '../publications/removed-media.ts'
import { deleteUploadsOf, lockUploadsOf } from '../uploads/removed-media.ts'

/**
 * Removes pictures and documents at once: their files, what shows them, and what would bring them back. The same bytes
 * are refused from then on. It cannot be undone.
 */

export interface RemovalRequest {
  /** A key, one of our addresses, or the address of a remote picture. */
  readonly address?: string | undefined
  /** All that the publication shows, and showed before. */
  readonly publicationId?: string | undefined
}

export interface Forgotten {
  readonly keys: readonly string[]
  readonly publications: readonly string[]
  readonly acteurs: readonly string[]
  /** Addresses and tags that caches may still hold. */
  readonly purge: readonly string[]
}

export async function filesOf(db: Db, request: RemovalRequest): Promise<RemovedFiles> {
  if (request.publicationId !== undefined) return await filesOfPublication(db, request.publicationId)
  const address = request.address ?? ''
  const [, ours] = /(?:^|\/media\/)([0-9a-f]{40})(?:\/[^/]*)?$/.exec(address.split(/[?#]/)[0] ?? '') ?? []
  if (ours && KEY.test(ours)) return { keys: [ours], addresses: await addressesOf(db, [ours]) }
  if (!/^https?:\/\//.test(address))
    throw invalid(
      'address',
      'n’est ni l’adresse d’une image ou d’un document, ni sa clé',
      'is neither the address of a picture or document, nor its key',
    )
  const fetched = await db.one<{ media_key: string | null }>(
    sql`select media_key from fetched_files where md5(url) = md5(${address}::text) and url = ${address}`,
  )
  const keys = fetched?.media_key ? [fetched.media_key] : []
  return { keys, addresses: [...new Set([address, ...(await addressesOf(db, keys))])] }
}

async function filesOfPublication(db: Db, id: string): Promise<RemovedFiles> {
  const { image_url, fetched } = found(
    await db.one<{ image_url: string | null; fetched: string | null }>(sql`
      select p.image_url, f.media_key as fetched from publications p
        left join fetched_files f on f.id = p.picture_id where p.id = ${id}`),
  )
  const sent = await db.all<{ key: string }>(sql`
    select distinct u.media_key as key from publication_uploads p join uploads u on u.id = p.upload_id
    where p.publication_id = ${id} order by 1`)
  const keys = [...new Set([...sent.map(({ key }) => key), ...(fetched ? [fetched] : [])])]
  const addresses = await addressesOf(db, keys)
  return { keys, addresses: [...new Set([...addresses, ...(image_url === null ? [] : [image_url])])] }
}

/** The same bytes may have been fetched from several addresses. */
const addressesOf = async (db: Db, keys: readonly string[]) =>
  (
    await db.all<{ url: string }>(
      sql`select url from fetched_files where media_key = any(${[...keys]}::text[]) order by id`,
    )
  ).map(({ url }) => url)

/** The files go last: a refusal before that keeps them. */
export async function forget(
  tx: Tx,
  request: RemovalRequest,
  reason: string,
  config: Config,
  audit: Trail,
): Promise<Forgotten> {
  const files = await filesOf(tx, request)
  const { keys, addresses } = files
  await lockForgotten(tx, keys)
  await lockUploadsOf(tx, keys)
  const publications = await takeOffPublications(tx, files)
  const acteurs = await takeOffActeurs(tx, keys)
  const communes = await takeOffBlasons(tx, keys)
  await refuseAddresses(tx, files)
  await deleteUploadsOf(tx, keys)
  await deleteMedia(tx, keys)
  const touched = { publications: publications.length, acteurs: acteurs.length }
  audit.considered()
  for (const id of [...keys, ...(keys.length === 0 ? addresses : [])])
    audit.record({ id, after: { reason, ...touched } })
  for (const id of publications) audit.record({ id, action: 'publication.files_removed', after: { reason } })
  for (const id of acteurs) audit.record({ id, action: 'acteur.picture_removed', after: { reason } })
  for (const id of communes) audit.record({ id, action: 'commune.blason_removed', after: { reason } })
  const store = storeOf(config)
  const purge: string[] = []
  for (const key of keys) {
    for await (const name of store.names(key))
      for (const base of basesOf(config)) purge.push(`${base}/media/${key}/${name}`)
    await store.remove(key)
  }
  return { keys, publications, acteurs, purge: purge.sort() }
}

const basesOf = ({ mediaUrl, publicUrl, host, port }: Config) => [
  ...new Set([mediaUrl, publicUrl ?? ownUrl({ host, port })].filter(one => one !== undefined)),
]
