import { explain } from '../explanations.ts'
import { daysAndHours, type Occurrence } from './further-days.ts'
import type { Read } from './item.ts'
import { type Json, record } from './json-fields.ts'
import { type Context, normalizeItem, type SourceEvent, type SourceItem } from './normalize-item.ts'
import { byDay, type Dated, nextFirst } from './order.ts'
import { nearestOf } from './relevant-entries.ts'

/** Events in JSON, each converted by the reader of its format. */

export interface JsonEvent extends SourceItem {
  readonly cancelled: boolean
  readonly code_insee?: string | undefined
  /** The same on other days. */
  readonly further?: readonly Pick<SourceEvent, 'start' | 'end'>[]
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
    return [source.event, ...further].flatMap((when): Dated[] => {
      const item = normalizeItem({ ...source, event: { ...source.event, ...when } }, context)
      if (!item) context.notes.warn(explain('event_not_a_record', { number: index + 1 }))
      // An event without a valid date would be published as news.
      else if (item.date_debut === null) context.notes.warn(explain('no_time'), item.external_id)
      else return [{ item: { ...item, cancelled, code_insee }, begins: Date.parse(item.date_debut) }]
      return []
    })
  })
  return { title, items: nextFirst(asSeries(dated, context), context.now) }
}

/** Events with one identifier and one title are the dates of a series. */
function asSeries(dated: readonly Dated[], { now, notes }: Context): readonly Dated[] {
  const byName = Map.groupBy(dated, ({ item }) => JSON.stringify([item.external_id, item.title]))
  return [...byName.values()].map(all => {
    const [shown = all[0] as Dated, ...others] = byDay(all, now)
    if (others.length === 0) return shown
    const coming = others.filter(({ begins }) => begins > shown.begins)
    const over = all.map(({ item }) => item.ends_at?.getTime() ?? 0)
    const days = daysAndHours(occurrenceOf(shown), coming.map(occurrenceOf), notes, shown.item.external_id)
    return { ...shown, item: { ...shown.item, ...days, ends_at: new Date(Math.max(...over)) } }
  })
}

const occurrenceOf = ({ item }: Dated): Occurrence => ({
  first_day: item.date_debut ?? '',
  last_day: item.date_fin ?? item.date_debut ?? '',
  first_hour: item.heure_debut,
  last_hour: item.heure_fin,
})
