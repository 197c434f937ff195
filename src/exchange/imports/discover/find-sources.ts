import type { SourceKind } from '../../../../shared/words/imports.ts'
import { decodeText } from '../../../kernel/fetch/decode.ts'
import { type Door, FetchRefused, type Whole } from '../../../kernel/fetch/fetch.ts'
import { explain, explainRefusal, type ImportExplanation } from '../explanations.ts'
import { publicCalendarOf } from '../reading/calendar-services.ts'
import { type Reading, Unreadable } from '../reading/item.ts'
import { isNoticePage, isOpenService } from '../reading/page/embeds.ts'
import { hintsOf, type NamedSource } from '../reading/page/page-hints.ts'
import { isPage } from '../reading/page/web-page.ts'
import { readWithLimits } from '../reading/read-with-limits.ts'
import { type FoundSource, isBetter, isSameFeed, nameFrom, sourceOf } from './found-source.ts'
import { addressesOf, usualAddresses } from './known-addresses.ts'

/** Looks for the sources that a web page leads to, and really reads each of them. */

interface Refused {
  readonly url: string
  readonly error: ImportExplanation
}
export interface Discovery {
  readonly title: string | null
  readonly sources: readonly FoundSource[]
  /** What the page names and cannot be read. */
  readonly refused: readonly Refused[]
  /** Why the address itself told nothing. */
  readonly error: ImportExplanation | null
}

/** The address itself is one of them. Redirects do not count. */
const MOST_REQUESTS = 12
const LONGEST_MS = 20_000
/** The timeout of one request. */
const TIMEOUT_MS = 5_000
/** More than a page of any list: the second page, which is not asked for, tells that there is more. */
const MOST_ITEMS = 51
/** For robots.txt, and pages of events. */
const MOST_BEYOND = 4
const LONGEST_PAGE = 1024 * 1024
/** From a page to its frames, and to its agenda or news. */
const DEEPEST = 2

type PageDoor = Pick<Door, 'fetch'>

/** One request at a time, and only to the site of the page and to public services. Throws `FetchRefused` when `signal` ends the search. */
export async function findSources(
  door: PageDoor,
  url: string,
  now: Date,
  signal: AbortSignal,
): Promise<Discovery> {
  const search = new Search(door, now, signal)
  const first = await search.read(url, {})
  if (first.reading && first.reading.kind !== 'page')
    return {
      title: first.reading.title,
      sources: [sourceOf(first.reading, url, null, now)],
      refused: [],
      error: null,
    }
  const page = pageOf(first.answer)
  if (!page) return { title: null, sources: [], refused: [], error: first.error ?? explain('not_a_feed') }
  const title = await search.around(page)
  const sources = search.found.map(one => ({ ...one, name: one.name ?? title }))
  return { title, sources, refused: search.refused, error: null }
}

type Outcome =
  | { readonly reading: Reading; readonly answer: Whole | undefined; readonly error?: never }
  | { readonly error: ImportExplanation; readonly answer: Whole | undefined; readonly reading?: never }

interface WebPage {
  readonly text: string
  readonly url: string
  readonly answer: Whole
}

function pageOf(answer: Whole | undefined): WebPage | undefined {
  if (!answer) return undefined
  const charset = answer.charset ? `text/html; charset=${answer.charset}` : null
  const { text } = decodeText(answer.bytes.subarray(0, LONGEST_PAGE), charset)
  return isPage(text) ? { text, url: answer.url, answer } : undefined
}

function feedsOn(page: WebPage): readonly NamedSource[] {
  const { named, likely } = hintsOf(page.text, page.url)
  return [...named, ...likely]
}

class Search {
  readonly #door: PageDoor
  readonly #now: Date
  readonly #signal: AbortSignal
  readonly #until = performance.now() + LONGEST_MS
  readonly #tried = new Set<string>()
  #requests = 0
  #site: string | undefined
  #found: readonly FoundSource[] = []
  readonly refused: Refused[] = []

  constructor(door: PageDoor, now: Date, signal: AbortSignal) {
    this.#door = door
    this.#now = now
    this.#signal = signal
  }

  get found(): readonly FoundSource[] {
    return this.#found
  }

