import { FEED_KINDS, type FeedKind } from '../../../../shared/words/imports.ts'
import type { ImportCode } from '../explanations.ts'
import type { Reading } from '../reading/item.ts'
import { pageIdentity } from '../reading/texts/page-identity.ts'

/** What is told of a source that was found, without its items: a search may read twelve documents of 10 MiB. */
export interface FoundSource {
  readonly url: string
  readonly kind: FeedKind
  readonly name: string | null
  /** Most of its items have a date. */
  readonly events: boolean
  /** Items that a run would not leave out as over. */
  readonly count: number
  /** There is more than was read. */
  readonly more: boolean
  readonly titles: string[]
  readonly total: number
  /** What the first items are known by. */
  readonly identities: readonly string[]
}

const MOST_TITLES = 5
/** A reading that was ended before its last page. */
const INCOMPLETE: ReadonlySet<ImportCode> = new Set(['page_unreadable', 'pages_left', 'pages_given_up'])

export function sourceOf(
  { kind, title, items, notes }: Reading,
  url: string,
  name: string | null,
  now: Date,
): FoundSource {
  const coming = items.filter(each => !each.cancelled && (each.ends_at === null || each.ends_at >= now))
  return {
    url,
    kind,
    name: title ?? name,
    events: items.filter(({ date_debut }) => date_debut !== null).length * 2 > items.length,
    count: coming.length,
    more: notes.some(({ code }) => INCOMPLETE.has(code)),
    titles: coming.flatMap(each => each.title ?? []).slice(0, MOST_TITLES),
    total: items.length,
    identities: items
      .slice(0, COMPARED)
      .map(({ source_url, external_id }) => pageIdentity(source_url) ?? external_id),
  }
}

/** A site offers the same content in several forms. A feed of one section shares fewer first items with that of the site. */
const COMPARED = 10
const ALIKE = 0.8
/** Shorter lists say too little about each other. */
const LEAST = 3

type Feed = Pick<FoundSource, 'kind' | 'total' | 'identities'>

export function isSameFeed(one: Feed, other: Feed): boolean {
  const most = Math.min(one.total, other.total, COMPARED)
  if (most < LEAST && one.total !== other.total) return false
  const [first, second] = [one, other].map(({ identities }) => new Set(identities.slice(0, most)))
  return first !== undefined && second !== undefined && first.intersection(second).size >= most * ALIKE
}

export const isBetter = (one: Pick<Feed, 'kind'>, other: Pick<Feed, 'kind'>): boolean =>
  FEED_KINDS[one.kind].rank < FEED_KINDS[other.kind].rank

/** The title of a link without what every feed is called: "Mende » Flux" is "Mende", "RSS" is no name. */
export function nameFrom(title: string | null): string | null {
  const name = title?.replace(GENERIC, '').trim()
  return name && !/^(?:syndiquer tout le site|s[’']abonner.{0,50})$/i.test(name) ? name : null
}

const GENERIC =
  /\s*[»|>:–-]?\s*\b(?:(?:flux|feed)(?:\s+(?:rss|atom))?|rss|atom|ical|ics)(?:\s+\d(?:\.\d{1,2})?)?$/i
