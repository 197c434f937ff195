import { isImage } from '../../../../kernel/html/links.ts'
import { hashOf, plainLine } from '../../../../kernel/texts/plain-text.ts'
import { explain } from '../../explanations.ts'
import { daysAndHours } from '../further-days.ts'
import type { Read } from '../item.ts'
import { NEVER_OVER } from '../item.ts'
import { type Context, html, normalizeItem, type SourceItem } from '../normalize-item.ts'
import type { Notes } from '../notes.ts'
import { type Dated, nextFirst } from '../order.ts'
import { type Component, calendarOf, first, valueIn } from './components.ts'
import { type Event, eventOf, spanAt } from './event.ts'
import { type Group, groupsOf } from './groups.ts'
import { textOf } from './lines.ts'
import { occurrenceOf, type ShownOccurrence } from './occurrences.ts'
import { mostRelevant } from './relevant.ts'
import { seriesOf } from './series.ts'
import { Steps } from './steps.ts'
import { instantOf, timeOf } from './times.ts'
import { type Zones, zonesOf } from './zones.ts'

/** Reads iCalendar: one item per event or series. Upcoming events first, then past ones from the latest back. */
export function readCalendar(text: string, url: string, context: Context): Read {
  const { now, notes } = context
  const calendar = calendarOf(text)
  if (!calendar.whole) notes.warn(explain('calendar_cut_short'))
  if (calendar.others > 0) notes.info(explain('other_components', { count: calendar.others }))
  const zones = zonesOf(calendar, context)
  const isCancelled = /^CANCEL$/i.test(valueIn(calendar.head, 'METHOD') ?? '')
  const steps = new Steps()
  const dated: Dated[] = []
  for (const group of mostRelevant(groupsOf(calendar.events, notes), now, notes)) {
    const read = readGroup(group, { zones, url, context, steps })
    if (read) dated.push({ ...read, item: { ...read.item, cancelled: read.item.cancelled || isCancelled } })
  }
  const title = first(calendar.head, 'X-WR-CALNAME') ?? first(calendar.head, 'NAME')
  return { title: plainLine(title && textOf(title.value), 200), items: nextFirst(dated, now) }
}

interface GroupContext {
  readonly zones: Zones
  readonly url: string
  readonly context: Context
  readonly steps: Steps
}

function readGroup(group: Group, { zones, url, context, steps }: GroupContext) {
  const { now, notes } = context
  const { uid, master, overrides } = group
  if ([master, ...overrides].some(each => each && isPrivate(each))) {
    notes.info(explain('private_event'), uid)
    return undefined
  }
  const found = whenOf(group, { zones, notes, now, steps })
  if (!found) return undefined
  const described = found.by.component
  const item = normalizeItem(sourceItem(described, master, group, url), context)
  if (!item) {
    notes.warn(explain('event_says_nothing'), uid)
    return undefined
  }
  const changed = ['LAST-MODIFIED', 'CREATED', 'DTSTAMP'].map(name => instantBy(described, name, zones))
  const lieu = valueIn(described, 'LOCATION') ?? (master && valueIn(master, 'LOCATION'))
  const published = changed.find(each => each !== undefined)
  return {
    begins: instantOf(found.span.start),
    item: {
      ...item,
      ...daysAndHours(found.span, found.later ?? [], notes, uid),
      lieu: plainLine(lieu && textOf(lieu), 200),
      published_at: published === undefined ? null : new Date(published),
      ends_at: found.over === undefined ? NEVER_OVER : new Date(found.over),
      cancelled: isCancelled(master ?? described),
    },
  }
}

interface When {
  readonly zones: Zones
  readonly notes: Notes
  readonly now: Date
  readonly steps: Steps
}

/** The occurrence to show. When the event has no time, adds a note and returns undefined. */
function whenOf(
  { uid, master, overrides }: Group,
  { zones, notes, now, steps }: When,
): ShownOccurrence | undefined {
  const start = master && eventOf(master, zones)
  const others = overrides.filter(each => !isCancelled(each)).flatMap(each => eventOf(each, zones) ?? [])
  if (!start && master) {
    const value = valueIn(master, 'DTSTART')
    notes.warn(value ? explain('bad_beginning', { text: value.slice(0, 40) }) : explain('no_beginning'), uid)
    if (others.length === 0) return undefined
  }
  // Changed occurrences of a series that is not in the calendar are events by themselves.
  const main = start ?? others[0]
  if (!main) return undefined
  const alone = (event: Event): ShownOccurrence => ({
    span: spanAt(event),
    by: event,
    later: [],
    over: spanAt(event).over,
  })
  try {
    const series = seriesOf(
      main,
      start ? overrides : [],
      others.filter(each => each !== main),
      zones,
      { steps, tell: what => notes.warn(what, uid) },
    )
    const found = occurrenceOf(series, now.getTime())
    if (found && !found.later) notes.warn(explain('dates_left_out'))
    if (!found) notes.info(explain('no_occurrence'), uid)
    return found ?? undefined
  } catch {
    notes.warn(explain('recurrence_unknown'), uid)
    return alone(main)
  }
}

const isPrivate = (component: Component): boolean =>
  /^(?:private|confidential)$/i.test(valueIn(component, 'CLASS') ?? '')

const isCancelled = (component: Component): boolean =>
  /^cancell?ed$/i.test(valueIn(component, 'STATUS') ?? '')

function instantBy(component: Component, name: string, zones: Zones): number | undefined {
  const property = first(component, name)
  const time = property && timeOf(property, zones)
  return time && instantOf(time)
}

function sourceItem(
  event: Component,
  master: Component | undefined,
  { uid }: Group,
  url: string,
): SourceItem {
  // Properties that a changed occurrence does not repeat are those of the series.
  const property = (name: string) => first(event, name) ?? (master && first(master, name))
  const text = (name: string) => {
    const found = property(name)
    return found && textOf(found.value)
  }
  const attached = [...(event.get('IMAGE') ?? []), ...(event.get('ATTACH') ?? [])]
  const summary = text('SUMMARY')
  return {
    // An event without a UID is identified by title and time, not by its URL: one page may announce many events.
    ids: [uid ?? `hash:${hashOf(['DTSTART', 'SUMMARY', 'LOCATION'].map(text).join('\n'))}`],
    title: html(summary),
    texts: [html(text('X-ALT-DESC') ?? text('STYLED-DESCRIPTION')), html(text('DESCRIPTION'))],
    links: [text('URL'), text('X-URL')],
    images: attached.flatMap(({ name, params, value }) =>
      name === 'IMAGE' || isImage(value, params.FMTTYPE) ? [textOf(value)] : [],
    ),
    documents: (event.get('ATTACH') ?? []).map(({ params, value }) => ({
      url: textOf(value),
      type: params.FMTTYPE,
      title: params.FILENAME ?? params['X-FILENAME'],
    })),
    base: url,
    labels: (event.get('CATEGORIES') ?? []).flatMap(({ value }) => value.split(/(?<!\\),/).map(textOf)),
    published: [],
  }
}