  get #isOver(): boolean {
    return this.#requests >= MOST_REQUESTS || performance.now() > this.#until
  }

  /** Looks at what the page leads to; the usual addresses of feeds come last. Returns its title. */
  async around(page: WebPage): Promise<string | null> {
    this.#site = page.url
    const title = await this.#look(page, 0)
    for (const url of usualAddresses(page.url))
      if (this.#found.length === 0) await this.#try(url, null, false)
    return title
  }

  /** What stands in place of the page, feeds that it names, what its system has, its tables, its events, its sections. */
  async #look(page: WebPage, depth: number): Promise<string | null> {
    this.#tried.add(page.url)
    const hints = hintsOf(page.text, page.url)
    let { title } = hints
    if (depth < DEEPEST)
      for (const url of hints.instead) {
        const there = await this.#pageAt(url)
        if (there) title = (await this.#look(there, depth + 1)) ?? title
      }
    const calendar = publicCalendarOf(page.url)
    if (calendar) await this.#try(calendar, null, true)
    for (const { url, title } of hints.named) await this.#try(url, nameFrom(title), true)
    for (const url of addressesOf(hints, page.url)) await this.#try(url, null, false)
    for (const { url, title } of hints.tables) await this.#try(url, nameFrom(title), true)
    for (const { url, title } of hints.likely) {
      const there = await this.#try(url, nameFrom(title), false)
      // A page that lists the feeds of the site.
      if (there) for (const each of feedsOn(there)) await this.#try(each.url, nameFrom(each.title), false)
    }
    for (const { url, title } of hints.closedApps)
      this.refused.push({ url, error: explain('closed_app', { text: title ?? url }) })
    const { agenda, news } = depth < DEEPEST ? hints.sections : {}
    await this.#events(page.answer, agenda === undefined ? MOST_BEYOND : 1)
    if (agenda && !this.#found.some(({ events }) => events)) await this.#section(agenda)
    if (news && !this.#found.some(({ events }) => !events)) await this.#section(news)
    return title
  }

  async #section(url: string): Promise<void> {
    const page = await this.#pageAt(url)
    if (page) await this.#look(page, DEEPEST)
  }

  /** Undefined where there is none, where it was looked at, or where it is a feed, which is kept. */
  async #pageAt(url: string): Promise<WebPage | undefined> {
    if (this.#tried.has(url)) return undefined
    this.#tried.add(url)
    const { reading, answer } = await this.#readHere(url)
    if (!reading || reading.kind === 'page') return pageOf(answer)
    if (reading.items.length > 0) this.#keep(sourceOf(reading, url, null, this.#now))
    return undefined
  }

  /** The events that the page describes, or a few of the pages that it leads to. */
  async #events(answer: Whole, requests: number): Promise<void> {
    const { reading } = await this.read(answer.url, { kind: 'page', known: answer, requests })
    if (reading && reading.items.length > 0) this.#keep(sourceOf(reading, answer.url, null, this.#now))
  }

  /** The page that is there instead of a feed. */
  async #try(url: string, name: string | null, isNamed: boolean): Promise<WebPage | undefined> {
    if (this.#tried.has(url)) return undefined
    this.#tried.add(url)
    const { reading, answer, error } = await this.#readHere(url)
    if (reading && (reading.kind !== 'page' || isNoticePage(url)) && reading.items.length > 0)
      this.#keep(sourceOf(reading, url, name, this.#now))
    else if (isNamed)
      this.refused.push({
        url,
        error: error ?? explain(reading?.kind === 'page' ? 'not_a_feed' : 'no_items'),
      })
    return reading && reading.kind !== 'page' ? undefined : pageOf(answer)
  }

  async #readHere(url: string): Promise<Outcome> {
    if (!isAllowed(url, this.#site)) return { error: explain('other_site'), answer: undefined }
    if (this.#isOver) return { error: explain('not_looked_at'), answer: undefined }
    // A page that is a source itself costs a request more: its robots.txt.
    return await this.read(url, isNoticePage(url) ? { kind: 'page', requests: 2 } : {})
  }

  /** `known`: the answer of this address, which is not asked again. */
  async read(
    url: string,
    { kind = 'auto', known, requests = 1 }: { kind?: SourceKind; known?: Whole; requests?: number },
  ): Promise<Outcome> {
    let answer: Whole | undefined
    let left = requests
    const door: PageDoor = {
      fetch: async (address, options) => {
        if (known && address === known.url) return known
        if (left-- <= 0 || this.#isOver) throw new FetchRefused('timeout')
        this.#requests++
        const timeoutMs = Math.min(TIMEOUT_MS, Math.max(1, this.#until - performance.now()))
        const fetched = await this.#door.fetch(address, { ...options, timeoutMs })
        if (this.#site !== undefined && !isAllowed(fetched.url, this.#site))
          throw new Unreadable(explain('other_site'))
        if (fetched.status === 'ok') answer ??= fetched
        return fetched
      },
    }
    const source = {
      url,
      kind,
      api_key: null,
      etag: null,
      last_modified: null,
      max_items: MOST_ITEMS,
      in_request: true,
    }
    try {
      const reading = await readWithLimits(door, source, this.#now, this.#signal, { workMs: TIMEOUT_MS })
      if (reading === 'not_modified') return { error: explain('bad_status', { status: 304 }), answer }
      return { reading, answer }
    } catch (error) {
      if (error instanceof Unreadable) return { error: error.explanation, answer }
      const refusal = error instanceof FetchRefused ? explainRefusal(error) : undefined
      if (refusal) return { error: refusal, answer }
      throw error
    }
  }

  /** Keeps the one that says more of two feeds with the same items. */
  #keep(source: FoundSource): void {
    const same = this.#found.find(each => isSameFeed(each, source))
    if (!same) this.#found = [...this.#found, source]
    else if (isBetter(source, same)) {
      const better = { ...source, name: source.name ?? same.name }
      this.#found = this.#found.map(each => (each === same ? better : each))
    }
  }
}

const isAllowed = (url: string, page: string | undefined): boolean =>
  isSameSite(url, page) || isOpenService(url)

/** The host of the page, without `www.`, those below it, and the one above it: `agenda.v.fr` names a feed of `www.v.fr`. */
function isSameSite(url: string, page: string | undefined): boolean {
  const [one, other] = [hostOf(url), hostOf(page ?? '')]
  if (one === undefined || other === undefined) return false
  return one === other || one.endsWith(`.${other}`) || (one.includes('.') && other.endsWith(`.${one}`))
}

const hostOf = (url: string): string | undefined => URL.parse(url)?.host.replace(/^www\./, '')
