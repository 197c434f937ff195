import { createHash } from 'node:crypto'
import type { PictureRefusal } from '../../../../shared/words/publications.ts'
import { FetchRefused } from '../../../kernel/fetch/fetch.ts'
import { isAmong, pairOf } from '../../../kernel/fetch/target.ts'
import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { type ErrorCode, Problem } from '../../../kernel/refusals/errors.ts'
import { keyOf } from '../../../media/keys.ts'
import { fileKindOf, TELLING_BYTES } from '../../../media/kinds.ts'
import type { StoredMedia } from '../../../media/queries.ts'
import { NotNow } from '../../../media/reencoder.ts'
import { refuseBeyondQuota, refuseLowDisk } from '../../../media/room.ts'
import { keepDocument, keepPicture } from '../../../media/take.ts'
import { storeOf } from '../../../media/which-store.ts'
import type { Claimed } from './queries.ts'

/** The result of an attempt to fetch a file: the document or re-encoded picture in the store, or why there is none. */
export type Outcome =
  | { readonly kept: StoredMedia; readonly etag: string | null; readonly lastModified: string | null }
  | 'not modified'
  | { readonly none: PictureRefusal }
  /** `host`: the whole host is unavailable, not only this file. */
  | { readonly later: number | null; readonly host: boolean }
  /** The failure is on our side. */
  | 'not now'

/** The limits of uploads. */
const LIMITS = { timeoutMs: 20_000, maxBytes: 15 * 1024 * 1024 }
const ACCEPT = {
  image: 'image/webp,image/jpeg,image/*;q=0.8',
  document: 'application/pdf,*/*;q=0.5',
}

export async function ask(
  { url, source_urls, host, kind, acteur_id, etag, last_modified }: Claimed,
  { door, secrets, config, db }: Pick<JobContext, 'door' | 'secrets' | 'config' | 'db'>,
  signal: AbortSignal,
  answered: () => void,
): Promise<Outcome> {
  const refuseWithoutRoom = async (bytes: number) => {
    await refuseLowDisk(config)
    if (acteur_id) await refuseBeyondQuota(db.pool, acteur_id, bytes, config)
  }
  try {
    // Checks for room before asking the remote server.
    await refuseWithoutRoom(1)
    const options = { ...LIMITS, accept: ACCEPT[kind], etag, lastModified: last_modified, signal }
    const asking = door.allowing(pairsFor(url, source_urls, config)).fetch(url, options)
    const answer = await asking.finally(answered)
    if (answer.status === 'not_modified') return 'not modified'
    const key = keyOf(secrets, createHash('sha256').update(answer.bytes).digest('hex'))
    const keeping = { key, store: storeOf(config), db, refuseWithoutRoom }
    // The run has few pictures of an acteur at a time, so encoding here delays no upload.
    const asker = { acteur: acteur_id ?? host, person: `pictures of ${host}` }
    const kept =
      kind === 'document'
        ? await keepDocument(pdfOf(answer.bytes), keeping)
        : await keepPicture({ bytes: answer.bytes }, asker, keeping)
    return { kept, etag: answer.etag, lastModified: answer.lastModified }
  } catch (error) {
    if (error instanceof FetchRefused && error.code !== 'aborted') return outcomeOf(error)
    // Counts as an attempt: a picture that is always too slow is given up in the end.
    if (error instanceof NotNow) return { later: null, host: false }
    if (error instanceof Problem && (error.code === 'unavailable' || error.code === 'storage_low'))
      return 'not now'
    return { none: reasonOf(error) }
  }
}

/**
 * A private file of an import lies beside its source, at the same host and port. A person who names an address opens no
 * private one.
 */
function pairsFor(
  url: string,
  source_urls: readonly string[],
  { importAllowPrivate }: JobContext['config'],
): readonly string[] {
  const pair = pairOf(url)
  return source_urls.some(source => pairOf(source) === pair)
    ? importAllowPrivate.filter(one => isAmong(url, [one]))
    : []
}

/** Servers answer with a page, under any name and type, when a document is gone. */
function pdfOf(bytes: Buffer): Buffer {
  const kind = fileKindOf(bytes.subarray(0, TELLING_BYTES), bytes.subarray(-TELLING_BYTES))
  if (kind !== 'pdf') throw new Problem('file_unsupported')
  return bytes
}

const REASONS: Partial<Record<ErrorCode, PictureRefusal>> = {
  picture_unreadable: 'unreadable',
  file_unsupported: 'unreadable',
  picture_too_large: 'too_large',
  storage_full: 'storage_full',
  file_removed: 'removed',
}

/** Why a file is given up for good; other errors are rethrown. */
export function reasonOf(error: unknown): PictureRefusal {
  const reason = error instanceof Problem ? REASONS[error.code] : undefined
  if (reason === undefined) throw error
  return reason
}

/** Statuses worth a retry; any other refusal is permanent. */
const PASSING = new Set([408, 425, 429])

function outcomeOf({ forbidden, code, status, retryAfter }: FetchRefused): Outcome {
  if (forbidden) return { none: 'forbidden' }
  if (code === 'too_large') return { none: 'too_large' }
  if (code === 'bad_encoding') return { none: 'unreadable' }
  if (code !== 'bad_status') return { later: null, host: code === 'network' || code === 'timeout' }
  const mayPass = status !== null && (status >= 500 || PASSING.has(status))
  return mayPass ? { later: retryAfter, host: status === 429 || status === 503 } : { none: 'gone' }
}
