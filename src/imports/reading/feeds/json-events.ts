import { explain } from '../../explanations.ts'
import { inFrench, type Json, list, record, text } from '../json-fields.ts'
import { type Context, html, normalizeItem, type SourceItem } from '../normalize-item.ts'
import { nextFirst } from '../order.ts'
import type { Read } from './rss.ts'

/** Events in JSON that are neither OpenAgenda's nor a JSON Feed's: two APIs whose addresses towns copy, and schema.org's. */

/** Recognises each API by fields that only it has; undefined for any other document. */
export function readJsonEvents(document: object, url: string, context: Context): Read | undefined {
  const answer = record(document)
  if (answer && isEventsCalendar(answer)) return readAll(list(answer.events), tribeEvent, null, url, context)
  if (text(answer?.kind) !== 'calendar#events') return readJsonLd([document], url, context)
  return readAll(list(answer?.items), googleEvent, text(answer?.summary) ?? null, url, context)
}

/** schema.org's events in the JSON-LD of a page, or alone; undefined where there are none. */
export function readJsonLd(documents: readonly unknown[], url: string, context: Context): Read | undefined {
  const events = documents.flatMap(each => schemaEvents(each, 0))
  return events.length > 0 ? readAll(events, schemaEvent, null, url, context) : undefined
}

const DEEPEST = 4

function schemaEvents(value: unknown, depth: number): unknown[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap(each => schemaEvents(each, depth + 1))
  const object = record(value)
  if (!object) return []
  const types = list(object['@type']).length > 0 ? list(object['@type']) : [object['@type']]
  if (types.some(type => /(?:Event|^Festival)$/.test(text(type) ?? ''))) return [object]
  return [object['@graph'], object.itemListElement, object.item].flatMap(each =>
    schemaEvents(each, depth + 1),
  )
}

/** The Events Calendar of WordPress: `/wp-json/tribe/events/v1/events`. */
const isEventsCalendar = ({ events, rest_url }: Json): boolean =>
  Array.isArray(events) &&
  (text(rest_url)?.includes('/tribe/') === true ||
    events.some(each => text(record(each)?.start_date) !== undefined))

type ToItem = (event: Json, url: string) => (SourceItem & { readonly cancelled: boolean }) | undefined

/** More than a reading keeps, since some of them will be left out. */
const MOST = 4000

function readAll(
  events: readonly unknown[],
  toItem: ToItem,
  title: string | null,
  url: string,
  context: Context,
): Read {
  if (events.length > MOST)
    context.notes.warn(explain('too_many_events', { count: events.length, most: MOST }))
  const dated = events.slice(0, MOST).flatMap((each, index) => {
    const event = record(each)
    const source = event && toItem(event, url)
    const item = source && normalizeItem(source, context)
    if (!event || (source && !item)) context.notes.warn(explain('event_not_a_record', { number: index + 1 }))
    // A page or answer without a usable date would be published as a piece of news.
    if (item && item.date_debut === null) context.notes.warn(explain('no_time'), item.external_id)
    return source && item && item.date_debut !== null
      ? [{ item: { ...item, cancelled: source.cancelled }, begins: Date.parse(item.date_debut) }]
      : []
  })
  return { title, items: nextFirst(dated, context.now) }
}

/** `2026-12-05 20:00:00` by the clock of the event, whose hours count for nothing where it lasts all day. */
function tribeEvent(event: Json, url: string): ReturnType<ToItem> {
  if (text(event.status) !== undefined && text(event.status) !== 'publish') return undefined
  const venue = record(event.venue)
  const isAllDay = event.all_day === true
  const when = (value: unknown) => (isAllDay ? text(value)?.slice(0, 10) : text(value))
  const place = [
    venue?.venue,
    venue?.address,
    [text(venue?.zip), text(venue?.city)].filter(Boolean).join(' '),
  ]
  return {
    ids: [text(event.global_id), text(event.id)],
    title: html(text(event.title)),
    texts: [html(text(event.description)), html(text(event.excerpt))],
    links: [text(event.url)],
    images: [text(record(event.image)?.url)],
    base: url,
    published: [],
    event: {
      start: when(event.start_date),
      end: when(event.end_date),
      lieu: place.map(inFrench).filter(Boolean).join(', '),
    },
    cancelled: text(event.event_status) === 'canceled',
  }
}

/** Google Calendar's API: `/calendar/v3/calendars/{id}/events`. */
function googleEvent(event: Json, url: string): ReturnType<ToItem> {
  if (/^(?:private|confidential)$/.test(text(event.visibility) ?? '')) return undefined
  const start = record(event.start)
  const end = record(event.end)
  // The end date of an all-day event is exclusive, so it is read as midnight.
  const endOfDays = text(end?.date)
  return {
    ids: [text(event.iCalUID), text(event.id)],
    title: html(text(event.summary)),
    texts: [html(text(event.description))],
    links: [text(event.htmlLink)],
    images: [],
    documents: list(event.attachments).map(each => ({
      url: text(record(each)?.fileUrl),
      type: text(record(each)?.mimeType),
      title: text(record(each)?.title),
    })),
    base: url,
    published: [],
    event: {
      start: text(start?.dateTime) ?? text(start?.date),
      end: text(end?.dateTime) ?? (endOfDays && `${endOfDays}T00:00:00`),
      lieu: text(event.location),
    },
    cancelled: text(event.status) === 'cancelled',
  }
}

function schemaEvent(event: Json, url: string): ReturnType<ToItem> {
  const [location] = Array.isArray(event.location) ? event.location : [event.location]
  const place = record(location)
  const address = record(place?.address)
  const town = [text(address?.postalCode), text(address?.addressLocality)].filter(Boolean).join(' ')
  const names = [place ? place.name : location, address ? address.streetAddress : place?.address, town]
  const lieu = [...new Set(names.map(inFrench).filter(Boolean))].join(', ')
  const images = Array.isArray(event.image) ? event.image : [event.image]
  return {
    ids: [text(event['@id']), text(event.url)],
    title: html(inFrench(event.name)),
    texts: [html(inFrench(event.description))],
    links: [text(event.url), text(event['@id']), url],
    images: images.map(each => text(record(each)?.url) ?? text(each)),
    base: url,
    published: [],
    event: { start: text(event.startDate), end: text(event.endDate), lieu },
    cancelled: /EventCancelled$/.test(text(event.eventStatus) ?? ''),
  }
}
