import type { Audience } from '../../../../../shared/words/publications.ts'
import { httpUrl } from '../../../../kernel/html/links.ts'
import { hashOf } from '../../../../kernel/texts/plain-text.ts'
import { explain } from '../../explanations.ts'
import type { Read } from '../item.ts'
import { type Json, number, record, text } from '../json-fields.ts'
import { type Context, html, normalizeItem } from '../normalize-item.ts'
import type { Notes } from '../notes.ts'
import { type Dated, nextFirst } from '../order.ts'
import { nearestOf } from '../relevant-entries.ts'
import { audienceIn, audienceOfAges, freeIn } from '../texts/audience.ts'
import { pageIdentity } from '../texts/page-identity.ts'
import { jsonLdIn } from './json-ld.ts'
import { microdataIn } from './microdata.ts'
import { datesOf, occurrenceOf } from './schema-dates.ts'
import {
  addressOf,
  listOf,
  type Nodes,
  nodeOf,
  nodesIn,
  textsIn,
  typesOf,
  withoutScriptEscapes,
  wordsOf,
} from './schema-values.ts'

/** schema.org's events in the data of a page, or alone. */

/** Undefined where there are none. */
export function readJsonLd(documents: readonly unknown[], url: string, context: Context): Read | undefined {
  const dated = eventsIn(documents, url, context)
  return dated && { title: null, items: nextFirst(dated, context.now) }
}

/** What a page describes: its JSON-LD, and its microdata where that has no event, or each would be there twice. */
export function describedIn(page: string, notes: Notes): readonly unknown[] {
  const documents = jsonLdIn(page, notes)
  return documents.some(each => found(each, 0).length > 0) ? documents : [...documents, ...microdataIn(page)]
}

export function eventsIn(
  documents: readonly unknown[],
  url: string,
  context: Context,
): readonly Dated[] | undefined {
  const nodes = nodesIn(documents)
  const events = documents.flatMap(each => found(each, 0))
  if (events.length === 0) return undefined
  const endOf = ({ events: dates }: Series) => wordsOf(dates.at(-1)?.endDate ?? dates.at(-1)?.startDate)
  return nearestOf(seriesOf(events, url, nodes), endOf, context).flatMap(
    series => readSeries(series, { url, nodes, context }) ?? [],
  )
}

const DEEPEST = 8
const EVENT = /(?:Event|^Festival|^CourseInstance)$/
/** Where a node may hold events: lists, pages, places, and events themselves. */
const HOLDERS = [
  '@graph',
  'itemListElement',
  'item',
  'mainEntity',
  'event',
  'events',
  'subEvent',
  'subEvents',
]

function found(value: unknown, depth: number): Json[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap(each => found(each, depth + 1))
  const node = record(value)
  if (!node) return []
  const nested = HOLDERS.flatMap(name => found(node[name], depth + 1))
  return isEvent(node) ? [node, ...nested] : nested
}

/** A reference to an event that stands elsewhere says nothing itself. */
const isEvent = (node: Json): boolean =>
  typesOf(node).some(type => EVENT.test(type)) && (node.name !== undefined || node.startDate !== undefined)

////////////////////////////////////////////////////////////////////////////// series

interface Series {
  readonly id: string
  readonly events: readonly [Json, ...Json[]]
}

/**
 * Events of one address and name are the dates of one event. Some sites give the address of the list to all of its events:
 * then the name tells them apart.
 */
function seriesOf(events: readonly Json[], url: string, nodes: Nodes): readonly Series[] {
  const series = new Map<string, { address: string; events: [Json, ...Json[]] }>()
  for (const event of events) {
    const address = identityOf(event, url, nodes)
    const key = `${address}\n${nameOf(event) ?? ''}`
    const there = series.get(key)
    if (there) there.events.push(event)
    else series.set(key, { address, events: [event] })
  }
  const names = Map.groupBy(series.values(), each => each.address)
  return [...series.values()].map(({ address, events }) => {
    const isAlone = (names.get(address)?.length ?? 0) === 1
    return { id: isAlone ? address : `${address}#${hashOf(nameOf(events[0]) ?? '').slice(0, 12)}`, events }
  })
}

const nameOf = (event: Json): string | undefined => wordsOf(event.name) ?? wordsOf(event.headline)

