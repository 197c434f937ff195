import { explain } from '../explanations.ts'
import { daysAndHours, type Occurrence, occurrencesIn } from './further-days.ts'
import type { FeedItem, Read } from './item.ts'
import { type Json, record } from './json-fields.ts'
import { type Context, normalizeItem, type SourceEvent, type SourceItem, whenOf } from './normalize-item.ts'
import { byDay, type Dated, nextFirst } from './order.ts'
import { nearestOf } from './relevant-entries.ts'

/** Events in JSON, each converted by the reader of its format. */

export interface JsonEvent extends SourceItem {
  readonly cancelled: boolean
  readonly code_insee?: string | undefined
  /** The same on later days. */
  readonly further?: readonly Occurrence[]
}

export function readEach(
  events: readonly unknown[],
  /** Undefined for an event that is not public. */
  toItem: (event: Json) => JsonEvent | undefined,
  title: string | null,
  context: Context,
): Read {
  const sources = events.map((each, index) => {
    const event = record(each)
    return { index, event, source: event && toItem(event) }
  })
  const endOf = ({ source }: (typeof sources)[number]) => source?.event?.end ?? source?.event?.start
  const dated = nearestOf(sources, endOf, context).flatMap(({ index, event, source }) => {
    if (!event) context.notes.warn(explain('event_not_a_record', { number: index + 1 }))
    if (!source) return []
    const { cancelled, code_insee = null, further = [] } = source
    const item = normalizeItem(source, context)
    if (!item) {
      context.notes.warn(explain('event_not_a_record', { number: index + 1 }))
      return []
    }
    if (item.date_debut === null) {
      // Without a day, the item would be published as news.
      context.notes.warn(explain('no_time'), item.external_id)
      return []
    }
    const series = seriesOf(item, further, context)
    return [{ item: { ...item, ...series, cancelled, code_insee }, begins: Date.parse(item.date_debut) }]
  })
  return { title, items: nextFirst(asSeries(dated, context), context.now) }
}

/** The days of an item with those of its further occurrences. */
export function seriesOf(
  item: FeedItem,
  further: readonly Occurrence[],
  context: Context,
): Partial<FeedItem> {
  const [shown] = occurrencesIn(item)
  const last = further.toSorted((a, b) => (a.last_day < b.last_day ? -1 : 1)).at(-1)
  if (!shown || !last) return {}
  const { ends_at } = whenOf(eventOf(last), context, item.external_id)
  return { ...daysAndHours(shown, further, context.notes, item.external_id), ends_at }
}

export const eventOf = ({ first_day, last_day, first_hour, last_hour }: Occurrence): SourceEvent => ({
  start: first_hour ? `${first_day}T${first_hour}` : first_day,
  end: first_hour && last_hour ? `${last_day}T${last_hour}` : last_day,
})

/** Events with one identifier and one title are the dates of a series. */
function asSeries(dated: readonly Dated[], { now, notes }: Context): readonly Dated[] {
  const byName = Map.groupBy(dated, ({ item }) => JSON.stringify([item.external_id, item.title]))
  return [...byName.values()].map(all => {
    const [shown = all[0] as Dated, ...others] = byDay(all, now)
    if (others.length === 0) return shown
    const coming = [shown, ...others.filter(({ begins }) => begins > shown.begins)]
    const over = all.map(({ item }) => item.ends_at?.getTime() ?? 0)
    const [first, ...later] = coming.flatMap(({ item }) => occurrencesIn(item))
    const days = first && daysAndHours(first, later, notes, shown.item.external_id)
    return { ...shown, item: { ...shown.item, ...days, ends_at: new Date(Math.max(...over)) } }
  })
}
