import { storable, storableLine } from '../kernel/texts/texts.ts'
import type { OwnHost } from '../territory/communes/places/hosts.ts'
import { OWN_HOST } from './hosts.ts'
import { PAGES } from './pages.ts'

/**
 * `/place/{slug}/{segment}/{rest}.{ending}?{query}`, or without `/place/{slug}` on the host of a commune. A page has one
 * spelling: other ones lead to it or are refused, so that none of them takes room in the cache.
 */
export class Address {
  readonly slug: string
  readonly segment: string
  readonly rest: readonly string[]
  /** The format of a feed: `atom`, `ics`. */
  readonly ending: string | undefined
  readonly query: URLSearchParams
  readonly own: OwnHost | undefined
  /** No sign in it that a text cannot have, and none half encoded. */
  readonly #isText: boolean
  /** `slug`, `segment` and `rest`, as many as the path has. */
  readonly #parts: readonly string[]
  /** As the reader has it. */
  readonly #path: string
  readonly #search: string

  constructor(url: string, own?: OwnHost) {
    const at = url.indexOf('?')
    const routed = at === -1 ? url : url.slice(0, at)
    const isOwn = own !== undefined && routed.startsWith(`${OWN_BASE}/`)
    this.own = isOwn ? own : undefined
    this.#path = isOwn ? routed.slice(OWN_BASE.length) : routed
    this.#search = at === -1 ? '' : url.slice(at)
    const read = decoded(isOwn ? OWN_BASE + withOneSlash(this.#path) : routed)
    this.#isText = read !== undefined && storable(read) === read
    const [path, ending] = withEnding(plain(read ?? ''))
    this.#parts = path.split('/').slice(2)
    const [slug = '', segment = '', ...rest] = this.#parts
    this.slug = slug
    this.segment = segment
    this.rest = rest
    this.ending = ending
    const known = slug === '' ? ['q'] : queryOf(slug === '-' ? (rest[0] ?? '') : segment, ending)
    this.query = new URLSearchParams(
      [...new URLSearchParams(this.#search)].flatMap(([name, value]) =>
        known.includes(name) ? [[name, storableLine(value)] as [string, string]] : [],
      ),
    )
  }

  /** `/place//agenda`, `/place/rennes/.json`: an empty part, or an ending of no page. */
  get isNowhere(): boolean {
    const isFeed = this.ending !== undefined && !this.isSiteIndex
    return !this.#isText || this.#parts.includes('') || (isFeed && this.segment === '')
  }

  /** The page where a commune is looked for. It reads nothing. */
  get isStart(): boolean {
    return this.slug === '' && this.query.size === 0
  }

  /** `/place/sitemap.xml`, which names those of the communes. */
  get isSiteIndex(): boolean {
    return this.slug === 'sitemap' && this.ending === 'xml' && this.segment === ''
  }

  /** `/place/-/243500139-rennes-metropole`. */
  get isEpci(): boolean {
    return this.slug === '-' && this.ending === undefined && this.rest.length === 0
  }

  /** `/place/-/243500139-rennes-metropole/annuaire`. */
  get isEpciDirectory(): boolean {
    const [page, ...more] = this.rest
    return this.slug === '-' && this.ending === undefined && page === 'annuaire' && more.length === 0
  }

  /** `/place/-/accessibilite`: of no commune. */
  get isPortalDeclaration(): boolean {
    return this.isEpci && this.segment === 'accessibilite'
  }

  /** `/place/-/sitemap.xml`, which names those. */
  get isEpciMap(): boolean {
    const isMap = this.segment === 'sitemap' && this.rest.length === 0 && this.ending === 'xml'
    return this.slug === '-' && isMap
  }

  /** What the page depends on. A slug may be spelt like a host. */
  get key(): string {
    this.query.sort()
    const site = this.own ? `host:${this.own.host}` : `slug:${encodeURIComponent(this.slug)}`
    return `${this.under(site, '')}?${this.query}`
  }

  /** The address as it is written: small letters, no slash at the end, no sign encoded that need not be. Undefined where it is written so. */
  straightened(): string | undefined {
    const parts = this.own ? this.#parts.slice(1) : ['place', ...this.#parts]
    const path = `/${parts.map(encodeURIComponent).join('/')}${this.#dotEnding}`.toLowerCase()
    return path === this.#path ? undefined : path + this.#search
  }

  /** The slug of the merged commune whose address led here. */
  get from(): string | undefined {
    return this.query.get(FROM) ?? undefined
  }

  /** The search part without it. */
  get searchWithoutFrom(): string {
    const rest = [...this.query].filter(([name]) => name !== FROM)
    return rest.length > 0 ? `?${new URLSearchParams(rest)}` : ''
  }

  /** The search part that says so. */
  get searchFrom(): string {
    return this.ending === undefined
      ? `${this.#search}${this.#search ? '&' : '?'}${FROM}=${this.slug}`
      : this.#search
  }

  /** The same page of another commune. What stands behind `base` begins with a slash, so that no ending becomes a part of a host. */
  under(base: string, search = this.#search): string {
    const path = [this.segment, ...this.rest].filter(Boolean).map(encodeURIComponent).join('/')
    const behind = path + this.#dotEnding
    return (base + (behind && `/${behind}`) || '/') + search
  }

  get #dotEnding(): string {
    return this.ending === undefined ? '' : `.${this.ending}`
  }
}

const OWN_BASE = `/place/${OWN_HOST}`
/** `//elsewhere.fr` would be another site. */
const withOneSlash = (path: string) => path.replace(/^[/\\]+/, '/')
const plain = (path: string) => path.toLowerCase().replace(/(?:\/+|\.html)$/, '')

/** A parameter of pages, not of feeds: the address of a subscribed feed stays as it is. */
const FROM = 'de'

const queryOf = (segment: string, ending: string | undefined): readonly string[] => {
  if (segment === 'collectes' && ending !== undefined) return ['zone']
  const own = Object.hasOwn(PAGES, segment) ? (PAGES[segment]?.query ?? []) : []
  return ending === undefined ? [FROM, ...own] : own
}

const ENDING = /\.(atom|rss|json|ics|cap|xml|csv|pdf)$/
function withEnding(path: string): readonly [string, string | undefined] {
  const ending = ENDING.exec(path)?.[1]
  return [ending === undefined ? path : path.slice(0, -ending.length - 1), ending]
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
