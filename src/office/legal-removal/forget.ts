import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, invalid } from '../../kernel/refusals/errors.ts'
import { type Config, ownUrl } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import { lockForgotten, lockKeys } from '../../media/forgotten.ts'
import { KEY } from '../../media/keys.ts'
import { deleteMedia } from '../../media/queries.ts'
import { deleteSeals } from '../../media/sealed.ts'
import { storeOf } from '../../media/which-store.ts'
import {
  type FetchedFile,
  fetchedFilesOf,
  type RemovedFiles,
  refuseAddresses,
  takeOffPublications,
} from '../../publishing/publications/removed-media.ts'
import { deleteUploadsOf, lockUploadsOf } from '../../publishing/uploads/removed-media.ts'
import { takeOffActeurs } from '../../territory/acteurs/removed-media.ts'
import { takeOffBlasons } from '../../territory/communes/places/queries.ts'
import { keptOf, sealKept, sealKeyOf } from './kept.ts'

/**
 * Removes pictures and documents at once: their files, what shows them, and what would bring them back. The same bytes
 * are refused from then on. The files are kept encrypted for a time (`unseal.ts`).
 *
 * The encrypted files are written, then the transaction commits, then the files are deleted (`deleteForgottenFiles`):
 * a process killed in between leaves one of them at least.
 */

interface RemovalRequest {
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
  /** Where `unseal` finds them: the keys, and what stands for addresses that led to no file. */
  readonly seals: readonly string[]
  /** The keys whose files are gone for good, because they could not be sealed. */
  readonly destroyed: readonly string[]
}

interface Removing {
  readonly config: Config
  readonly secrets: Secrets
  readonly log: Log
  /** Keeps nothing, and destroys what an earlier removal has kept. */
  readonly destroy?: boolean
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

/** The files themselves are deleted after the commit. */
export async function forget(
  tx: Tx,
  request: RemovalRequest,
  reason: string,
  { config, secrets, log, destroy = false }: Removing,
  audit: Trail,
): Promise<Forgotten> {
  // Read again once nobody brings them back meanwhile.
  await lockKeys(tx, sealsOf(await readFiles(tx, request)))
  const known = await readFiles(tx, request)
  const { files, fetched } = known
  const { keys } = files
  const seals = sealsOf(known)
  await lockForgotten(tx, keys)
  await lockUploadsOf(tx, keys)
  const { publications, attached, named } = await takeOffPublications(tx, files)
  const pictures = await takeOffActeurs(tx, keys)
  const blasons = await takeOffBlasons(tx, keys)
  await refuseAddresses(tx, files)
  const uploads = await deleteUploadsOf(tx, keys)
  const media = await deleteMedia(tx, keys)
  const store = storeOf(config)
  const [purge, stored]: [string[], Set<string>] = [[], new Set()]
  for (const key of keys)
    for await (const name of store.names(key)) {
      stored.add(key)
      for (const base of basesOf(config)) purge.push(`${base}/media/${key}/${name}`)
    }
  const destroyed: string[] = []
  if (destroy) {
    await deleteSeals(tx, seals)
  } else {
    const all = { media, uploads, attached, named, pictures, blasons, fetched }
    for (const seal of seals) {
      const kept = keptOf(all, seal)
      if (!(await sealKept(tx, seal, kept, { config, secrets, log })) && stored.has(seal))
        destroyed.push(seal)
    }
  }
  const touched = { publications: publications.length, acteurs: pictures.length }
  audit.considered()
  for (const id of [...keys, ...elsewhere(known)])
    audit.record({
      id,
      after: { reason, ...touched, ...((destroy || destroyed.includes(id)) && { destroyed: true }) },
    })
  for (const id of publications) audit.record({ id, action: 'publication.files_removed', after: { reason } })
  for (const { id } of pictures) audit.record({ id, action: 'acteur.picture_removed', after: { reason } })
  for (const { id } of blasons) audit.record({ id, action: 'commune.blason_removed', after: { reason } })
  return {
    keys,
    publications,
    seals,
    destroyed,
    acteurs: pictures.map(({ id }) => id),
    purge: purge.sort(),
  }
}

interface Known {
  readonly files: RemovedFiles
  readonly fetched: readonly FetchedFile[]
}
async function readFiles(tx: Tx, request: RemovalRequest): Promise<Known> {
  const files = await filesOf(tx, request)
  return { files, fetched: await fetchedFilesOf(tx, files) }
}

/** The addresses that led to none of the removed files. */
const elsewhere = ({ files, fetched }: Known) =>
  fetched.filter(({ key }) => key === null || !files.keys.includes(key)).map(({ url }) => url)
const sealsOf = (known: Known) => [...known.files.keys, ...elsewhere(known).map(sealKeyOf)]

const basesOf = ({ mediaUrl, publicUrl, host, port }: Config) => [
  ...new Set([mediaUrl, publicUrl ?? ownUrl({ host, port })].filter(one => one !== undefined)),
]
