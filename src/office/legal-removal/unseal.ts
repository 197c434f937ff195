import type { Database } from '../../kernel/db/database.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { AuditTrail, BY_OPERATOR, type Trail } from '../../kernel/records/audit.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { deleteForgottenFiles, expectFiles, lockKeys, takeAgain } from '../../media/forgotten.ts'
import { insertMedia } from '../../media/queries.ts'
import { deleteSealedFiles, deleteSeals, lockSeal, openFiles } from '../../media/sealed.ts'
import { sealedStoreOf, storeOf } from '../../media/which-store.ts'
import { putBackAddresses, putBackPublications } from '../../publishing/publications/removed-media.ts'
import { putBackUploads } from '../../publishing/uploads/removed-media.ts'
import { putBackActeurs } from '../../territory/acteurs/removed-media.ts'
import { putBackBlasons } from '../../territory/communes/places/queries.ts'
import { type Kept, sealKeyOf } from './kept.ts'

/**
 * Undoes a removal (`forget.ts`) while its files are kept. The files are written in clear, then the transaction commits,
 * then the encrypted ones are deleted (`deleteSealedFiles`). Killed before the commit: the job `media.forgotten` deletes
 * the clear ones. Killed after it: the encrypted ones cannot be read any more, and go with the nightly sweep.
 */

/** Returns the key of the sealed record for a file key, an address below `/media` or a remote address. */
export const sealOf = (text: string): string =>
  /(?:^|\/media\/)([0-9a-f]{40})(?:\/[^/]*)?$/.exec(text.split(/[?#]/)[0] ?? '')?.[1] ?? sealKeyOf(text)

/** Says whether the content is sealed, public or deleted. */
export const stateOf = async (db: Db, seal: string): Promise<'sealed' | 'there' | 'gone'> =>
  (
    await db.one<{ state: 'sealed' | 'there' | 'gone' }>(sql`
      select case when exists (select from media_sealed where key = ${seal}) then 'sealed'
                  when exists (select from media where key = ${seal}) then 'there' else 'gone' end as state`)
  )?.state ?? 'gone'

interface Unsealed {
  readonly publications: readonly string[]
  readonly acteurs: readonly string[]
  readonly communes: readonly string[]
}

interface With {
  readonly config: Config
  readonly secrets: Secrets
}

/** Undefined where nothing is kept. */
export async function bringBack(db: Database, seal: string, how: With): Promise<Unsealed | undefined> {
  const store = storeOf(how.config)
  await expectFiles(db.pool, seal)
  const done = await db
    .transaction(async tx => {
      const trail = new AuditTrail('media.unsealed')
      const unsealed = await unseal(tx, seal, how, trail)
      await trail.save(tx, BY_OPERATOR)
      return unsealed
    })
    .finally(() => deleteForgottenFiles(db, store, [seal]))
  if (done) await deleteSealedFiles(db, sealedStoreOf(how.config), [seal])
  return done
}

const FILES_MS = 10 * 60_000

async function unseal(
  tx: Tx,
  seal: string,
  { config, secrets }: With,
  audit: Trail,
): Promise<Unsealed | undefined> {
  // Files are written between the statements.
  await tx.run(sql`select set_config('idle_in_transaction_session_timeout', ${`${FILES_MS}`}, true)`)
  await lockKeys(tx, [seal])
  const kept = await lockSeal<Kept>(tx, secrets, seal).catch(error => {
    throw cannotOpen(seal, error)
  })
  if (!kept) return undefined
  const { media, files, uploads, fetched, pictures, blasons } = kept
  if (media && files) {
    await insertMedia(tx, media)
    await openFiles(seal, files, sealedStoreOf(config), storeOf(config)).catch(error => {
      throw cannotOpen(seal, error)
    })
    await takeAgain(tx, seal)
    await putBackUploads(tx, uploads)
  }
  await putBackAddresses(tx, fetched)
  const publications = await putBackPublications(tx, media, kept)
  const acteurs = await putBackActeurs(tx, pictures)
  const communes = await putBackBlasons(tx, blasons)
  await deleteSeals(tx, [seal])
  const [address] = media ? [] : fetched.map(({ url }) => url)
  const touched = { publications: publications.length, acteurs: acteurs.length, communes: communes.length }
  audit.record({ id: address ?? seal, after: touched })
  for (const id of publications) audit.record({ id, action: 'publication.files_restored', after: {} })
  for (const id of acteurs) audit.record({ id, action: 'acteur.picture_restored', after: {} })
  for (const id of communes) audit.record({ id, action: 'commune.blason_restored', after: {} })
  return { publications, acteurs, communes }
}

const cannotOpen = (seal: string, error: Error) =>
  new Refusal(
    `What is kept of ${seal} cannot be opened: ${error.message}. Nothing was changed. PARVIS_SECRET must be that of the removal, or exchanged since, and the store must hold sealed/.`,
  )
