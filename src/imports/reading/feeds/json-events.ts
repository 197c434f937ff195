import { explain } from '../../explanations.ts'
import { type Context, html, normalizeItem, type SourceItem } from '../normalize-item.ts'
import { inFrench, type Json, list, record, text } from '../openagenda/fields.ts'
import { nextFirst } from '../order.ts'
import type { Read } from './rss.ts'

/** Events in JSON that are neither OpenAgenda's nor a JSON Feed's: two APIs whose addresses towns copy. */

/** Undefined for a document of any other format. Told by fields that only one of them has. */
export function readJsonEvents(document: object, url: string, context: Context): Read | undefined {
  const answer = record(document)
  if (answer && isEventsCalendar(answer)) return readAll(list(answer.events), tribeEvent, null, url, context)
  if (text(answer?.kind) !== 'calendar#events') return undefined
  return readAll(list(answer?.items), googleEvent, text(answer?.summary) ?? null, url, context)
}

/** The Events Calendar of WordPress: `/wp-json/tribe/events/v1/events`. */
const isEventsCalendar = ({ events, rest_url }: Json): boolean =>
  Array.isArray(events) &&
  (text(rest_url)?.includes('/tribe/') === true ||
    events.some(each => text(record(each)?.start_date) !== undefined))

type ToItem = (event: Json, url: string) => (SourceItem & { readonly cancelled: boolean }) | undefined

function readAll(
  events: readonly unknown[],
  toItem: ToItem,
  title: string | null,
  url: string,
  context: Context,
): Read {
  const dated = events.flatMap((each, index) => {
    const event = record(each)
    const source = event && toItem(event, url)
    const item = source && normalizeItem(source, context)
    if (!event || (source && !item)) context.notes.warn(explain('event_not_a_record', { number: index + 1 }))
    return source && item
      ? [{ item: { ...item, cancelled: source.cancelled }, begins: Date.parse(item.date_debut ?? '') || 0 }]
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
  // The last day of whole days is not included: its midnight is their end.
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
