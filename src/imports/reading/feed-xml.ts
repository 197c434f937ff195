import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { Unreadable } from './item.ts'
import { mended } from './mend-xml.ts'
import { refuseDoctype } from './xml-text.ts'

/** The one place where XML is parsed. What cannot be parsed as it stands is mended once. */

export type Shaped = 'rss' | 'rdf' | 'atom'
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
  /** What was parsed: the document, or what was mended of it. */
  readonly text: string
  /** How many items were lost although their beginning is there; null when nothing had to be mended. */
  readonly lost: number | null
}

export function parseFeedXml<S extends Shaped>(text: string, shape: S): ParsedFeed<S> {
  refuseDoctype(text)
  const asItStands = attempt(text, shape)
  if (asItStands) return { feed: asItStands, text, lost: null }
  const whole = mended(text, shape, piece => attempt(piece, shape) !== undefined)
  const feed = whole && attempt(whole.text, shape)
  if (!whole || !feed)
    throw new Unreadable('malformed', 'The document is broken, and no item of it can be read.')
  return { feed, text: whole.text, lost: whole.lost }
}

/** Whatever a parser throws on a document from outside, it could not read it. */
function attempt<S extends Shaped>(text: string, shape: S): Parsed[S] | undefined {
  refuseDoctype(text)
  try {
    return PARSERS[shape](text)
  } catch {
    return undefined
  }
}
