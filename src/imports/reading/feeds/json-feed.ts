import { parseJsonFeed } from 'feedsmith'
import { explain } from '../../explanations.ts'
import type { Read } from '../item.ts'
import { type Context, html, normalizeItem, plain, type SourceItem } from '../normalize-item.ts'
import { newestOf } from '../relevant-entries.ts'
import { lineFromHtml } from '../texts/html.ts'
import { httpUrl, isImage } from '../texts/links.ts'

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
  return {
    title: lineFromHtml(feed.title, 200),
    items: newestOf([...(feed.items ?? []).entries()], dateOf, context.notes).flatMap(([index, item]) => {
      const read = item && normalizeItem(sourceItem(item, base), context)
      if (!read) context.notes.warn(explain('entry_says_nothing', { number: index + 1 }))
      return read ? [read] : []
    }),
  }
}

const dateOf = ([, item]: [number, Item | undefined]) => item?.date_published ?? item?.date_modified

/** The parser throws on an empty object, which is a feed without items. */
function parsed(value: object): Feed {
  try {
    return parseJsonFeed(value) as Feed
  } catch {
    return { items: [] } as Feed
  }
}

const sourceItem = (item: Item, base: string): SourceItem => ({
  ids: [item.id],
  title: html(item.title),
  texts: [html(item.content_html), plain(item.content_text), plain(item.summary)],
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
})
