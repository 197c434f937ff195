import { decodeText } from '../../kernel/fetch/decode.ts'
import type { Door } from '../../kernel/fetch/fetch.ts'
import { unfoldedBytes } from './ical/lines.ts'
import type { Reading, SourceToRead } from './item.ts'
import { Notes } from './notes.ts'
import { fetchEvents, type Plan, planFor } from './openagenda/pages.ts'
import { readEvents } from './openagenda/read-events.ts'
import { eachOnce } from './order.ts'
import { type DocumentReading, readDocument } from './read-document.ts'

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
  const plan = planFor(source)
  if (plan) return readAgenda(door, plan, now, signal)
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
  return breaksOff(reading)
    ? { ...reading, etag: null, last_modified: null }
    : { ...reading, etag: answer.etag, last_modified: answer.lastModified }
}

/** The validators of a truncated answer are dropped: with them, the next request would get "not modified". */
const breaksOff = ({ notes }: DocumentReading) =>
  notes.some(({ code }) => code === 'cut_short' || code === 'calendar_cut_short')

/** Never conditional: the coming events change although the agenda does not. */
async function readAgenda(
  door: Pick<Door, 'fetch'>,
  plan: Plan,
  now: Date,
  signal?: AbortSignal,
): Promise<Reading> {
  const notes = new Notes()
  const events = await fetchEvents(door, plan, notes, signal)
  const { title, items } = readEvents(events, plan.first.origin, { now, notes })
  const kept = eachOnce(items, notes)
  return { kind: 'openagenda', title, items: kept, notes: notes.all, etag: null, last_modified: null }
}
