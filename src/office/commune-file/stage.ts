import { createHash } from 'node:crypto'
import type { Database } from '../../kernel/db/database.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { isForgotten } from '../../media/forgotten.ts'
import { keyOf } from '../../media/keys.ts'
import { fileKindOf, TELLING_BYTES } from '../../media/kinds.ts'
import { hasText } from '../../media/pdf-text.ts'
import { releaseKey, type StoredMedia } from '../../media/queries.ts'
import { refuseLowDisk } from '../../media/room.ts'
import { encodedPicture, keepDocument, keepPicture } from '../../media/take.ts'
import { storeOf } from '../../media/which-store.ts'
import type { FileLine } from './shapes.ts'
import { type CommuneSource, placed } from './source.ts'

/**
 * Pictures and documents of a file, before the transaction: recognised by their bytes, encoded anew and stored under reserved
 * keys. A process that is killed meanwhile leaves keys that nothing shows, which the night removes.
 */

interface Staging {
  readonly db: Database
  readonly config: Config
  readonly secrets: Secrets
  /** On trial everything is encoded and nothing stored. */
  readonly trial: boolean
  readonly progress: (done: number) => void
  /** The PDFs of acts, by id. */
  readonly papers: ReadonlyMap<string, string>
}

export interface Staged {
  readonly media: ReadonlyMap<string, StoredMedia>
  /** The PDFs of acts. */
  readonly papers: ReadonlyMap<string, Paper>
  /** Removed here for legal reasons before: they do not come back. */
  readonly forgotten: ReadonlySet<string>
}

interface Paper {
  readonly sha256: string
  readonly avec_texte: boolean
}

export async function withStaged<T>(
  source: CommuneSource,
  files: readonly FileLine[],
  staging: Staging,
  work: (staged: Staged) => Promise<T>,
): Promise<T> {
  const { db, config, trial, progress } = staging
  const media = new Map<string, StoredMedia>()
  const papers = new Map<string, Paper>()
  const forgotten = new Set<string>()
  try {
    for (const file of files) {
      const bytes = await source.file(file.path)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const kept = await stage(file, bytes, sha256, staging)
      if (kept) media.set(file.id, kept)
      else forgotten.add(file.id)
      if (staging.papers.has(file.id)) papers.set(file.id, { sha256, avec_texte: await hasText(bytes) })
      progress(media.size)
    }
    return await work({ media, papers, forgotten })
  } finally {
    if (!trial) for (const kept of media.values()) await releaseKey(db, storeOf(config), kept)
  }
}

async function stage(
  file: FileLine,
  bytes: Buffer,
  sha256: string,
  { db, config, secrets, trial }: Staging,
): Promise<StoredMedia | undefined> {
  const kind = fileKindOf(bytes.subarray(0, TELLING_BYTES), bytes.subarray(-TELLING_BYTES))
  const isPicture = kind !== undefined && kind !== 'pdf' && kind !== 'heic'
  if (kind === undefined || isPicture !== (file.kind === 'image'))
    throw new Refusal(`${file.path} is no ${file.kind === 'image' ? 'picture' : 'PDF'}.`)
  // An acteur may have two uploads that were different files and are the same picture now: each has a key of its own.
  const key = keyOf(secrets, createHash('sha256').update(`${file.id} ${sha256}`).digest('hex'))
  for (const one of [key, keyOf(secrets, sha256)]) if (await isForgotten(db.pool, one)) return undefined
  const refuseWithoutRoom = () => refuseLowDisk(config)
  const keeping = { key, store: storeOf(config), db, refuseWithoutRoom }
  const asker = { acteur: file.acteur_id ?? file.id, person: 'the import of a commune' }
  try {
    await refuseWithoutRoom()
    if (trial)
      return isPicture
        ? (await encodedPicture({ bytes }, asker, key)).kept
        : { kind: 'document', key, bytes: bytes.length }
    return isPicture ? await keepPicture({ bytes }, asker, keeping) : await keepDocument(bytes, keeping)
  } catch (error) {
    throw placed(file.path, error)
  }
}
