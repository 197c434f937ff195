import type { OwnHost } from '../communes/places/hosts.ts'
import { storable, storableLine } from '../kernel/texts.ts'
import { OWN_HOST } from './hosts.ts'
import { PAGES } from './pages.ts'

/** `/place/{slug}/{segment}/{rest}.{ending}?{query}`, or without `/place/{slug}` on the host of a commune. */
export class Address {
  readonly slug: string
  readonly segment: string
  readonly rest: readonly string[]
  /** Of a feed: `atom`, `ics`. */
  readonly ending: string | undefined
  readonly query: URLSearchParams
  readonly own: OwnHost | undefined
  /** As the reader has it. */
  readonly #path: string
  readonly #search: string

  constructor(url: string, own?: OwnHost) {
    const at = url.indexOf('?')
    const routed = at === -1 ? url : url.slice(0, at)
    this.own = own
    this.#path = own ? routed.slice(`/place/${OWN_HOST}`.length) : routed
    this.#search = at === -1 ? '' : url.slice(at)
    const [path = '', ending] = withEnding(storable(decoded(routed)))
    const [, , slug = '', segment = '', ...rest] = path.split('/')
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

  /** `/place/-/sitemap.xml`, which names those. */
  get isEpciMap(): boolean {
    return this.slug === '-' && this.segment === 'sitemap' && this.ending === 'xml'
  }

  /** What the page depends on. */
  get key(): string {
    this.query.sort()
    return `${this.under(this.own?.host ?? this.slug, '')}?${this.query}`
  }

  /** The address as it is written: small letters, no slash at the end. Undefined where it is written so. */
  straightened(): string | undefined {
    const path = this.#path
      .replace(/(?:\/+|\.html)$/, '')
      // `//elsewhere.fr` would be another site.
      .replace(/^[/\\]+/, '/')
      .toLowerCase()
      .replace(/^$/, this.own ? '/' : '/place')
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

  /** The same page of another commune. */
  under(base: string, search = this.#search): string {
    const path = [this.segment, ...this.rest].filter(Boolean).map(encodeURIComponent).join('/')
    const all = `${base}${path && `/${path}`}${this.ending === undefined ? '' : `.${this.ending}`}`
    return (all || '/') + search
  }
}

/** Of pages, not of feeds: an address that is subscribed to stays as it is. */
const FROM = 'de'

const queryOf = (segment: string, ending: string | undefined): readonly string[] => {
  if (segment === 'collectes' && ending !== undefined) return ['zone']
  const own = Object.hasOwn(PAGES, segment) ? (PAGES[segment]?.query ?? []) : []
  return ending === undefined ? [FROM, ...own] : own
}

const ENDING = /\.(atom|rss|json|ics|cap|xml)$/
function withEnding(path: string): readonly [string, string | undefined] {
  const ending = ENDING.exec(path)?.[1]
  return [ending === undefined ? path : path.slice(0, -ending.length - 1), ending]
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
