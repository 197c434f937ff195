import type { CsvColumns } from '../../../../shared/csv-columns.ts'
import { FEED_KINDS, type FeedKind, type SourceKind } from '../../../../shared/words/imports.ts'
import { explain } from '../explanations.ts'
import { isTable, readTable } from './csv/read-table.ts'
import { type Format, formatOf } from './detect.ts'
import { readAtom } from './feeds/atom.ts'
import { parseFeedXml } from './feeds/feed-xml.ts'
import { readJsonEvents } from './feeds/json-events.ts'
import { isJsonFeed, readJsonFeed } from './feeds/json-feed.ts'
import type { XmlFormat } from './feeds/mend-xml.ts'
import { readRss } from './feeds/rss.ts'
import { postsIn, readPosts } from './feeds/wordpress.ts'
import { readCalendar } from './ical/read-calendar.ts'
import { type Read, type Reading, Unreadable } from './item.ts'
import { parseJson } from './json-text.ts'
import type { Context } from './normalize-item.ts'
import { Notes } from './notes.ts'
import { eventsIn, readEvents } from './openagenda/read-events.ts'
import { readRecords } from './opendatasoft/read-records.ts'
import { eachOnce, newestFirst } from './order.ts'
import { readNotices } from './page/panneaupocket.ts'
import { describedIn, readJsonLd } from './page/schema-events.ts'
import { isPage, refuseOther } from './page/web-page.ts'
import { readTourism } from './tourism/read-tourism.ts'

interface Document {
  readonly text: string
  /** The document's address after redirects; relative addresses are resolved against it. */
  readonly url: string
  readonly kind: SourceKind
  /** Which column of a CSV file holds which field. Null: recognised by the column names. */
  readonly columns?: CsvColumns | null
  /** The time zone of the source's commune. Absent: that of Paris. */
  readonly zone?: string | undefined
}

export type DocumentReading = Omit<Reading, 'etag' | 'last_modified'>

/** Reads a decoded document of any kind. Throws only `Unreadable`. */
export function readDocument(
  { text, url, kind, columns = null, zone }: Document,
  now: Date,
): DocumentReading {
  if (text.trim() === '') throw new Unreadable(explain('empty'))
  const format = formatOf(text)
  return readingOf(kind, { now, zone, notes: new Notes() }, (context): Found => {
    if (format) return read(format, text, url, context)
    if (isTable(text, kind === 'csv')) return { kind: 'csv', ...readTable(text, url, columns, context) }
    return readPage(text, url, context)
  })
}

/** Reads the JSON of a source that was fetched page by page. */
export const readPages = (
  whole: object,
  { url, kind }: Omit<Document, 'text'>,
  context: Context,
): DocumentReading => readingOf(kind, context, () => readJson(whole, url, context))

function readingOf(kind: SourceKind, context: Context, reader: (context: Context) => Found): DocumentReading {
  const { notes } = context
  const { kind: found, title, items, ...seen } = readOrRefuse(() => reader(context))
  refuseOtherKind(kind, found, notes)
  const ordered = isFeed(found) ? newestFirst(items) : items
  const kept = eachOnce(ordered, notes)
  return { kind: found, title, items: kept, notes: notes.all, ...seen }
}

type Found = Read & Pick<Reading, 'kind' | 'columns'>

/** Turns any error of a reader into `Unreadable`, so that every failed run has a reason. */
function readOrRefuse(reader: () => Found): Found {
  try {
    return reader()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(explain('unreadable'), { cause: error })
  }
}

function read(format: Format, text: string, url: string, context: Context): Found {
  if (format === 'json') return readJson(parseJson(text, context.notes), url, context)
  if (format === 'ical') return { kind: 'ical', ...readCalendar(text, url, context) }
  return readXml(format, text, url, context)
}

function readXml(format: XmlFormat, text: string, url: string, context: Context): Found {
  if (format === 'atom')
    return { kind: 'atom', ...readAtom(parseFeedXml(text, format, context.notes), url, context) }
  return { kind: 'rss', ...readRss(parseFeedXml(text, format, context.notes), url, context) }
}

function readJson(value: object, url: string, context: Context): Found {
  const others =
    readRecords(value, url, context) ??
    readTourism(value, url, context) ??
    readJsonEvents(value, url, context)
  if (others) return { kind: 'json_events', ...others }
  const events = eventsIn(value)
  if (events) return { kind: 'openagenda', ...readEvents(events, url, context) }
  const posts = postsIn(value, url)
  if (posts) return { kind: 'wordpress', ...readPosts(posts, url, context) }
  if (isJsonFeed(value)) return { kind: 'json_feed', ...readJsonFeed(value, url, context) }
  throw new Unreadable(explain('json_not_a_feed'))
}

function readPage(text: string, url: string, context: Context): Found {
  const events =
    readNotices(text, url, context) ??
    (isPage(text) ? readJsonLd(describedIn(text, context.notes), url, context) : undefined)
  return events ? { kind: 'page', ...events } : refuseOther(text, url)
}

const isFeed = (kind: FeedKind) => FEED_KINDS[kind].holds === 'news'

/** The content decides the kind of feed, not the source's setting: a site may change from RSS to Atom. */
function refuseOtherKind(asked: SourceKind, found: FeedKind, notes: Notes): void {
  if (asked === 'auto' || asked === found) return
  const isOtherFeed = isFeed(asked) && isFeed(found)
  if (!isOtherFeed && !wasJsonFeed(asked, found))
    throw new Unreadable(explain('wrong_kind', { found, asked }))
  notes.info(explain('read_as_found', { found, asked }))
}

/** Before 0.4 any JSON with items was read as a JSON Feed, also events: such sources are read as what they hold. */
const wasJsonFeed = (asked: SourceKind, found: FeedKind): boolean =>
  asked === 'json_feed' && (found === 'json_events' || found === 'openagenda')
