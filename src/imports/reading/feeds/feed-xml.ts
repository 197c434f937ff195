import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
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
  readonly faults: readonly string[]
}

export function parseFeedXml<S extends Shaped>(text: string, shape: S): ParsedFeed<S> {
  refuseDoctype(text)
  const feed = attempt(text, shape)
  const beginnings = beginningsIn(text, shape)
  // A tolerant parser takes the next item for a part of an element that is not closed.
  if (feed && itemsOf(feed) >= beginnings) {
    const faults = endsWell(text, shape) ? [] : ['The document is cut short: what is there of it is read.']
    return { feed, text, faults }
  }
  const whole = mended(text, shape, piece => itemsOf(attempt(piece, shape)) > 0)
  const second = whole && attempt(whole.text, shape)
  if (whole && second && itemsOf(second) > itemsOf(feed)) {
    const lost = whole.lost > 0 ? [`${whole.lost} of its items cannot be read at all.`] : []
    return { feed: second, text: whole.text, faults: [BROKEN, ...lost] }
  }
  const empty = beginnings - itemsOf(feed)
  if (feed) return { feed, text, faults: [`${empty} of its items are empty, or cannot be read.`] }
  throw new Unreadable('malformed', 'The document is broken, and no item of it can be read.')
}

const BROKEN = 'The document is broken: what can be read of it is read.'

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