/** The identifier, unless it is one within the document (`_:b0`), else the address, else that of the page. */
function identityOf(event: Json, url: string, nodes: Nodes): string {
  const id = text(event['@id'])
  if (id !== undefined && !id.startsWith('_:')) return /^[#/.]/.test(id) ? (httpUrl(id, url) ?? id) : id
  return pageIdentity(httpUrl(linkOf(event, nodes), url)) ?? pageIdentity(url) ?? url
}

const linkOf = (event: Json, nodes: Nodes): string | undefined =>
  addressOf(event.url, nodes) ?? addressOf(event.mainEntityOfPage, nodes)

////////////////////////////////////////////////////////////////////////////// one event

const SAID_FIRST: Readonly<Record<string, string>> = {
  postponed: 'Cet événement est reporté.',
  movedonline: 'Cet événement se tient en ligne.',
}

interface Page {
  readonly url: string
  readonly nodes: Nodes
  readonly context: Context
}

function readSeries({ id, events }: Series, { url, nodes, context }: Page): Dated | undefined {
  const { notes } = context
  const [event] = events
  const status = (addressOf(event.eventStatus, nodes) ?? '')
    .split('/')
    .at(-1)
    ?.replace(/^event/i, '')
    .toLowerCase()
  const places = listOf(event.location)
  const online = places
    .map(each => nodeOf(each, nodes))
    .find(each => each && typesOf(each).includes('VirtualLocation'))
  const meeting = httpUrl(addressOf(online?.url, nodes), url)
  const description = withoutScriptEscapes(events.map(each => wordsOf(each.description)).find(Boolean))
  const words = [
    SAID_FIRST[status ?? ''],
    description ?? '',
    meeting && !description?.includes(meeting) && `En ligne : ${meeting}`,
  ]
  const single = occurrenceOf(event)
  const item = normalizeItem(
    {
      ids: [id],
      title: html(withoutScriptEscapes(nameOf(event))),
      texts: [
        html(words.filter(Boolean).join(/<(?:p|br|div)\b/i.test(description ?? '') ? '<br><br>' : '\n\n')),
      ],
      links: [linkOf(event, nodes), text(event['@id']), url],
      images: events.flatMap(each => listOf(each.image).flatMap(one => addressOf(one, nodes) ?? [])),
      base: url,
      labels: listOf(event.keywords).flatMap(each => text(each)?.split(',') ?? []),
      published: [],
      public: audienceOf(event),
      gratuit: freeOf(event, nodes),
      event: { ...single, lieu: withoutScriptEscapes(placeOf(places, nodes)) ?? (online && 'En ligne') },
    },
    context,
  )
  if (!item) {
    notes.warn(explain('event_says_nothing'), id)
    return undefined
  }
  const schedules = listOf(event.eventSchedule)
    .map(each => nodeOf(each, nodes))
    .filter(each => each !== undefined)
  const several = events.length > 1 || schedules.length > 0
  const dates = several ? datesOf(events.map(occurrenceOf), schedules, context, item.external_id) : item
  // Without a date it would be published as a piece of news.
  if (!dates || dates.date_debut === null) {
    notes.warn(explain('no_time'), item.external_id)
    return undefined
  }
  return {
    item: { ...item, ...dates, cancelled: /^cancell?ed$/.test(status ?? '') },
    begins: Date.parse(`${dates.date_debut}T${dates.heure_debut ?? '00:00'}Z`),
  }
}

/** Name and address of the first place that is one, each part once. */
function placeOf(places: readonly unknown[], nodes: Nodes): string | undefined {
  for (const each of places) {
    const place = nodeOf(each, nodes)
    if (!place && text(each)) return text(each)
    if (!place || typesOf(place).includes('VirtualLocation')) continue
    const address = nodeOf(listOf(place.address)[0], nodes)
    const town = [text(address?.postalCode), wordsOf(address?.addressLocality)].filter(Boolean).join(' ')
    const street = address ? textsIn(address.streetAddress).join(', ') : text(place.address)
    const parts: string[] = []
    for (const part of [wordsOf(place.name), street, town])
      if (part && !parts.join(', ').toLowerCase().includes(part.toLowerCase())) parts.push(part)
    if (parts.length > 0) return parts.join(', ')
  }
  return undefined
}

/** `typicalAgeRange`, or what its `audience` says. */
function audienceOf(event: Json): Audience | null {
  const [audience] = listOf(event.audience)
  const said = record(audience)
  return (
    audienceIn(wordsOf(event.typicalAgeRange)) ??
    audienceOfAges(number(said?.suggestedMinAge), number(said?.suggestedMaxAge)) ??
    audienceIn(text(said?.audienceType) ?? wordsOf(audience))
  )
}

/** `isAccessibleForFree`, or the prices of all its offers. */
function freeOf(event: Json, nodes: Nodes): boolean | null {
  const [said] = listOf(event.isAccessibleForFree)
  if (typeof said === 'boolean') return said
  const word = text(said)?.split('/').at(-1)?.toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  const prices = listOf(event.offers).flatMap(each => {
    const offer = nodeOf(each, nodes)
    return text(offer?.price) ?? text(offer?.highPrice) ?? text(offer?.lowPrice) ?? []
  })
  const free = prices.map(price => freeIn(price))
  return free.length === 0 ? null : free.includes(false) ? false : free.every(one => one === true) || null
}
