import type { Read } from '../item.ts'
import { type JsonEvent, readEach } from '../json-events.ts'
import { inFrench, type Json, list, record, text } from '../json-fields.ts'
import { type Context, html } from '../normalize-item.ts'
import { readJsonLd } from '../page/schema-events.ts'
import { freeIn } from '../texts/audience.ts'

/** Events in JSON that are neither OpenAgenda's nor a JSON Feed's: two APIs whose addresses towns copy, and schema.org's. */

/** Recognises each API by fields that only it has; undefined for any other document. */
export function readJsonEvents(document: object, url: string, context: Context): Read | undefined {
  const answer = record(document)
  if (answer && isEventsCalendar(answer))
    return readEach(list(answer.events), event => tribeEvent(event, url), null, context)
  if (text(answer?.kind) !== 'calendar#events') return readJsonLd([document], url, context)
  return readEach(
    list(answer?.items),
    event => googleEvent(event, url),
    text(answer?.summary) ?? null,
    context,
  )
}

/** The Events Calendar of WordPress: `/wp-json/tribe/events/v1/events`. */
const isEventsCalendar = ({ events, rest_url }: Json): boolean =>
  Array.isArray(events) &&
  (text(rest_url)?.includes('/tribe/') === true ||
    events.some(each => text(record(each)?.start_date) !== undefined))

/** Reads `2026-12-05 20:00:00`, the local time of the event; the time is ignored for all-day events. */
function tribeEvent(event: Json, url: string): JsonEvent | undefined {
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
    gratuit: freeIn(text(event.cost)),
    labels: [event.categories, event.tags].flatMap(some => list(some).map(each => text(record(each)?.name))),
    cancelled: text(event.event_status) === 'canceled',
  }
}

/** Google Calendar's API: `/calendar/v3/calendars/{id}/events`. */
function googleEvent(event: Json, url: string): JsonEvent | undefined {
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
