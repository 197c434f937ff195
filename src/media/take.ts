import { open } from 'node:fs/promises'
import type { Db } from '../kernel/db/db.ts'
import { Problem } from '../kernel/errors.ts'
import { DOCUMENT_NAME, pictureName } from './keys.ts'
import { type FileKind, fileKindOf, TELLING_BYTES } from './kinds.ts'
import { type Kept, reserveKey } from './queries.ts'
import type { PictureSet, Source } from './reencode.ts'
import { pictureSet } from './reencoder.ts'
import type { MediaStore } from './store.ts'

/** A file that somebody sent becomes what we keep of it. No transaction is open meanwhile. */

/** By its first and last bytes, or the refusal of what is not kept. */
export async function recognised(path: string): Promise<Exclude<FileKind, 'heic'>> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
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

/** What `FormData` makes of a file: whoever sent it believes that the file is at fault. */
const isForm = (head: Buffer) => /^--[^\r\n]{1,70}\r\ncontent-disposition:/i.test(head.toString('latin1'))
const WRAPPED = {
  path: 'body',
  fr: 'est un formulaire (multipart/form-data) : envoyez le fichier lui-même',
  en: 'is a form (multipart/form-data): send the file itself',
}

const REFUSALS = { unreadable: 'picture_unreadable', too_many_points: 'picture_too_large' } as const

/** Encoded anew in every width, and put into the store. `asker`: whose turn at the encoder it is. */
export async function keepPicture(
  picture: Source,
  asker: string,
  key: string,
  store: MediaStore,
  db: Db,
): Promise<Kept> {
  const set = await pictureSet(picture, asker)
  if ('refused' in set) throw new Problem(REFUSALS[set.refused])
  await reserveKey(db, { key, kind: 'image' })
  for (const { width, type, bytes } of set.files)
    await store.put(key, pictureName(width, type), Buffer.from(bytes))
  return { kind: 'image', key, bytes: bytesOf(set), ...sizesOf(set) }
}

const bytesOf = ({ files }: PictureSet) => files.reduce((sum, { bytes }) => sum + bytes.length, 0)
const sizesOf = ({ width, height, widths, placeholder }: PictureSet) => ({
  width,
  height,
  widths,
  placeholder: Buffer.from(placeholder).toString('base64'),
})

/** As it is. */
export async function keepDocument(
  document: { readonly file: string; readonly bytes: number },
  key: string,
  store: MediaStore,
  db: Db,
): Promise<Kept> {
  await reserveKey(db, { key, kind: 'document' })
  await store.put(key, DOCUMENT_NAME, document)
  return { kind: 'document', key, bytes: document.bytes }
}
