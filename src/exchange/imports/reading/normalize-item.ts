import { Temporal } from 'temporal-polyfill'
import { byName, roomOf } from '../../../../shared/fields/field.ts'
import { IMPORTED_LINES } from '../../../../shared/fields/publications.ts'
import type { Audience } from '../../../../shared/words/publications.ts'
import type { Converted } from '../../../kernel/html/convert.ts'
import { escapeText } from '../../../kernel/html/escape.ts'
import { httpUrl } from '../../../kernel/html/links.ts'
import { hashOf, identifier, plainLine } from '../../../kernel/texts/plain-text.ts'
import { explain } from '../explanations.ts'
import { type Moment, parseDate } from './dates/parse-date.ts'
import { shownHours } from './dates/whole-days.ts'
import type { FeedItem } from './item.ts'
import { type Notes, quoted } from './notes.ts'
import {
  documentsOf,
  picturesOf,
  type SourceFile,
  wordsOfPictures,
  wordsOfPoster,
} from './texts/attachments.ts'
import { withoutBoilerplate } from './texts/boilerplate.ts'
import { fromHtml, isHtml, lineFromHtml, textOfMarkdown } from './texts/html.ts'
import { pageIdentity } from './texts/page-identity.ts'
import { bodyFrom } from './texts/safe-markdown.ts'

/** One item as the source delivers it. Each format fills in the fields that it knows. */
export interface SourceItem {
  /** The first one that is present identifies the item. */
  readonly ids: readonly (string | null | undefined)[]
  /** Plain text or HTML; feeds mix both. */
  readonly title?: SourceText | undefined
  /** The first one with content is used. */
  readonly texts: readonly (SourceText | undefined)[]
  /** Names of author accounts; removed from the beginning of a text, so that they are not published. */
  readonly authors?: readonly (string | null | undefined)[]
  readonly links: readonly (string | null | undefined)[]
  /** Preferred to pictures in the text. */
  readonly images: readonly (string | null | undefined)[]
  /** Attachments. Documents are linked below the text, and PDFs attached. */
  readonly documents?: readonly SourceFile[]
  /** Relative addresses are resolved against this one. */
  readonly base: string | null
  /** The first one that is a date is used. */
  readonly published: readonly (string | null | undefined)[]
  readonly event?: SourceEvent | undefined
  /** Text or HTML; the place is that of the event. */
  readonly lines?: Lines | undefined
  readonly public?: Audience | null
  readonly gratuit?: boolean | null
  /** Categories and tags. */
  readonly labels?: readonly (string | null | undefined)[]
}
type Lines = { readonly [Name in keyof typeof IMPORTED_LINES]?: string | undefined }

export interface SourceEvent {
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly lieu?: string | undefined
}

export interface SourceText {
  readonly text: string
  readonly is: 'html' | 'plain' | 'markdown'
}

export const html = (text: string | null | undefined): SourceText | undefined =>
  text ? { text, is: 'html' } : undefined
export const plain = (text: string | null | undefined): SourceText | undefined =>
  text ? { text, is: 'plain' } : undefined

export const LONGEST_TITLE = 200

export interface Context {
  readonly now: Date
  readonly notes: Notes
  /** The time zone of the source's commune. Absent: that of Paris. */
  readonly zone?: string | undefined
}

/** Converts an item to the common form; null when it has no content. */
export function normalizeItem(source: SourceItem, context: Context): FeedItem | null {
  const link = firstUrl(source.links, source.base)
  // Relative addresses are resolved against the item's own page, if it has one.
  const texts = source.texts.flatMap(words => (words ? [converted(words, link ?? source.base)] : []))
  const given = titleOf(source.title)
  const { text = '', files = [] } = texts.find(({ text }) => /\S/.test(text)) ?? {}
  const own = withoutBoilerplate(text, { title: given, authors: source.authors ?? [] })
  const pictures = texts.find(({ images }) => images.length > 0)?.images ?? []
  const isTextless = !/\S/.test(own)
  const words = isTextless
    ? wordsOfPictures(pictures)
    : [own, wordsOfPoster(pictures, own, given)].filter(Boolean).join('\n\n')
  const { links, documents } = documentsOf(source.documents ?? [], files, link ?? source.base, words)
  const body = bodyFrom([words, links].filter(Boolean).join('\n\n'))
  const title = given ?? titleFrom(body)
  const id =
    source.ids.map(identifier).find(each => each !== null) ??
    pageIdentity(link) ??
    (title || body ? `hash:${hashOf(`${title}\n${body}`)}` : null)
  if (id === null) return null
  const image_url = firstUrl([...source.images, pictures[0]?.url], source.base)
  return {
    external_id: id,
    title,
    body,
    source_url: link,
    image_url,
    ...whenOf(source.event, context, id),
    ...linesOf({ lieu: source.event?.lieu, ...source.lines }),
    dates: [],
    public: source.public ?? null,
    gratuit: source.gratuit ?? null,
    published_at: firstOf(source.published, text => dateOf(text, context, id))?.at ?? null,
    cancelled: false,
    code_insee: null,
    ...labelsOf(source.labels),
    documents,
    pictures: isTextless ? picturesOf(image_url, pictures) : [],
  }
}

