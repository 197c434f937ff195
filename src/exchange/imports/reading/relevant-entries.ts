import { explain } from '../explanations.ts'
import type { Notes } from './notes.ts'
import { MOST_ITEMS } from './order.ts'

/**
 * The entries of a huge document that a reading keeps, chosen before any is converted: converting costs ten times as much as
 * parsing. Dates are compared as the language reads them, since parsing a hundred thousand dates takes long itself.
 */

/** The newest by their dates; the first, when a date is missing or written in words. */
export function newestOf<T>(
  entries: readonly T[],
  dateOf: (entry: T) => string | null | undefined,
  notes: Notes,
): readonly T[] {
  if (entries.length <= MOST_ITEMS) return entries
  notes.warn(explain('too_many_items', { count: entries.length, most: MOST_ITEMS }))
  const dated = entries.map(entry => ({ entry, at: Date.parse(dateOf(entry) ?? '') }))
  if (dated.every(({ at }) => !Number.isNaN(at))) dated.sort((a, b) => b.at - a.at)
  return dated.slice(0, MOST_ITEMS).map(({ entry }) => entry)
}

/** The events that end next, then those that are over, the latest first. */
export function nearestOf<T>(
  events: readonly T[],
  endOf: (event: T) => string | null | undefined,
  { now, notes }: { readonly now: Date; readonly notes: Notes },
): readonly T[] {
  if (events.length <= MOST_ITEMS) return events
  notes.warn(explain('too_many_events', { count: events.length, most: MOST_ITEMS }))
  const today = now.getTime() - DAY_MS
  const dated = events.map(event => ({ event, at: Date.parse(endOf(event) ?? '') || 0 }))
  const coming = dated.filter(({ at }) => at >= today).sort((a, b) => a.at - b.at)
  const over = dated.filter(({ at }) => at < today).sort((a, b) => b.at - a.at)
  return [...coming, ...over].slice(0, MOST_ITEMS).map(({ event }) => event)
}

const DAY_MS = 86_400_000
