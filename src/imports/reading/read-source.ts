import { decodeText } from '../../kernel/fetch/decode.ts'
import type { Door } from '../../kernel/fetch.ts'
import { unfoldedBytes } from './ical/lines.ts'
import type { Reading, SourceToRead } from './item.ts'
import { readDocument } from './read-document.ts'

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, text/calendar, application/json;q=0.9, ' +
  'application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5'

/** Throws `FetchRefused` (from the door) or `Unreadable`. */
export async function readSource(
  door: Pick<Door, 'fetch'>,
  source: SourceToRead,
  now: Date,
  signal?: AbortSignal,
): Promise<Reading | 'not_modified'> {
  const answer = await door.fetch(source.url, {
    accept: ACCEPT,
    etag: source.etag,
    lastModified: source.last_modified,
    ...(signal && { signal }),
  })
  if (answer.status === 'not_modified') return 'not_modified'
  const charset = answer.charset ? `text/plain; charset=${answer.charset}` : null
  const { text } = decodeText(unfoldedBytes(answer.bytes), charset)
  const reading = readDocument({ text, url: answer.url, kind: source.kind }, now)
  return { ...reading, etag: answer.etag, last_modified: answer.lastModified }
}
