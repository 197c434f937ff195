import { explain } from '../explanations.ts'
import type { FeedItem } from './item.ts'
import type { Notes } from './notes.ts'

const MOST = 2000

/** Keeps the first of the items with the same identifier, and at most `MOST_ITEMS` items. */
export function eachOnce(items: readonly FeedItem[], notes: Notes): FeedItem[] {
  const seen = new Map<string, FeedItem>()
  for (const item of items) {
    const before = seen.get(item.external_id)
    if (!before) seen.set(item.external_id, item)
    else notes.warn(explain('same_identifier'), item.external_id)
  }
  const kept = [...seen.values()]
  if (kept.length > MOST) notes.warn(explain('too_many_items', { count: kept.length, most: MOST }))
  return kept.slice(0, MOST)
}

/** By their dates when all of them have one, else in the order of the source: most write the newest first. */
export const newestFirst = (items: readonly FeedItem[]): readonly FeedItem[] =>
  items.every(({ published_at }) => published_at !== null)
    ? items.toSorted((a, b) => Number(b.published_at) - Number(a.published_at))
    : items

/** Events: the next ones first, then past ones, the latest first. */
export function nextFirst(dated: readonly Dated[], now: Date): FeedItem[] {
  const isOver = ({ item }: Dated) => item.ends_at !== null && item.ends_at < now
  const next = dated.filter(each => !isOver(each)).sort((a, b) => a.begins - b.begins)
  const past = dated.filter(isOver).sort((a, b) => b.begins - a.begins)
  return [...next, ...past].map(({ item }) => item)
}

export interface Dated {
  readonly item: FeedItem
  readonly begins: number
}
