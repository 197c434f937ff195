import { parseJsonFeed } from 'feedsmith'
import { byName } from '../../../../../shared/fields/field.ts'
import { IMPORTED_LINES, MOST_DATES } from '../../../../../shared/fields/publications.ts'
import {
  ALERT_LEVELS,
  type AlertLevel,
  AUDIENCES,
  type Audience,
} from '../../../../../shared/words/publications.ts'
import { httpUrl, isImage } from '../../../../kernel/html/links.ts'
import { explain } from '../../explanations.ts'
import { addDays, type Occurrence } from '../further-days.ts'
import type { FeedItem, ItemAlert, Read } from '../item.ts'
import { eventOf, seriesOf } from '../json-events.ts'
import { type Json, list, record, text } from '../json-fields.ts'
import {
  type Context,
  html,
  normalizeItem,
  plain,
  type SourceEvent,
  type SourceItem,
  type SourceText,
} from '../normalize-item.ts'
import { newestOf } from '../relevant-entries.ts'
import { lineFromHtml } from '../texts/html.ts'

type Feed = ReturnType<typeof parseJsonFeed<string>>
type Item = NonNullable<NonNullable<Feed['items']>[number]>

/** Whether an object is a JSON Feed, also without its `version`. */
export const isJsonFeed = (value: object): boolean =>
  ('version' in value && /jsonfeed\.org/i.test(String(value.version))) ||
  ('items' in value && Array.isArray(value.items) && !('events' in value))

export function readJsonFeed(value: object, url: string, context: Context): Read {
  const items = 'items' in value && Array.isArray(value.items) ? value.items : []
  const feed = parsed({ ...value, version: 'https://jsonfeed.org/version/1.1', items })
  const base = httpUrl(feed.home_page_url, url) ?? url
  const own = ownFields(items)
  return {
    title: lineFromHtml(feed.title, 200),
    items: newestOf([...(feed.items ?? []).entries()], dateOf, context.notes).flatMap(([index, item]) => {
      const fields = item?.id === undefined ? undefined : own.get(item.id)
      const read = item && normalizeItem(sourceItem(item, base, fields), context)
      if (!read) context.notes.warn(explain('entry_says_nothing', { number: index + 1 }))
      return read ? [{ ...read, ...fields?.of(read, context) }] : []
    }),
  }
}

////////////////////////////////////////////////////////////////////////////// fields of another Parvis

interface OwnFields {
  /** Markdown. */
  readonly body: SourceText | undefined
  readonly event: SourceEvent | undefined
  readonly lines: SourceItem['lines']
  readonly of: (item: FeedItem, context: Context) => Partial<FeedItem>
}

/** By the id of their item: `_parvis`, which our own feeds add (`src/place/feeds`). */
function ownFields(items: readonly unknown[]): ReadonlyMap<string, OwnFields> {
  return new Map(
    items.flatMap(value => {
      const item = record(value)
      const [id, own] = [text(item?.id), record(item?._parvis)]
      if (id === undefined || !own) return []
      const [first, ...further] = occurrencesOf(own)
      const body = text(own.texte)
      const fields: OwnFields = {
        body: body === undefined ? undefined : { text: body, is: 'markdown' },
        event: first && eventOf(first),
        lines: byName(IMPORTED_LINES, name => text(own[name])),
        of: (read, context) => ({
          alert: alertIn(own.alerte),
          public: audienceNamed(own.public),
          gratuit: typeof own.gratuit === 'boolean' ? own.gratuit : null,
          ...(first && { ...seriesOf(read, further, context), cancelled: own.annule === true }),
        }),
      }
      return [[id, fields] as const]
    }),
  )
}

function occurrencesOf(own: Json): Occurrence[] {
  const [day] = daysIn(own.debut)
  if (day === undefined) return []
  const hours = { first_hour: hourIn(own.heure_debut), last_hour: hourIn(own.heure_fin) }
  const [last = day] = daysIn(own.fin)
  const dates = list(own.dates).slice(0, MOST_DATES).flatMap(daysIn)
  return [
    { first_day: day, last_day: last, ...hours },
    ...dates.map(date => ({ first_day: date, last_day: date, ...hours })),
  ]
}

function alertIn(value: unknown): ItemAlert | undefined {
  const alert = record(value)
  if (!alert) return undefined
  const [fin_le, niveau] = [text(alert.fin_le), text(alert.niveau)]
  return {
    fin_le: fin_le !== undefined && INSTANT.test(fin_le) && !Number.isNaN(Date.parse(fin_le)) ? fin_le : null,
    niveau: niveau !== undefined && Object.hasOwn(ALERT_LEVELS, niveau) ? (niveau as AlertLevel) : null,
  }
}

const audienceNamed = (value: unknown): Audience | null =>
  typeof value === 'string' && Object.hasOwn(AUDIENCES, value) ? (value as Audience) : null

const daysIn = (value: unknown): string[] =>
  typeof value === 'string' &&
  DAY.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  addDays(value, 0) === value
    ? [value]
    : []
const hourIn = (value: unknown): string | null =>
  typeof value === 'string' && HOUR.test(value) ? value : null
const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/
const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/

const dateOf = ([, item]: [number, Item | undefined]) => item?.date_published ?? item?.date_modified

/** The parser throws on an empty object, which is a feed without items. */
function parsed(value: object): Feed {
  try {
    return parseJsonFeed(value) as Feed
  } catch {
    return { items: [] } as Feed
  }
}

const sourceItem = (item: Item, base: string, own: OwnFields | undefined): SourceItem => ({
  event: own?.event,
  lines: own?.lines,
  ids: [item.id],
  title: html(item.title),
  texts: [own?.body, html(item.content_html), plain(item.content_text), plain(item.summary)],
  links: [item.url, item.external_url, /^https?:/i.test(item.id ?? '') ? item.id : undefined],
  images: [
    item.image,
    item.banner_image,
    ...(item.attachments ?? []).flatMap(({ url, mime_type }) =>
      url && isImage(url, mime_type) ? [url] : [],
    ),
  ],
  documents: (item.attachments ?? []).map(({ url, mime_type, title }) => ({ url, type: mime_type, title })),
  base,
  published: [item.date_published, item.date_modified],
  labels: item.tags ?? [],
})
