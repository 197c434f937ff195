import { httpUrl } from '../../../../kernel/html/links.ts'
import { plainLine } from '../../../../kernel/texts/plain-text.ts'
import { explain } from '../../explanations.ts'
import { daysAndHours } from '../further-days.ts'
import type { FeedItem, Read } from '../item.ts'
import { inFrench, type Json, list, number, record, text } from '../json-fields.ts'
import { type Context, normalizeItem, type SourceText } from '../normalize-item.ts'
import { nextFirst } from '../order.ts'
import { nearestOf } from '../relevant-entries.ts'
import { audienceOfAges, freeIn } from '../texts/audience.ts'
import { fromHtml } from '../texts/html.ts'
import { whenOf } from './timings.ts'

/**
 * Events of OpenAgenda v2: an answer of its API, a saved one, or one event. No personal data is read: members, contributors
 * and contacts are ignored.
 */

/** The events of a document; undefined when it is not from OpenAgenda. */
export function eventsIn(document: unknown): readonly unknown[] | undefined {
  const answer = record(document)
  if (Array.isArray(answer?.events)) return answer.events
  const one = record(answer?.event) ?? answer
  if (one && inFrench(one.title) && (Array.isArray(one.timings) || record(one.firstTiming))) return [one]
  if (Array.isArray(document) && document.length > 0 && document.every(each => eventsIn(each)?.length === 1))
    return document.map(each => eventsIn(each)?.[0])
  return undefined
}

export function readEvents(events: readonly unknown[], url: string, context: Context): Read {
  const dated = nearestOf([...events.entries()], ([, each]) => lastEnd(each), context).flatMap(
    ([index, each]) => {
      const event = record(each)
      const read = event && readEvent(event, url, context)
      if (!event) context.notes.warn(explain('event_not_a_record', { number: index + 1 }))
      return read ? [read] : []
    },
  )
  const agendas = new Set(events.map(each => text(record(record(each)?.originAgenda)?.title)))
  const [title] = agendas
  return { title: agendas.size === 1 ? plainLine(title, 200) : null, items: nextFirst(dated, context.now) }
}

/** The timings are in their order. */
const lastEnd = (event: unknown): string | undefined => {
  const { timings, lastTiming } = record(event) ?? {}
  const last = record(list(timings).at(-1) ?? lastTiming)
  return text(last?.end) ?? text(last?.begin)
}

const PUBLISHED = 2
const CANCELLED = 6
const SAID_FIRST: Readonly<Record<number, string>> = {
  3: 'Cet événement se tient en ligne.',
  4: 'Cet événement est reporté.',
  5: 'Complet.',
}

function readEvent(event: Json, url: string, context: Context) {
  const { notes } = context
  const id = text(event.uid) ?? text(event.slug)
  const state = number(event.state)
  if (
    (state !== undefined && state !== PUBLISHED) ||
    number(event.private) === 1 ||
    number(event.draft) === 1
  ) {
    notes.info(explain('not_published_there'), id)
    return undefined
  }
  if (event.removed === true || event.removed === 1) return undefined
  const status = number(event.status) ?? 1
  const when = whenOf(event, context)
  if (!when) notes.warn(explain('no_time'), id)
  const item = normalizeItem(
    {
      ids: [id],
      title: sourceText(inFrench(event.title), 'plain'),
      texts: [sourceText(textsOf(event, status), 'markdown')],
      links: [text(event.canonicalUrl), pageOf(event)],
      images: [imageOf(event.image)],
      base: url,
      labels: list(record(event.keywords)?.fr).map(text),
      published: [text(event.updatedAt), text(event.createdAt)],
      public: audienceOfAges(number(record(event.age)?.min), number(record(event.age)?.max)),
      gratuit: freeIn(inFrench(event.conditions)),
    },
    context,
  )
  if (!item) {
    notes.warn(explain('event_says_nothing'), id)
    return undefined
  }
  const dated: FeedItem = {
    ...item,
    ...(when && daysAndHours(when, when.later, notes, id ?? null)),
    ends_at: when ? new Date(when.over) : null,
    lieu: placeOf(event),
    cancelled: status === CANCELLED,
    code_insee: inseeOf(event),
  }
  return { item: dated, begins: when?.begins ?? 0 }
}

const sourceText = (said: string | undefined, is: SourceText['is']): SourceText | undefined =>
  said ? { text: said, is } : undefined

/** The long description where there is one, and the conditions. */
function textsOf(event: Json, status: number): string {
  const short = inFrench(event.description) ?? ''
  const long = longOf(event)
  const conditions = inFrench(event.conditions)
  const links = list(event.registration).flatMap(
    each => httpUrl(text(record(each)?.value) ?? text(each)) ?? [],
  )
  return [
    SAID_FIRST[status],
    long.startsWith(short.slice(0, 100)) ? '' : short,
    long || short,
    conditions && `Conditions : ${conditions}`,
    links.length > 0 && `Inscription : ${[...new Set(links)].slice(0, 5).join(' ')}`,
  ]
    .filter(Boolean)
    .filter((each, index, all) => all.indexOf(each) === index)
    .join('\n\n')
}

/** Markdown, unless the address asks for HTML: then it is converted from its blocks. */
function longOf(event: Json): string {
  const long = inFrench(event.longDescription) ?? ''
  if (/<(?:p|div|ul|ol|h[1-6]|table)(?:\s[^<>]*)?>/i.test(long)) return fromHtml(long).text
  return long.replaceAll(/<br\s*\/?>/gi, '\n')
}

/** The page of the event, where the slug of the agenda is known. */
function pageOf(event: Json): string | undefined {
  const agenda = text(record(event.originAgenda)?.slug)
  const slug = text(event.slug)
  const isName = (each: string | undefined) => each !== undefined && /^[\w-]{1,200}$/.test(each)
  return isName(agenda) && isName(slug) ? `https://openagenda.com/${agenda}/events/${slug}` : undefined
}

function imageOf(value: unknown): string | undefined {
  const image = record(value)
  const base = text(image?.base)
  const file = text(image?.filename)
  return text(value) ?? (base && file ? `${base}${file}` : undefined)
}

/** Name and address of the place, each once. */
function placeOf(event: Json): string | null {
  const location = record(event.location)
  if (!location) return number(event.attendanceMode) === 2 ? 'En ligne' : null
  const name = inFrench(location.name) ?? ''
  const address = inFrench(location.address) ?? ''
  const town = [text(location.postalCode), text(location.city)].filter(Boolean).join(' ')
  const city = text(location.city) ?? ''
  const whole = `${name} ${address}`.toLowerCase()
  const parts = [
    address.toLowerCase().startsWith(name.toLowerCase()) ? '' : name,
    address,
    whole.includes(city.toLowerCase()) ? '' : town,
  ]
  return plainLine(parts.filter(Boolean).join(', '), 200)
}

const inseeOf = (event: Json): string | null => {
  const code = text(record(event.location)?.insee)?.toUpperCase()
  return code && /^(?:\d{5}|2[AB]\d{3})$/.test(code) ? code : null
}
