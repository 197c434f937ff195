import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { explain } from '../../explanations.ts'
import { Unreadable } from '../item.ts'
import type { Notes } from '../notes.ts'
import { markupOnly, neverCloses, refuseDoctype } from '../texts/xml-text.ts'
import { itemPattern, mended, ROOTS, type XmlFormat } from './mend-xml.ts'

/** The one place where XML is parsed. A document that cannot be parsed is mended once and parsed again. */

type Parsed = {
  rss: ReturnType<typeof parseRssFeed<string>>
  rdf: ReturnType<typeof parseRdfFeed<string>>
  atom: ReturnType<typeof parseAtomFeed<string>>
}

const PARSERS: { readonly [S in XmlFormat]: (text: string) => Parsed[S] } = {
  rss: text => parseRssFeed(text) as Parsed['rss'],
  rdf: text => parseRdfFeed(text) as Parsed['rdf'],
  atom: text => parseAtomFeed(text) as Parsed['atom'],
}

export interface ParsedFeed<S extends XmlFormat> {
  readonly feed: Parsed[S]
  /** The document that was parsed, perhaps mended. */
  readonly text: string
}

export function parseFeedXml<S extends XmlFormat>(whole: string, format: S, notes: Notes): ParsedFeed<S> {
  refuseDoctype(whole)
  const { text, cut } = withoutHalf(format === 'atom' ? withoutBase64(whole) : whole, format)
  if (cut) notes.warn(explain('cut_short'))
  return parseOrMend(text, format, notes)
}

const IN_BASE64 =
  /(<(?:title|summary|content)\s[^<>]{0,300})mode\s?=\s?["']base64["']([^<>]{0,300}>)([A-Za-z0-9+/=\s]*)(?=<\/)/gi

/** Atom 0.3 allows texts in base 64, which the library gives out as they are. */
const withoutBase64 = (text: string): string =>
  text.replaceAll(IN_BASE64, (_, before: string, behind: string, coded: string) => {
    const words = Buffer.from(coded, 'base64').toString('utf8')
    return `${before}mode="escaped"${behind}${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`
  })

/**
 * Drops the last item of an answer that breaks off inside it (a server that ran out of memory or time): half of its text
 * would be published. A later reading has it whole.
 */
function withoutHalf(text: string, format: XmlFormat): { readonly text: string; readonly cut: boolean } {
  if (endsWell(text, format)) return { text, cut: false }
  const markup = markupOnly(text, true)
  const last = [...markup.matchAll(itemPattern(format))].at(-1)
  if (!last || last[0].endsWith('/>')) return { text, cut: true }
  const closed = new RegExp(`</${last[1]}\\s*>`, 'i').test(markup.slice(last.index))
  return { text: closed ? text : text.slice(0, last.index), cut: true }
}

function parseOrMend<S extends XmlFormat>(text: string, format: S, notes: Notes): ParsedFeed<S> {
  const feed = attempt(text, format)
  const beginnings = beginningsIn(text, format)
  // A tolerant parser takes the next item for a part of an element that is not closed.
  if (feed && itemsOf(feed) >= beginnings) return { feed, text }
  const whole = mended(text, format, piece => itemsOf(attempt(piece, format)) > 0)
  const second = whole && attempt(whole.text, format)
  if (whole && second && itemsOf(second) > itemsOf(feed)) {
    notes.warn(explain('mended'))
    if (whole.lost > 0) notes.warn(explain('items_lost', { count: whole.lost }))
    return { feed: second, text: whole.text }
  }
  if (!feed) throw new Unreadable(explain('malformed'))
  notes.warn(explain('items_hollow', { count: beginnings - itemsOf(feed) }))
  return { feed, text }
}

const itemsOf = (feed: Parsed[XmlFormat] | undefined): number =>
  feed ? (('entries' in feed ? feed.entries : 'items' in feed ? feed.items : undefined)?.length ?? 0) : 0

const beginningsIn = (text: string, format: XmlFormat): number =>
  markupOnly(text)
    .matchAll(itemPattern(format))
    .reduce(count => count + 1, 0)

const endsWell = (text: string, format: XmlFormat): boolean =>
  new RegExp(`</(?:[\\w-]+:)?${ROOTS[format]}\\s*>`, 'i').test(text.slice(-50_000))

/** Turns any error of the parser into `Unreadable`. */
function attempt<S extends XmlFormat>(text: string, format: S): Parsed[S] | undefined {
  refuseDoctype(text)
  if (neverCloses(text)) return undefined
  try {
    return PARSERS[format](text)
  } catch {
    return undefined
  }
}
