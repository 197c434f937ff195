import type { Tx } from '../../../kernel/db/db.ts'
import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { AuditTrail } from '../../../kernel/records/audit.ts'
import { describeError } from '../../../kernel/telemetry/log.ts'
import { shortened } from '../../../kernel/texts/texts.ts'
import type { Attached, AttachedDocument, AttachedImage } from '../../../media/attached.ts'
import { duplicateKeyOf } from '../../../publishing/publications/duplicates.ts'
import { type Locked, lockPublication, saveFetched } from '../../../publishing/publications/queries.ts'
import { auditedContent } from '../../../publishing/publications/write.ts'
import { fetchedUpload } from '../../../publishing/uploads/queries.ts'
import { because, explain, type ImportExplanation } from '../explanations.ts'
import {
  type FetchedFile,
  fetchedFilesOf,
  forgetFilesOf,
  type Item,
  itemsReady,
  publicationOf,
  saveOutcomes,
  wasEdited,
} from '../files/queries.ts'
import { listOrNull, withoutLinks } from '../files/wanted.ts'
import type { StoredEntry } from '../run-shapes.ts'
import { addEntries } from './queries.ts'

/**
 * Attaches fetched files to the publications of imported items, as uploads of their acteur, and removes the links that they
 * replace. One transaction for each publication, with the row locked: of two workers the second finds nothing to do, and
 * a killed one leaves everything to the next run of the job. The moderation status stays: the approved text linked to
 * the same files.
 */
export async function attachFetched(
  { db, log }: Pick<JobContext, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let last: Item | undefined
  for (;;) {
    const items = await itemsReady(db.pool, last)
    for (const item of items) {
      if (signal.aborted) return
      await db
        .transaction(tx => attachTo(tx, item))
        .catch(error => {
          // The other items go on; this one is retried by the next run of the job.
          log.error({ ...item, error: describeError(error) }, 'files of an item could not be attached')
        })
      last = item
    }
    if (items.length === 0) return
  }
}

async function attachTo(tx: Tx, item: Item): Promise<void> {
  const id = await publicationOf(tx, item)
  const before = id === null ? undefined : await lockPublication(tx, id)
  // A restored publication gets its files then.
  if (before && before.deleted_at !== null) return
  if (!before || (await wasEdited(tx, item))) return void (await forgetFilesOf(tx, item))
  const files = await fetchedFilesOf(tx, item)
  const after = { ...(await attachedAfter(tx, before, files)), body: bodyAfter(before, files) }
  const key = duplicateKeyOf({ ...before, ...after })
  await saveFetched(tx, before.id, { ...after, ...key })
  await saveOutcomes(tx, item)
  const trail = new AuditTrail('publication.import_updated')
  trail.record({
    id: before.id,
    before: auditedContent(before),
    after: auditedContent({ ...before, ...after }),
  })
  const run = files.find(({ run_id }) => run_id !== null)?.run_id ?? null
  const signature = { userId: undefined, source: undefined, ipHash: undefined }
  await trail.save(tx, { ...signature, requestId: run ?? undefined })
  if (run !== null) await addEntries(tx, run, entriesOf(item, before.title, files))
}

const isFetched = (file: FetchedFile) => file.fetched_key !== null && file.kind === file.fetched_kind

async function attachedAfter(
  tx: Tx,
  { acteur_id: acteurId }: Locked,
  files: readonly FetchedFile[],
): Promise<Attached> {
  const images: AttachedImage[] = []
  const documents: AttachedDocument[] = []
  const shown = new Set<string>()
  for (const file of files) {
    const { name, fetched_key: key, image, document } = file
    // Several addresses may have the same content.
    if (!isFetched(file) || key === null || shown.has(key)) continue
    shown.add(key)
    const id = await fetchedUpload(tx, { acteurId, key, name: document ? name : null })
    if (image) images.push({ ...image, id, alt: name })
    if (document) documents.push({ id, name, ...document })
  }
  return { images: listOrNull(images), documents: listOrNull(documents) }
}

const bodyAfter = ({ body, title }: Locked, files: readonly FetchedFile[]) =>
  withoutLinks(
    body,
    files.flatMap(file => (file.link_added && isFetched(file) ? [file.url] : [])),
    title,
  )

////////////////////////////////////////////////////////////////////////////// the run's log

function entriesOf({ external_id }: Item, whole: string, files: readonly FetchedFile[]): StoredEntry[] {
  const title = shortened(whole, 120)
  const at = new Date().toISOString()
  const line = (level: StoredEntry['level'], what: ImportExplanation): StoredEntry => ({
    at,
    level,
    item: external_id,
    ...what,
  })
  const attached = files.filter(file => isFetched(file) && file.media_key !== file.fetched_key)
  const failures = files.flatMap(file => {
    const why = file.fetched_key !== null && !isFetched(file) ? 'unreadable' : file.fetched_reason
    if (why === null || why === file.reason) return []
    const because_ = because(explain(`file_${why}`))
    return [line('warning', explain('file_not_attached', { title, name: nameOf(file), ...because_ }))]
  })
  return attached.length === 0
    ? failures
    : [line('info', explain('files_attached', { title, names: attached.map(nameOf) })), ...failures]
}

const nameOf = ({ name, position }: FetchedFile): string => name || `Image ${position + 1}`