const MOST_LABELS = 30
function labelsOf(labels: SourceItem['labels'] = []): Pick<FeedItem, 'labels'> {
  const lines = labels.slice(0, MOST_LABELS).flatMap(label => lineFromHtml(label ?? undefined, 100) ?? [])
  return lines.length > 0 ? { labels: lines } : {}
}

const linesOf = (given: Lines) =>
  byName(IMPORTED_LINES, name => lineFromHtml(given[name], roomOf(IMPORTED_LINES[name]) ?? LONGEST_TITLE))

function dateOf(text: string | undefined, { now, notes, zone }: Context, id: string): Moment | undefined {
  if (!text?.trim()) return undefined
  const moment = parseDate(text, now, zone)
  if (!moment) notes.warn(explain('no_date', { text: quoted(text) }), id)
  return moment
}

type When = Pick<FeedItem, 'date_debut' | 'date_fin' | 'heure_debut' | 'heure_fin' | 'ends_at'>

/** Days and hours of an event of the item with this identifier. */
export function whenOf(source: SourceEvent | undefined, context: Context, id: string): When {
  const start = dateOf(source?.start, context, id)
  if (!start) return { ...NO_TIME, ends_at: null }
  const sourceEnd = dateOf(source?.end, context, id)
  // A day without an hour ends when the day ends.
  const isSameDay = sourceEnd?.has_time === false && sourceEnd.day === start.day
  const backwards = sourceEnd !== undefined && sourceEnd.at < start.at && !isSameDay
  if (backwards) context.notes.warn(explain('backwards'), id)
  const end = sourceEnd && !backwards ? sourceEnd : start
  // An end at midnight belongs to the day before.
  const endsAtMidnight = end !== start && end.hour === '00:00'
  const { first_hour, last_hour } = shownHours(start.hour, end === start ? null : end.hour)
  const isWholeDay = end === start && first_hour === null
  const lastDay = endsAtMidnight && end.at > start.at ? dayBefore(end.day) : end.day
  return {
    date_debut: start.day,
    date_fin: lastDay,
    heure_debut: first_hour,
    heure_fin: last_hour,
    ends_at: overAt(isWholeDay ? { at: end.at, zone: end.zone, has_time: false } : end),
  }
}

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

const NO_TIME = { date_debut: null, date_fin: null, heure_debut: null, heure_fin: null } as const

/** The instant at which the event is over; a day without a time ends at midnight of its zone. */
const overAt = ({ at, has_time, zone }: Pick<Moment, 'at' | 'has_time' | 'zone'>): Date =>
  has_time
    ? at
    : new Date(
        Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).add({ days: 1 })
          .epochMilliseconds,
      )

const firstUrl = (urls: readonly (string | null | undefined)[], base: string | null): string | null => {
  for (const url of urls) {
    const found = httpUrl(url, base)
    if (found) return found
  }
  return null
}

function firstOf<T>(texts: readonly (string | null | undefined)[], read: (text: string) => T | undefined) {
  for (const text of texts) {
    const found = text ? read(text) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * A text declared as HTML that has no tags is plain text: its line breaks stay. Its indentation comes from the document
 * around it, and would make a code block.
 */
function converted({ text, is }: SourceText, base: string | null): Converted {
  if (is === 'html' && isHtml(text)) return fromHtml(text, base)
  return {
    text: is === 'markdown' ? text : escapeText(text.replaceAll(/^[^\S\n]+/gm, '')),
    images: [],
    files: [],
  }
}

const titleOf = (words: SourceText | undefined): string | null =>
  words?.is === 'html' ? lineFromHtml(words.text, LONGEST_TITLE) : plainLine(words?.text, LONGEST_TITLE)

const FIRST_WORDS = 100

/** The text's first line, or its beginning. */
function titleFrom(body: string): string | null {
  const words = textOfMarkdown(body.slice(0, 2000)).replaceAll('&lt;', '<')
  const line = words.split('\n').find(each => /[\p{L}\p{N}]/u.test(each))
  return plainLine(line, FIRST_WORDS)
}
