import { decodeText } from '../../../kernel/fetch/decode.ts'
import { type Door, FetchRefused } from '../../../kernel/fetch/fetch.ts'
import { explain } from '../../explanations.ts'
import { parseJson } from '../feeds/json-text.ts'
import { type SourceToRead, Unreadable } from '../item.ts'
import { list, number, record, text } from '../json-fields.ts'
import type { Notes } from '../notes.ts'
import { eventsIn } from './read-events.ts'

/** How an agenda is fetched, page by page. */
export interface Plan {
  readonly first: URL
  /** The key goes into a header, never into the address: addresses are logged by other servers. */
  readonly headers: Readonly<Record<string, string>>
}

const API = 'https://api.openagenda.com'
const HOSTS = new Set(['openagenda.com', 'www.openagenda.com', 'api.openagenda.com'])
const PAGE = 300
const MOST_PAGES = 20
const MOST_EVENTS = 2000
const LONGEST_MS = 60_000

/**
 * Recognises addresses that a clerk may have copied: the API's, the agenda's page by its number, its export. Filters in it
 * stay; without a filter by time, only current and coming events are asked for. Undefined for any other address.
 */
export function planFor({ url, kind, api_key }: SourceToRead): Plan | undefined {
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

function planned(first: URL, asked: URL, api_key: string | null): Plan {
  for (const [name, value] of asked.searchParams) if (!OURS.test(name)) first.searchParams.append(name, value)
  if (![...first.searchParams.keys()].some(name => TIMES.test(name)))
    for (const relative of ['current', 'upcoming']) first.searchParams.append('relative[]', relative)
  first.searchParams.set('detailed', '1')
  first.searchParams.set('size', String(PAGE))
  if (api_key && first.protocol !== 'https:') throw new Unreadable(explain('key_needs_https'))
  return { first, headers: api_key && /^[\x21-\x7e]{1,500}$/.test(api_key) ? { key: api_key } : {} }
}

/**
 * All events of the agenda, up to the limits. A page that fails after the first ends the reading, with what came before.
 */
export async function fetchEvents(
  door: Pick<Door, 'fetch'>,
  { first, headers }: Plan,
  notes: Notes,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const events: unknown[] = []
  const until = performance.now() + LONGEST_MS
  let page = new URL(first)
  for (let count = 1; ; count++) {
    const answer = await onePage(door, page, { headers, notes, signal }).catch((error: unknown) => {
      if (count === 1 || signal?.aborted) throw error
      notes.warn(explain('page_unreadable', { number: count }))
      return undefined
    })
    if (!answer) return events
    const { found, after } = answer
    events.push(...found)
    if (found.length === 0 || after.length === 0) return events
    const next = new URL(first)
    for (const each of after) next.searchParams.append('after[]', each)
    if (next.href === page.href) return events
    if (events.length >= MOST_EVENTS || count >= MOST_PAGES || performance.now() > until) {
      notes.warn(explain('agenda_longer', { count: events.length, pages: count }))
      return events
    }
    page = next
  }
}

interface Page {
  readonly found: readonly unknown[]
  readonly after: readonly string[]
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>
  readonly notes: Notes
  readonly signal: AbortSignal | undefined
}

async function onePage(
  door: Pick<Door, 'fetch'>,
  page: URL,
  { headers, notes, signal }: Asking,
): Promise<Page> {
  try {
    const answer = await door.fetch(page.href, {
      accept: 'application/json',
      headers,
      ...(signal && { signal }),
    })
    if (answer.status === 'not_modified') throw new Unreadable(explain('agenda_said_nothing'))
    const type = answer.charset && `application/json; charset=${answer.charset}`
    return pageOf(decodeText(answer.bytes, type).text, notes)
  } catch (error) {
    if (error instanceof FetchRefused && (error.status === 401 || error.status === 403))
      throw new Unreadable(explain('key_refused'))
    throw error
  }
}

function pageOf(answer: string, notes: Notes): Page {
  if (answer.trim() === '') throw new Unreadable(explain('empty'))
  if (!/^\s*[{[]/.test(answer)) throw new Unreadable(explain('agenda_not_json'))
  const document = parseJson(answer, notes)
  const found = eventsIn(document)
  if (!found) {
    const answered = record(document)
    if (answered?.success === false || number(answered?.code) === 403 || text(answered?.error))
      throw new Unreadable(explain('agenda_refused'))
    throw new Unreadable(explain('json_not_an_agenda'))
  }
  return { found, after: list(record(document)?.after).flatMap(each => text(each) ?? []) }
}
