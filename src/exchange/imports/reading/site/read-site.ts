import type { Door } from '../../../../kernel/fetch/fetch.ts'
import { FetchRefused } from '../../../../kernel/fetch/fetch.ts'
import { explain, explainRefusal } from '../../explanations.ts'
import { type Reading, type SourceToRead, Unreadable } from '../item.ts'
import type { Context } from '../normalize-item.ts'
import { Notes } from '../notes.ts'
import { type Dated, eachOnce, nextFirst } from '../order.ts'
import { readNotices } from '../page/panneaupocket.ts'
import { describedIn, eventsIn } from '../page/schema-events.ts'
import { addressOf } from '../page/schema-values.ts'
import { isPage } from '../page/web-page.ts'
import { readDocument } from '../read-document.ts'
import { pageIdentity } from '../texts/page-identity.ts'
import { contentLinks, entriesAmong, entryOf, listedIn } from './page-links.ts'
import { textOf, type Visit, visitBy } from './visit.ts'

/**
 * A page of a site and the pages that it leads to: many agendas describe each event (JSON-LD) on its own page only. An event
 * that the list describes whole is not asked for again.
 */

const MOST_PAGES = 50
const LONGEST_MS = 60_000
/** Less than a dry run may take. */
const LONGEST_HURRIED_MS = 18_000
/** After so many pages in a row without an event, or that cannot be read, the others are left alone. */
const MOST_IN_VAIN = 10
const MOST_FAILED = 3

type PageDoor = Pick<Door, 'fetch'>

/** Throws `FetchRefused` or `Unreadable`. */
export async function readSite(
  door: PageDoor,
  source: SourceToRead,
  now: Date,
  signal?: AbortSignal,
): Promise<Reading | 'not_modified'> {
  const { zone } = source
  const until = performance.now() + (source.in_request ? LONGEST_HURRIED_MS : LONGEST_MS)
  const visit = visitBy(door, source.in_request === true, signal)
  await refuseForbidden(visit, source.url)
  const answer = await visit.fetch(source.url, { etag: source.etag, lastModified: source.last_modified })
  if (answer.status === 'not_modified') return 'not_modified'
  if (new URL(answer.url).origin !== new URL(source.url).origin) await refuseForbidden(visit, answer.url)
  const text = textOf(answer)
  if (!isPage(text) || readNotices(text, answer.url, { now, zone, notes: new Notes() })) {
    const whole = readDocument({ text, url: answer.url, kind: source.kind, zone }, now)
    return { ...whole, etag: answer.etag, last_modified: answer.lastModified }
  }
  const notes = new Notes()
  const site = new Site(visit, { now, notes, zone }, until)
  await site.read(text, answer.url)
  const items = eachOnce(nextFirst(site.events, now), notes)
  if (items.length === 0 && !site.describesEvents)
    readDocument({ text, url: answer.url, kind: source.kind, zone }, now)
  const validators = site.isWhole
    ? { etag: answer.etag, last_modified: answer.lastModified }
    : { etag: null, last_modified: null }
  return { kind: 'page', title: null, items, notes: notes.all, ...validators }
}

async function refuseForbidden(visit: Visit, url: string): Promise<void> {
  const robots = await visit.robots(url)
  if (!robots.allows(new URL(url))) throw new Unreadable(explain('robots_forbid'))
}

class Site {
  readonly #visit: Visit
  readonly #context: Context
  readonly #until: number
  readonly #found = new Map<string, Dated>()
  isWhole = true
  describesEvents = false

  constructor(visit: Visit, context: Context, until: number) {
    this.#visit = visit
    this.#context = context
    this.#until = until
  }

  get events(): readonly Dated[] {
    return [...this.#found.values()]
  }

  async read(text: string, url: string): Promise<void> {
    const documents = describedIn(text, this.#context.notes)
    const known = this.#keep(documents, url)
    const whole = new Set(
      known.flatMap(({ item }) =>
        item.body !== '' && item.source_url ? [pageIdentity(item.source_url)] : [],
      ),
    )
    const list = new URL(url)
    const listed = [
      ...listedIn(documents).flatMap(each => entryOf(addressOf(each, new Map()), list) ?? []),
      ...known.flatMap(({ item }) => entryOf(item.source_url ?? undefined, list) ?? []),
    ]
    const entries = listed.length > 0 ? listed : entriesAmong(contentLinks(text, url), url)
    await this.#follow(
      [...new Set(entries)].filter(each => !whole.has(pageIdentity(each))),
      list,
    )
  }

  /** What a page says of its own event counts more than what another page says of it. */
  #keep(documents: readonly unknown[], url: string): readonly Dated[] {
    const found = eventsIn(documents, url, this.#context) ?? []
    if (found.length > 0) this.describesEvents = true
    for (const each of found) {
      const { external_id, source_url } = each.item
      const isItsPage = pageIdentity(source_url) === pageIdentity(url)
      if (isItsPage || !this.#found.has(external_id)) this.#found.set(external_id, each)
    }
    return found
  }

  async #follow(entries: readonly string[], list: URL): Promise<void> {
    const { notes } = this.#context
    const counts = { read: 0, forbidden: 0, without: 0, vain: 0, failed: 0 }
    let left = entries.length
    for (const url of entries) {
      if (counts.read >= MOST_PAGES || counts.failed >= MOST_FAILED || counts.vain >= MOST_IN_VAIN) break
      const robots = await this.#visit.robots(url)
      if (performance.now() + robots.delayMs > this.#until) break
      left--
      if (!robots.allows(new URL(url))) {
        counts.forbidden++
        continue
      }
      counts.read++
      const page = await this.#page(url, list)
      counts.failed = page === undefined ? counts.failed + 1 : 0
      if (page === undefined) continue
      const describes = this.#keep(describedIn(page.text, notes), page.url).length > 0
      counts.vain = describes ? 0 : counts.vain + 1
      if (!describes) counts.without++
    }
    if (counts.read > 0) notes.info(explain('site_pages_read', { count: counts.read }))
    if (counts.without > 0) notes.info(explain('pages_without_event', { count: counts.without }))
    if (counts.forbidden > 0) notes.warn(explain('pages_forbidden', { count: counts.forbidden }))
    if (left === 0) return
    this.isWhole = false
    const inVain = counts.failed >= MOST_FAILED || counts.vain >= MOST_IN_VAIN
    notes.warn(explain(inVain ? 'pages_given_up' : 'pages_left', { count: left }))
  }

  /** Undefined, with a note, when the page cannot be read, or another site answers. */
  async #page(url: string, list: URL): Promise<{ text: string; url: string } | undefined> {
    const { notes } = this.#context
    try {
      const answer = await this.#visit.fetch(url)
      if (answer.status === 'not_modified') throw new FetchRefused('bad_status', { status: 304 })
      const there = new URL(answer.url)
      if (there.host === list.host) return { text: textOf(answer), url: answer.url }
      notes.warn(explain('page_elsewhere'), url)
    } catch (error) {
      if (!(error instanceof FetchRefused) || error.code === 'aborted') throw error
      const explanation = explainRefusal(error)
      if (explanation) notes.warn(explanation, url)
    }
    this.isWhole = false
    return undefined
  }
}
