import { httpUrl, isImage } from '../../../../kernel/html/links.ts'
import { plainLine } from '../../../../kernel/texts/plain-text.ts'
import { explain } from '../../explanations.ts'
import type { Read } from '../item.ts'
import {
  type Context,
  html,
  normalizeItem,
  plain,
  type SourceItem,
  type SourceText,
} from '../normalize-item.ts'
import { newestOf } from '../relevant-entries.ts'
import { lineFromHtml } from '../texts/html.ts'
import type { ParsedFeed } from './feed-xml.ts'
import { picturesOf } from './rss.ts'

type Feed = ParsedFeed<'atom'>['feed']
type Entry = NonNullable<Feed['entries']>[number]
type Text = { readonly value?: string | undefined; readonly type?: string | undefined }

export function readAtom({ feed }: ParsedFeed<'atom'>, url: string, context: Context): Read {
  const base = httpUrl(feed.xml?.base, url) ?? httpUrl(linkOf(feed.links), url) ?? url
  return {
    title:
      feed.title?.type === 'text' ? plainLine(feed.title.value, 200) : lineFromHtml(feed.title?.value, 200),
    items: newestOf([...(feed.entries ?? []).entries()], dateOf, context.notes).flatMap(([index, entry]) => {
      const read = normalizeItem(sourceItem(entry, base), context)
      if (!read) context.notes.warn(explain('entry_says_nothing', { number: index + 1 }))
      return read ? [read] : []
    }),
  }
}

const dateOf = ([, { published, updated }]: [number, Entry]) => published ?? updated

function sourceItem(entry: Entry, feedBase: string): SourceItem {
  const base = httpUrl(entry.xml?.base, feedBase) ?? feedBase
  const enclosures = (entry.links ?? []).filter(({ rel, href }) => rel === 'enclosure' && href)
  return {
    ids: [entry.id],
    title: sourceText(entry.title),
    texts: [
      sourceText(entry.content, entry.content?.type),
      sourceText(entry.summary),
      html(entry.dc?.descriptions?.[0]),
      html(entry.media?.description?.value ?? entry.media?.groups?.[0]?.description?.value),
    ],
    authors: (entry.authors ?? []).map(({ name }) => name),
    links: [linkOf(entry.links), entry.content?.src, /^https?:/i.test(entry.id ?? '') ? entry.id : undefined],
    images: [
      ...enclosures.flatMap(({ href, type }) => (href && isImage(href, type) ? [href] : [])),
      ...picturesOf(entry.media),
    ],
    documents: enclosures.map(({ href, type, title }) => ({ url: href, type, title })),
    base: httpUrl(entry.content?.xml?.base, base) ?? base,
    labels: (entry.categories ?? []).map(({ label, term }) => label ?? term),
    published: [entry.published, entry.updated, entry.dc?.dates?.[0], entry.dcterms?.issued?.[0]],
  }
}

/** Atom declares the type of its texts; many programs omit it and mean HTML. */
function sourceText(text: Text | undefined, type = text?.type): SourceText | undefined {
  if (type === 'text' || type === 'text/plain') return plain(text?.value)
  // Content that is no text (a picture, a document in base 64) is ignored.
  if (type && !/html|xml|text/i.test(type)) return undefined
  return html(text?.value)
}

type Links =
  | readonly {
      readonly href?: string | undefined
      readonly rel?: string | undefined
      readonly type?: string | undefined
      readonly hreflang?: string | undefined
    }[]
  | undefined

/** Prefers the French one of several pages, and a page to the same content as a document. */
function linkOf(links: Links): string | undefined {
  const pages = (links ?? []).filter(({ rel = 'alternate', href }) => rel === 'alternate' && href)
  const readable = pages.filter(({ type = 'text/html' }) => /html/i.test(type))
  const french = readable.find(({ hreflang }) => /^fr\b/i.test(hreflang ?? ''))
  const other = links?.find(
    ({ rel, href }) => rel !== 'self' && rel !== 'enclosure' && rel !== 'edit' && href,
  )
  return (french ?? readable[0] ?? pages[0] ?? other)?.href
}
