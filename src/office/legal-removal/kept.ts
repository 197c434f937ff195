import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Tx } from '../../kernel/db/db.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import type { StoredMedia } from '../../media/queries.ts'
import { claimSeal, deleteSeals, type SealedFiles, saveSeal, sealFiles } from '../../media/sealed.ts'
import { sealedStoreOf, storeOf } from '../../media/which-store.ts'
import type { FetchedFile, TakenOff } from '../../publishing/publications/removed-media.ts'
import type { RemovedUpload } from '../../publishing/uploads/removed-media.ts'
import type { ActeurPicture } from '../../territory/acteurs/removed-media.ts'
import type { Blason } from '../../territory/communes/places/queries.ts'

/** The record that lets an operator bring a removed file back, or an address that led to no file. */

interface Removed extends Pick<TakenOff, 'attached' | 'named'> {
  readonly media: readonly StoredMedia[]
  readonly uploads: readonly RemovedUpload[]
  readonly pictures: readonly ActeurPicture[]
  readonly blasons: readonly Blason[]
  readonly fetched: readonly FetchedFile[]
}

export interface Kept extends Omit<Removed, 'media'> {
  readonly media: StoredMedia | undefined
  /** Absent for an address that led to no file. */
  readonly files?: SealedFiles
}

/** Shaped like the key of a content, and never one: those are keyed hashes. */
export const sealKeyOf = (address: string): string => createHash('sha1').update(address).digest('hex')

/** The part that belongs to a key, or to the address that stands for itself. */
export function keptOf({ media, fetched, named, ...removed }: Removed, seal: string): Kept {
  const ofKey = <T extends { readonly key: string | null }>(all: readonly T[]) =>
    all.filter(({ key }) => key === seal)
  const led = fetched.filter(({ url, key }) => key === seal || sealKeyOf(url) === seal)
  const urls = new Set(led.map(({ url }) => url))
  return {
    media: media.find(({ key }) => key === seal),
    uploads: ofKey(removed.uploads),
    attached: ofKey(removed.attached),
    pictures: ofKey(removed.pictures),
    blasons: ofKey(removed.blasons),
    fetched: led,
    named: named.filter(({ url }) => urls.has(url)),
  }
}

/** A slow store must not stop a removal; less than a transaction may be idle. */
const SEAL_MS = 10_000
const over = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort')
  throw signal.reason
}

/**
 * False where nothing is kept. A removal has legal reasons, so it goes on when its files cannot be read or the encrypted
 * ones cannot be written, as on a full disk. A low one is no reason: the encrypted files take the room of the others.
 */
export async function sealKept(
  tx: Tx,
  seal: string,
  kept: Kept,
  { config, secrets, log }: { readonly config: Config; readonly secrets: Secrets; readonly log: Log },
): Promise<boolean> {
  // Removed before, and kept from then on.
  if (!(await claimSeal(tx, seal))) return true
  const sealed = sealedStoreOf(config)
  const end = AbortSignal.timeout(SEAL_MS)
  const files =
    kept.media &&
    (await Promise.race([sealFiles(seal, storeOf(config), sealed, end), over(end)]).catch(error => {
      log.error({ error, key: seal }, 'removed files could not be sealed')
      // Nothing waits for it: the store may be the one that is slow.
      sealed.remove(seal).catch(() => {})
      return undefined
    }))
  const isKept = kept.media ? files !== undefined : kept.fetched.length > 0
  if (isKept) await saveSeal(tx, secrets, seal, { ...kept, ...(files && { files }) })
  else await deleteSeals(tx, [seal])
  return isKept
}
