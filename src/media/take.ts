import { open } from 'node:fs/promises'
import type { Database } from '../kernel/db/database.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { DOCUMENT_NAME, pictureName } from './keys.ts'
import { type FileKind, fileKindOf, TELLING_BYTES } from './kinds.ts'
import { needsPassword } from './pdf-password.ts'
import { type KeptPicture, releaseKey, reserveKey, type StoredMedia } from './queries.ts'
import type { PictureSet, Source } from './reencode.ts'
import { type Asker, pictureSet } from './reencoder.ts'
import type { Content, MediaStore } from './store.ts'

/** Turns an uploaded file into stored content. No transaction is open meanwhile. */

/** Recognises the type by the first and last bytes, or refuses the file. */
export async function recognised(path: string): Promise<Exclude<FileKind, 'heic'>> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    // A phone names a file of a cloud drive before it has it.
    if (size === 0) throw new Problem('file_empty')
    const bytes = async (from: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(TELLING_BYTES), 0, TELLING_BYTES, from)
      return buffer.subarray(0, bytesRead)
    }
    const head = await bytes(0)
    const kind = fileKindOf(head, await bytes(Math.max(0, size - TELLING_BYTES)))
    if (kind === undefined) throw new Problem('file_unsupported', { details: isForm(head) ? [WRAPPED] : [] })
    if (kind === 'heic') throw new Problem('picture_heic')
    return kind
  } finally {
    await file.close()
  }
}

/** A multipart form: the sender would otherwise think that the file itself is wrong. */
const isForm = (head: Buffer) => /^--[^\r\n]{1,70}\r\ncontent-disposition:/i.test(head.toString('latin1'))
const WRAPPED = {
  path: 'body',
  fr: 'est un formulaire (multipart/form-data) : envoyez le fichier lui-même',
  en: 'is a form (multipart/form-data): send the file itself',
}

const REFUSALS = { unreadable: 'picture_unreadable', too_many_points: 'picture_too_large' } as const

interface Keeping {
  readonly key: string
  readonly store: MediaStore
  readonly db: Database
  /** Refuses before anything is stored when there is no room. */
  readonly refuseWithoutRoom: (bytes: number) => Promise<void>
}

/**
 * Re-encodes a picture in every width and stores it. The key stays reserved until `releaseKey`.
 */
export async function keepPicture(picture: Source, asker: Asker, keeping: Keeping): Promise<StoredMedia> {
  const { kept, files } = await encodedPicture(picture, asker, keeping.key)
  return await stored(kept, files, keeping)
}

/** Re-encodes a picture in every width, and stores nothing. */
export async function encodedPicture(picture: Source, asker: Asker, key: string) {
  const set = await pictureSet(picture, asker)
  if ('refused' in set) throw new Problem(REFUSALS[set.refused])
  const kept: KeptPicture = { kind: 'image', key, bytes: bytesOf(set), ...sizesOf(set) }
  const files = set.files.map(
    ({ width, type, bytes }): StoredFile => [pictureName(width, type), Buffer.from(bytes)],
  )
  return { kept, files }
}

const bytesOf = ({ files }: PictureSet) => files.reduce((sum, { bytes }) => sum + bytes.length, 0)
const sizesOf = ({ width, height, widths, placeholder }: PictureSet) => ({
  width,
  height,
  widths,
  placeholder: Buffer.from(placeholder).toString('base64'),
})

/** Residents have no password for it: of an act that is published, the PDF does not change any more. */
export function refuseLocked(pdf: Buffer): void {
  if (needsPassword(pdf)) throw new Problem('document_locked')
}

/** Stores a document unchanged. The key stays reserved until `releaseKey`. */
export const keepDocument = (document: Content, keeping: Keeping): Promise<StoredMedia> =>
  stored(
    {
      kind: 'document',
      key: keeping.key,
      bytes: Buffer.isBuffer(document) ? document.length : document.bytes,
    },
    [[DOCUMENT_NAME, document]],
    keeping,
  )

type StoredFile = readonly [name: string, content: Content]

async function stored<K extends StoredMedia>(
  kept: K,
  files: readonly StoredFile[],
  { key, store, db, refuseWithoutRoom }: Keeping,
): Promise<K> {
  await refuseWithoutRoom(kept.bytes)
  await reserveKey(db, kept)
  try {
    for (const [name, content] of files) await store.put(key, name, content)
  } catch (error) {
    // If the store is unavailable, the nightly collection removes the files.
    await releaseKey(db, store, kept).catch(() => {})
    throw error
  }
  return kept
}
