import { httpUrl, isImage } from '../../../../kernel/html/links.ts'
import { explain } from '../../explanations.ts'
import type { Read } from '../item.ts'
import { type Context, html, normalizeItem, type SourceEvent, type SourceItem } from '../normalize-item.ts'
import { newestOf } from '../relevant-entries.ts'
import { lineFromHtml } from '../texts/html.ts'
import type { ParsedFeed } from './feed-xml.ts'
import { eventsOf } from './xml-items.ts'

/** RSS 0.9x and 2.0, and 1.0, which is another format with the same element names. */

type Feed = ParsedFeed<'rss'>['feed']
type RdfFeed = ParsedFeed<'rdf'>['feed']
type Item = NonNullable<Feed['items']>[number] | NonNullable<RdfFeed['items']>[number]

export function readRss({ feed, text }: ParsedFeed<'rss' | 'rdf'>, url: string, context: Context): Read {
  const items: readonly Item[] = feed.items ?? []
  const base = httpUrl(feed.xml?.base, url) ?? httpUrl(feed.link, url) ?? url
  const events = eventsOf(text)
  if (events.length > 0 && events.length !== items.length) context.notes.warn(explain('dates_apart'))
  const paired = events.length === items.length ? events : []
  return {
    title: lineFromHtml(feed.title, 200),
    items: newestOf([...items.entries()], ([, item]) => datesOf(item).find(Boolean), context.notes).flatMap(
      ([index, item]) => {
        const read = normalizeItem(sourceItem(item, paired[index], base), context)
        if (!read) context.notes.warn(explain('entry_says_nothing', { number: index + 1 }))
        return read ? [read] : []
      },
    ),
  }
}

function sourceItem(item: Item, event: SourceEvent | undefined, base: string): SourceItem {
  const guid = 'guid' in item ? item.guid : undefined
  const about = 'rdf' in item ? item.rdf?.about : undefined
  const enclosures = 'enclosures' in item ? (item.enclosures ?? []) : []
  const atomLink = item.atom?.links?.find(({ rel = 'alternate' }) => rel === 'alternate')?.href
  const isLink = guid?.value && guid.isPermaLink !== false && /^https?:/i.test(guid.value)
  return {
    ids: [guid?.value, item.atom?.id, about],
    title: html(item.title ?? item.dc?.titles?.[0] ?? item.media?.title?.value),
    texts: [
      html(item.content?.encoded),
      html(item.description),
      html(item.atom?.content?.value ?? item.atom?.summary?.value),
      html(item.dc?.descriptions?.[0] ?? item.media?.description?.value),
      html('itunes' in item ? item.itunes?.summary : undefined),
    ],
    authors: [...(item.dc?.creators ?? []), item.atom?.authors?.[0]?.name],
    links: [item.link, isLink ? guid.value : undefined, atomLink, about],
    images: [
      ...enclosures.flatMap(({ url, type }) => (url && isImage(url, type) ? [url] : [])),
      ...picturesOf(item.media),
    ],
    documents: enclosures,
    base: httpUrl(item.xml?.base, base) ?? base,
    published: datesOf(item),
    event,
    labels: [
      ...('categories' in item ? (item.categories ?? []).map(({ name }) => name) : []),
      ...(item.dc?.subjects ?? []),
    ],
  }
}

const datesOf = (item: Item) => [
  'pubDate' in item ? item.pubDate : undefined,
  item.dc?.dates?.[0],
  item.dcterms?.issued?.[0],
  item.dcterms?.created?.[0],
  item.atom?.published,
  item.atom?.updated,
]

type Media = Item['media']

/** Pictures of the Media RSS module, at any of its levels. */
export function picturesOf(media: Media): string[] {
  const contents = [
    ...(media?.contents ?? []),
    ...(media?.groups ?? []).flatMap(group => group.contents ?? []),
  ]
  const thumbnails = [media, ...(media?.groups ?? []), ...contents].flatMap(each => each?.thumbnails ?? [])
  return [
    ...contents.flatMap(({ url, type, medium }) =>
      url && (medium === 'image' || isImage(url, type)) ? [url] : [],
    ),
    ...thumbnails.flatMap(({ url }) => (url ? [url] : [])),
  ]
}
