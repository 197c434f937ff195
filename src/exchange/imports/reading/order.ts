import { hashOf } from '../../../kernel/texts/plain-text.ts'
import { explain } from '../explanations.ts'
import type { FeedItem } from './item.ts'
import type { Notes } from './notes.ts'
import { pageIdentity } from './texts/page-identity.ts'

/** As many as a reading keeps. */
export const MOST_ITEMS = 2000

/** Keeps the first of the items with the same identifier, and at most `MOST_ITEMS` items. */
export function eachOnce(items: readonly FeedItem[], notes: Notes): FeedItem[] {
  const seen = new Map<string, FeedItem>()
  for (const item of apart(items)) {
    const before = seen.get(item.external_id)
    if (!before) seen.set(item.external_id, item)
    else notes.warn(explain('same_identifier'), item.external_id)
  }
  const kept = [...seen.values()]
  if (kept.length > MOST_ITEMS)
    notes.warn(explain('too_many_items', { count: kept.length, most: MOST_ITEMS }))
  return kept.slice(0, MOST_ITEMS)
}

/**
 * Different items with one identifier: some sites link all their news to one page, or give one `guid` to all of them. Known by
 * their link alone they are told apart by their titles, else by their links.
 */
function apart(items: readonly FeedItem[]): readonly FeedItem[] {
  const shared = Map.groupBy(items, each => each.external_id)
  return items.map(item => {
    const others = shared.get(item.external_id) ?? []
    const titles = new Set(others.map(({ title }) => title))
    if (titles.size < 2) return item
    const isByLink = item.external_id === pageIdentity(item.source_url)
    const links = new Set(others.map(({ source_url }) => pageIdentity(source_url)))
    if (!isByLink && links.size < 2) return item
    const own = isByLink ? item.title : pageIdentity(item.source_url)
    return { ...item, external_id: `hash:${hashOf(`${item.external_id}\n${own}`)}` }
  })
}

/** Sorts by publication date if all items have one; else keeps the order of the source, mostly newest first. */
export const newestFirst = (items: readonly FeedItem[]): readonly FeedItem[] =>
  items.every(({ published_at }) => published_at !== null)
    ? items.toSorted((a, b) => Number(b.published_at) - Number(a.published_at))
    : items

/** Events: the next ones first, then past ones, the latest first. */
export const nextFirst = (dated: readonly Dated[], now: Date): FeedItem[] =>
  byDay(dated, now).map(({ item }) => item)

export function byDay(dated: readonly Dated[], now: Date): Dated[] {
  const isOver = ({ item }: Dated) => item.ends_at !== null && item.ends_at < now
  const next = dated.filter(each => !isOver(each)).sort((a, b) => a.begins - b.begins)
  const past = dated.filter(isOver).sort((a, b) => b.begins - a.begins)
  return [...next, ...past]
}

export interface Dated {
  readonly item: FeedItem
  readonly begins: number
}
