import { decodeText } from '../../../kernel/fetch/decode.ts'
import type { Door } from '../../../kernel/fetch/fetch.ts'
import { explain } from '../explanations.ts'
import { isOfPrivateCalendar } from './calendar-services.ts'
import { wordpressPlan } from './feeds/wordpress-pages.ts'
import { unfoldedBytes } from './ical/lines.ts'
import { type Reading, type SourceToRead, Unreadable } from './item.ts'
import { Notes } from './notes.ts'
import { planFor } from './openagenda/pages.ts'
import { opendatasoftPlan } from './opendatasoft/pages.ts'
import { fetchPages, type PagePlan } from './pages.ts'
import { type DocumentReading, readDocument, readPages } from './read-document.ts'
import { readSite } from './site/read-site.ts'

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
  const plan = planFor(source) ?? wordpressPlan(source) ?? opendatasoftPlan(source, now)
  if (plan) return readPaged(door, plan, source, now, signal)
  if (source.kind === 'page') return readSite(door, source, now, signal)
  const answer = await door
    .fetch(source.url, {
      accept: ACCEPT,
      etag: source.etag,
      lastModified: source.last_modified,
      ...(signal && { signal }),
    })
    .catch((error: unknown) => {
      throw isOfPrivateCalendar(source.url, error) ? new Unreadable(explain('private_calendar')) : error
    })
  if (answer.status === 'not_modified') return 'not_modified'
  const charset = answer.charset ? `text/plain; charset=${answer.charset}` : null
  const { text } = decodeText(unfoldedBytes(answer.bytes), charset)
  const reading = readDocument(
    { text, url: answer.url, kind: source.kind, columns: source.columns ?? null, zone: source.zone },
    now,
  )
  return breaksOff(reading)
    ? { ...reading, etag: null, last_modified: null }
    : { ...reading, etag: answer.etag, last_modified: answer.lastModified }
}

/** The validators of a truncated answer are dropped: with them, the next request would get "not modified". */
const breaksOff = ({ notes }: DocumentReading) =>
  notes.some(({ code }) => code === 'cut_short' || code === 'calendar_cut_short')

/** Never sends a conditional request: which events are upcoming changes even when the agenda does not. */
async function readPaged(
  door: Pick<Door, 'fetch'>,
  plan: PagePlan,
  { kind, zone }: SourceToRead,
  now: Date,
  signal?: AbortSignal,
): Promise<Reading> {
  const notes = new Notes()
  const items = await fetchPages(door, plan, notes, signal)
  const reading = readPages(plan.whole(items), { url: plan.first.href, kind }, { now, notes, zone })
  return { ...reading, etag: null, last_modified: null }
}
