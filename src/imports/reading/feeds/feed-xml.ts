import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { type Said, say } from '../../said.ts'
import { Unreadable } from '../item.ts'
import { itemPattern, mended, ROOTS, type Shaped } from './mend-xml.ts'
import { markupOnly, neverCloses, refuseDoctype } from './xml-text.ts'

/** The one place where XML is parsed. A document that cannot be parsed is mended once and parsed again. */

type Parsed = {
  rss: ReturnType<typeof parseRssFeed<string>>
  rdf: ReturnType<typeof parseRdfFeed<string>>
  atom: ReturnType<typeof parseAtomFeed<string>>
}

const PARSERS: { readonly [S in Shaped]: (text: string) => Parsed[S] } = {
  rss: text => parseRssFeed(text) as Parsed['rss'],
  rdf: text => parseRdfFeed(text) as Parsed['rdf'],
  atom: text => parseAtomFeed(text) as Parsed['atom'],
}

export interface ParsedFeed<S extends Shaped> {
  readonly feed: Parsed[S]
  /** The document that was parsed, perhaps mended. */
  readonly text: string
  /** Notes about what was mended, for the log. */
  readonly faults: readonly Said[]
}

export function parseFeedXml<S extends Shaped>(whole: string, shape: S): ParsedFeed<S> {
  refuseDoctype(whole)
  const { text, cut } = withoutHalf(whole, shape)
  const parsed = parseOrMend(text, shape)
  return cut ? { ...parsed, faults: [say('cut_short'), ...parsed.faults] } : parsed
}

/**
 * An answer that breaks off within an item (a server that ran out of memory or time) has half of its text: it would be
 * published so, and one that is known rewritten to its half. It comes whole with another reading.
 */
function withoutHalf(text: string, shape: Shaped): { readonly text: string; readonly cut: boolean } {
  if (endsWell(text, shape)) return { text, cut: false }
  const markup = markupOnly(text, true)
  const last = [...markup.matchAll(itemPattern(shape))].at(-1)
  if (!last || last[0].endsWith('/>')) return { text, cut: true }
  const closed = new RegExp(`</${last[1]}\\s*>`, 'i').test(markup.slice(last.index))
  return { text: closed ? text : text.slice(0, last.index), cut: true }
}

function parseOrMend<S extends Shaped>(text: string, shape: S): ParsedFeed<S> {
  const feed = attempt(text, shape)
  const beginnings = beginningsIn(text, shape)
  // A tolerant parser takes the next item for a part of an element that is not closed.
  if (feed && itemsOf(feed) >= beginnings) return { feed, text, faults: [] }
  const whole = mended(text, shape, piece => itemsOf(attempt(piece, shape)) > 0)
  const second = whole && attempt(whole.text, shape)
  if (whole && second && itemsOf(second) > itemsOf(feed)) {
    const lost = whole.lost > 0 ? [say('items_lost', { count: whole.lost })] : []
    return { feed: second, text: whole.text, faults: [say('mended'), ...lost] }
  }
  const empty = beginnings - itemsOf(feed)
  if (feed) return { feed, text, faults: [say('items_hollow', { count: empty })] }
  throw new Unreadable(say('malformed'))
}

const itemsOf = (feed: Parsed[Shaped] | undefined): number =>
  feed ? (('entries' in feed ? feed.entries : 'items' in feed ? feed.items : undefined)?.length ?? 0) : 0

const beginningsIn = (text: string, shape: Shaped): number =>
  markupOnly(text)
    .matchAll(itemPattern(shape))
    .reduce(count => count + 1, 0)

const endsWell = (text: string, shape: Shaped): boolean =>
  new RegExp(`</(?:[\\w-]+:)?${ROOTS[shape]}\\s*>`, 'i').test(text.slice(-50_000))

/** Any error of the parser means that the document cannot be read. */
function attempt<S extends Shaped>(text: string, shape: S): Parsed[S] | undefined {
  refuseDoctype(text)
  if (neverCloses(text)) return undefined
  try {
    return PARSERS[shape](text)
  } catch {
    return undefined
  }
}
