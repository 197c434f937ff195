import { explain } from '../../explanations.ts'
import { type SourceToRead, Unreadable } from '../item.ts'
import { list, number, record, text } from '../json-fields.ts'
import { parseJson } from '../json-text.ts'
import type { Page, PageFacts, PagePlan } from '../pages.ts'
import { eventsIn } from './read-events.ts'

const API = 'https://api.openagenda.com'
const HOSTS = new Set(['openagenda.com', 'www.openagenda.com', 'api.openagenda.com'])
const PAGE = 300
const MOST_EVENTS = 2000

/**
 * Recognises addresses that a clerk may have copied: the API's, the agenda's page by its number, its export. Filters in it
 * stay; without a filter by time, only current and coming events are asked for. Undefined for any other address.
 */
export function planFor({ url, kind, api_key }: SourceToRead): PagePlan | undefined {
  const asked = URL.parse(url)
  if (!asked || (kind !== 'auto' && kind !== 'openagenda')) return undefined
  const isOwn = HOSTS.has(asked.hostname)
  const api = /^\/v2\/agendas\/(\d{1,12})(?:\/events(?:\.json)?)?\/?$/.exec(asked.pathname)?.[1]
  const page = /^(?:\/[a-z]{2})?\/agendas\/(\d{1,12})(?:\/events)?(?:(?:\.v2)?\.json|\/.*)?$/.exec(
    asked.pathname,
  )?.[1]
  if (api && (isOwn || kind === 'openagenda'))
    return planned(new URL(`/v2/agendas/${api}/events`, asked), asked, api_key)
  if (!page || !isOwn) {
    if (isOwn && !/\.(?:rss|ics|json)$/.test(asked.pathname))
      throw new Unreadable(explain('agenda_without_number'))
    return undefined
  }
  // Without a key: the public export.
  const first = api_key
    ? `${API}/v2/agendas/${page}/events`
    : `https://openagenda.com/agendas/${page}/events.v2.json`
  return planned(new URL(first), asked, api_key)
}

const TIMES = /^(?:relative|timings|passed|from|to|updatedAt|createdAt)\b/
const OURS = /^(?:size|from|after|detailed|sort|monolingual|limit|offset|page|if|includeFields)\b/

function planned(first: URL, asked: URL, api_key: string | null): PagePlan {
  for (const [name, value] of asked.searchParams) if (!OURS.test(name)) first.searchParams.append(name, value)
  if (![...first.searchParams.keys()].some(name => TIMES.test(name)))
    for (const relative of ['current', 'upcoming']) first.searchParams.append('relative[]', relative)
  first.searchParams.set('detailed', '1')
  first.searchParams.set('size', String(PAGE))
  if (api_key && first.protocol !== 'https:') throw new Unreadable(explain('key_needs_https'))
  const headers = api_key && /^[\x21-\x7e]{1,500}$/.test(api_key) ? { key: api_key } : {}
  return { first, headers, asksForKey: true, most: MOST_EVENTS, pageOf, whole: events => ({ events }) }
}

function pageOf(answer: string, { address, notes }: PageFacts): Page {
  if (!/^\s*[{[]/.test(answer)) throw new Unreadable(explain('agenda_not_json'))
  const document = parseJson(answer, notes)
  const found = eventsIn(document)
  if (!found) {
    const answered = record(document)
    if (answered?.success === false || number(answered?.code) === 403 || text(answered?.error))
      throw new Unreadable(explain('agenda_refused'))
    throw new Unreadable(explain('json_not_an_agenda'))
  }
  const after = list(record(document)?.after).flatMap(each => text(each) ?? [])
  if (after.length === 0) return { found, next: undefined }
  const next = new URL(address)
  next.searchParams.delete('after[]')
  for (const each of after) next.searchParams.append('after[]', each)
  return { found, next }
}
