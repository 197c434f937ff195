import type { IncomingMessage } from 'node:http'
import type { Db } from '../kernel/db/db.ts'
import type { Config } from '../kernel/settings/config.ts'
import { hostIn } from '../territory/communes/places/host-name.ts'
import { allHosts, type OwnHost } from '../territory/communes/places/hosts.ts'

/**
 * The hosts that have only pages for residents: those of communes, and that of `PLACE_URL`. Their addresses are rewritten
 * before the router sees them, so that no other part of the service answers there.
 */

/** Replaces the slug on the host of a commune. No slug can contain it. */
export const OWN_HOST = '~'

export interface PlaceHosts {
  load(): Promise<void>
  /** The address that the router sees. */
  rewrite(request: IncomingMessage): string
  /** The commune whose host was asked. */
  ownOf(request: IncomingMessage): OwnHost | undefined
  /** True if la place is served at another host than the requested one. */
  isElsewhere(request: IncomingMessage): boolean
}

/** Paths served on every host: health checks, robots.txt, shared files. */
const ANYWHERE = /^\/(?:healthz|readyz|robots\.txt|place\/-\/(?!\d{9}|sitemap)[\w.-]+)(?:\?|$)/
const OF_PLACE = /^\/(?:place|[pP])(?:[/?]|$)/
const FRESH_MS = 1_000
/** Pages are switched off: no back-office instead of them. */
const NOTHING = '/api/'

export function placeHosts(db: Db, { place, placeUrl }: Pick<Config, 'place' | 'placeUrl'>): PlaceHosts {
  let hosts: ReadonlyMap<string, OwnHost> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const asked = new WeakMap<IncomingMessage, OwnHost>()
  const placeHost = placeUrl === undefined ? undefined : hostIn(new URL(placeUrl).hostname)

  async function read(): Promise<void> {
    try {
      hosts = new Map((await allHosts(db)).map(own => [own.host, own]))
    } finally {
      // While the database is away, the last known hosts stay in use.
      readAt = performance.now()
      reading = undefined
    }
  }

  function knownHosts(): ReadonlyMap<string, OwnHost> {
    if (performance.now() - readAt > FRESH_MS) {
      reading ??= read()
      reading.catch(() => {})
    }
    return hosts
  }

  return {
    load: read,
    rewrite(request) {
      const url = request.url ?? '/'
      const host = hostIn(request.headers.host)
      const own = knownHosts().get(host)
      if (!own && host !== placeHost) return url
      if (own) asked.set(request, own)
      if (ANYWHERE.test(url)) return url
      if (place === 'off') return NOTHING
      if (!own && url === '/') return '/place'
      if (!own && OF_PLACE.test(url)) return url
      // An address with a scheme and a host (RFC 9112, 3.2.2) has no path of ours.
      return url.startsWith('/') ? `/place/${OWN_HOST}${url}` : `/place/${OWN_HOST}/${OWN_HOST}`
    },
    ownOf: request => asked.get(request),
    isElsewhere: request =>
      placeHost !== undefined && !asked.has(request) && hostIn(request.headers.host) !== placeHost,
  }
}
