import { readFile } from 'node:fs/promises'
import { about, Data, Id, Obj } from '../../../shared/shapes.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { AlreadyDone } from '../../kernel/routes/action.ts'
import { File } from '../../kernel/routes/received.ts'
import { keyOf } from '../../media/keys.ts'
import { releaseKey, saveMedia } from '../../media/queries.ts'
import { lockRoom, refuseBeyondQuota, refuseLowDisk } from '../../media/room.ts'
import { Upload } from '../../media/shapes.ts'
import { mediaAddress } from '../../media/shown.ts'
import { keepDocument, keepPicture, recognised, refuseLocked } from '../../media/take.ts'
import { storeOf } from '../../media/which-store.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { isWithin } from '../../people/access/app-sources.ts'
import { can, isAdministrator, type UserOrKey, userIdOf } from '../../people/access/permissions.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { acting } from '../../people/access/visitors.ts'
import { type ActeurStanding, readStanding, standingIn } from '../publications/standing.ts'
import { findUpload, insertUpload, recordOf, wantAgain } from './queries.ts'
import { MOST_BYTES, nameFrom } from './rules.ts'

/** Uploading a picture or a document, before it is attached to anything. */

export const create = acting.write({
  summary: 'Upload a picture or a PDF, to attach it afterwards',
  description:
    'The body is the file itself, 15 MiB at most. Detected from the bytes: JPEG, PNG, WebP, AVIF, GIF (its first frame), or PDF. A picture is turned upright and encoded anew in up to three widths, without metadata. A PDF that asks for a password to be opened is refused (`document_locked`), and so is a file without a byte (`file_empty`). The same bytes for the same acteur again: 200, with what is there. Unattached files are removed after a day. Refused with `storage_full` where the file does not fit into the quota of the acteur, with `storage_low` while the disk is nearly full. One person has three pictures in the queue, an acteur seven; one more is 503 with `Retry-After`.',
  query: Obj({ acteur_id: about('The acteur that owns the upload and may attach it', Id) }),
  body: File,
  receives: { most: MOST_BYTES, tooLarge: 'file_too_large' },
  reply: Data(Upload),
  mayBeDone: true,
  errors: [
    'forbidden',
    'storage_full',
    'storage_low',
    'file_unsupported',
    'file_empty',
    'file_removed',
    'document_locked',
    'picture_heic',
    'picture_too_large',
    'picture_unreadable',
  ],
  async admit({ db, query, caller, source, config, announced }) {
    refuseStrangers(await readStanding(db.pool, query.acteur_id, caller), caller, source, query.acteur_id)
    await refuseLowDisk(config)
    // The encoded size is not known yet: near the quota the file must fit as sent. Above the size limit, the 413
    // that follows says more.
    const bytes = announced > MOST_BYTES ? 1 : Math.max(1, announced)
    await refuseBeyondQuota(db.pool, query.acteur_id, bytes, config)
  },
  async prepare({ db, query, body, caller, config, secrets }) {
    nameFrom(body.name)
    const kind = await recognised(body.path)
    const key = keyOf(secrets, body.sha256)
    // Another person's file is encoded again, so that response times do not tell which files exist.
    if (await findUpload(db.pool, query.acteur_id, key)) return { key }
    const refuseWithoutRoom = async (bytes: number) => {
      await refuseLowDisk(config)
      await refuseBeyondQuota(db.pool, query.acteur_id, bytes, config)
    }
    const keeping = { key, store: storeOf(config), db, refuseWithoutRoom }
    if (kind === 'pdf') refuseLocked(await readFile(body.path))
    return kind === 'pdf'
      ? await keepDocument({ file: body.path, bytes: body.bytes }, keeping)
      : await keepPicture({ file: body.path }, { acteur: query.acteur_id, person: caller.id }, keeping)
  },
  async run({ tx, query, body, prepared, caller, source, config, audit }) {
    const acteurId = query.acteur_id
    refuseStrangers(await standingIn(tx, acteurId, caller), caller, source, acteurId)
    const { key } = prepared
    const address = mediaAddress(config)
    const known = await findUpload(tx, acteurId, key)
    if (known && (await wantAgain(tx, known.id))) return new AlreadyDone({ data: recordOf(known, address) })
    // The night job has removed the file since the look-up; a retry stores it again.
    if (!('kind' in prepared)) throw new Problem('unavailable')
    await lockRoom(tx, acteurId)
    await saveMedia(tx, prepared)
    const name = prepared.kind === 'document' ? nameFrom(body.name) : null
    const created = await insertUpload(tx, { acteurId, key, name, by: userIdOf(caller) })
    const upload = found(await findUpload(tx, acteurId, key))
    if (!created) return new AlreadyDone({ data: recordOf(upload, address) })
    // The sum includes this upload.
    await refuseBeyondQuota(tx, acteurId, 0, config)
    const { kind, bytes } = upload
    audit.record({ id: upload.id, after: { acteur_id: acteurId, kind, bytes } })
    return { data: recordOf(upload, address) }
  },
  async release(prepared, { db, config }) {
    if ('kind' in prepared) await releaseKey(db, storeOf(config), prepared)
  },
})

/** Only members who may write for this acteur may upload for it. */
export function refuseStrangers(
  standing: ActeurStanding | undefined,
  caller: UserOrKey,
  source: AppSource,
  acteurId: string,
): void {
  if (!standing || (standing.deleted && isAdministrator(caller))) throw unknownId('acteur_id', 'acteur')
  const verdict = can(caller, { action: 'create', standing, inZone: true, pin: false })
  if (verdict !== 'allowed') throw new Problem(verdict)
  if (!isWithin(source, { acteur_id: acteurId, commune_ids: standing.communes }))
    throw new Problem('scope_violation')
}
