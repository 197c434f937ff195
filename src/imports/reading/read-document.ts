import { FEED_KINDS, type FeedKind, type SourceKind } from '../../../shared/words/imports.ts'
import { explain } from '../explanations.ts'
import { type Format, formatOf } from './detect.ts'
import { readAtom } from './feeds/atom.ts'
import { parseFeedXml } from './feeds/feed-xml.ts'
import { readJsonEvents, readJsonLd } from './feeds/json-events.ts'
import { isJsonFeed, readJsonFeed } from './feeds/json-feed.ts'
import { parseJson } from './feeds/json-text.ts'
import type { XmlFormat } from './feeds/mend-xml.ts'
import { type Read, readRss } from './feeds/rss.ts'
import { readCalendar } from './ical/read-calendar.ts'
import { type Reading, Unreadable } from './item.ts'
import type { Context } from './normalize-item.ts'
import { Notes } from './notes.ts'
import { eventsIn, readEvents } from './openagenda/read-events.ts'
import { eachOnce, newestFirst } from './order.ts'
import { jsonLdIn, refuseOther } from './web-page.ts'

export interface Document {
  readonly text: string
  /** The document's address after redirects; relative addresses are resolved against it. */
  readonly url: string
  readonly kind: SourceKind
}

export type DocumentReading = Omit<Reading, 'etag' | 'last_modified'>

/** Reads a decoded document of any kind. Throws `Unreadable`, and nothing else. */
export function readDocument({ text, url, kind }: Document, now: Date): DocumentReading {
  if (text.trim() === '') throw new Unreadable(explain('empty'))
  const format = formatOf(text)
  const notes = new Notes()
  const { kind: found, title, items } = readOrRefuse(format, text, url, { now, notes })
  refuseOtherKind(kind, found, notes)
  const ordered = isFeed(found) ? newestFirst(items) : items
  const kept = eachOnce(ordered, notes)
  return { kind: found, title, items: kept, notes: notes.all }
}

type Found = Read & { readonly kind: FeedKind }

/** An error inside a reader makes the document unreadable, so that every failed run has a reason. */
function readOrRefuse(format: Format | undefined, text: string, url: string, context: Context): Found {
  try {
    return format ? read(format, text, url, context) : readPage(text, url, context)
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
  const others = readJsonEvents(value, url, context)
  if (others) return { kind: 'json_feed', ...others }
  const events = eventsIn(value)
  if (events) return { kind: 'openagenda', ...readEvents(events, url, context) }
  if (isJsonFeed(value)) return { kind: 'json_feed', ...readJsonFeed(value, url, context) }
  throw new Unreadable(explain('json_not_a_feed'))
}

function readPage(text: string, url: string, context: Context): Found {
  const events = readJsonLd(jsonLdIn(text), url, context)
  return events ? { kind: 'json_feed', ...events } : refuseOther(text, url)
}

const isFeed = (kind: FeedKind) => FEED_KINDS[kind].isFeed

/** The content decides the kind of feed, not the source's setting: a site may change from RSS to Atom. */
function refuseOtherKind(asked: SourceKind, found: FeedKind, notes: Notes): void {
  if (asked === 'auto' || asked === found) return
  if (!isFeed(asked) || !isFeed(found)) throw new Unreadable(explain('wrong_kind', { found, asked }))
  notes.info(explain('read_as_found', { found, asked }))
}
