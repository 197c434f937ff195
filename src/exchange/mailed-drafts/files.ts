import { createHash } from 'node:crypto'
import type { MailNote } from '../../../shared/words/mailed-drafts.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import type { PrepareContext } from '../../kernel/routes/action.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { keyOf } from '../../media/keys.ts'
import { fileKindOf, TELLING_BYTES } from '../../media/kinds.ts'
import { releaseKey, type StoredMedia, saveMedia } from '../../media/queries.ts'
import type { Asker } from '../../media/reencoder.ts'
import { bytesTaken, lockRoom, refuseBeyondQuota, refuseLowDisk } from '../../media/room.ts'
import { keepDocument, keepPicture, refuseLocked } from '../../media/take.ts'
import { storeOf } from '../../media/which-store.ts'
import { findUpload, insertUpload, wantAgain } from '../../publishing/uploads/queries.ts'
import { documentName } from '../../publishing/uploads/rules.ts'
import type { MailFile } from './reading/read-mail.ts'

/** The pictures and PDFs of a mail, stored like those that members upload: pictures are encoded anew. */

const MOST = { image: 10, document: 5 } as const

interface KeptFile {
  readonly key: string
  readonly kind: StoredMedia['kind']
  readonly name: string
  /** Absent where the acteur had it before. */
  readonly stored?: StoredMedia
}
export interface KeptFiles {
  readonly kept: readonly KeptFile[]
  readonly notes: readonly MailNote[]
}
type Where = Pick<PrepareContext<undefined, undefined, undefined>, 'db' | 'config' | 'secrets'>

/** Final for this file; anything else is retried by the mail server, with the whole mail. */
const FINAL: readonly string[] = [
  'document_locked',
  'picture_unreadable',
  'picture_too_large',
  'file_removed',
]

export async function keepFiles(files: readonly MailFile[], asker: Asker, where: Where): Promise<KeptFiles> {
  const { db, config, secrets } = where
  const kept: KeptFile[] = []
  const [leftOut, noRoom]: [string[], string[]] = [[], []]
  let isOutlook = false
  try {
    for (const { name, type, bytes } of files) {
      const kind = kindOf(bytes)
      const isFull = kind !== undefined && kept.filter(one => one.kind === kind).length >= MOST[kind]
      if (/ms-tnef$/i.test(type) || /^winmail\.dat$/i.test(name)) isOutlook = true
      else if (kind === undefined || isFull) leftOut.push(nameOf(name))
      else {
        const key = keyOf(secrets, createHash('sha256').update(bytes).digest('hex'))
        if (kept.some(one => one.key === key)) continue
        const file = { key, kind, name: documentName(name) }
        if (await findUpload(db.pool, asker.acteur, key)) kept.push(file)
        else {
          const refuseWithoutRoom = async (size: number) => {
            await refuseLowDisk(config)
            await refuseBeyondQuota(db.pool, asker.acteur, size, config)
          }
          const keeping = { key, store: storeOf(config), db, refuseWithoutRoom }
          try {
            if (kind === 'document') refuseLocked(Buffer.from(bytes))
            const stored =
              kind === 'document'
                ? await keepDocument(Buffer.from(bytes), keeping)
                : await keepPicture({ bytes }, asker, keeping)
            kept.push({ ...file, stored })
          } catch (error) {
            const code = error instanceof Problem ? error.code : ''
            if (code === 'storage_full') noRoom.push(nameOf(name))
            else if (FINAL.includes(code)) leftOut.push(nameOf(name))
            else throw error
          }
        }
      }
    }
  } catch (error) {
    await releaseFiles(kept, where)
    throw error
  }
  const notes: MailNote[] = [
    ...(leftOut.length > 0 ? [{ code: 'left_out' as const, texts: leftOut.slice(0, 20) }] : []),
    ...(noRoom.length > 0 ? [{ code: 'no_room' as const, texts: noRoom.slice(0, 20) }] : []),
    ...(isOutlook ? [{ code: 'outlook_file' as const, texts: [] }] : []),
  ]
  return { kept, notes }
}

const nameOf = (name: string): string => documentName(name).slice(0, 100)

function kindOf(bytes: Uint8Array): StoredMedia['kind'] | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = fileKindOf(all.subarray(0, TELLING_BYTES), all.subarray(-TELLING_BYTES))
  if (kind === undefined || kind === 'heic') return undefined
  return kind === 'pdf' ? 'document' : 'image'
}

export async function releaseFiles(
  kept: readonly KeptFile[],
  { db, config }: Pick<Where, 'db' | 'config'>,
): Promise<void> {
  for (const { stored } of kept) if (stored) await releaseKey(db, storeOf(config), stored)
}

interface Attached {
  readonly images: { readonly id: string; readonly alt: string }[]
  readonly documents: { readonly id: string; readonly name: string }[]
  readonly notes: readonly MailNote[]
}

/** As uploads of the member. Files beyond the quota are left out: others may have used it meanwhile. */
export async function attachFiles(
  tx: Tx,
  kept: readonly KeptFile[],
  { acteur, person }: Asker,
  config: Pick<Config, 'mediaQuotaBytes'>,
): Promise<Attached> {
  const attached: Attached = { images: [], documents: [], notes: [] }
  if (kept.length === 0) return attached
  await lockRoom(tx, acteur)
  const noRoom: string[] = []
  for (const { key, kind, name, stored } of kept) {
    const known = await findUpload(tx, acteur, key)
    const isKnown = known !== undefined && (await wantAgain(tx, known.id))
    if (!isKnown) {
      // The night job has removed the file since the look-up; the mail server sends the mail again.
      if (!stored) throw new Problem('unavailable')
      if ((await bytesTaken(tx, acteur)) + stored.bytes > config.mediaQuotaBytes) {
        noRoom.push(name)
        continue
      }
      await saveMedia(tx, stored)
    }
    const isDocument = kind === 'document'
    const id =
      (isKnown ? known.id : undefined) ??
      (await insertUpload(tx, { acteurId: acteur, key, name: isDocument ? name : null, by: person }))?.id
    if (id === undefined) throw new Problem('unavailable')
    if (isDocument) attached.documents.push({ id, name })
    else attached.images.push({ id, alt: '' })
  }
  return { ...attached, notes: noRoom.length > 0 ? [{ code: 'no_room', texts: noRoom }] : [] }
}
