import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientNetwork } from '../kernel/concurrency/client-network.ts'
import type { Database } from '../kernel/db/database.ts'
import { clientAddress } from '../kernel/http/server.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { AppSource, AppSources } from '../people/access/app-sources.ts'
import { fuseauOf } from '../territory/communes/collectes/zones.ts'
import { notFound } from './about.ts'
import { portalAccessibility } from './accessibility.ts'
import type { Address } from './address.ts'
import { communePath, originOf } from './addresses.ts'
import { secondsToEnd } from './alerts.ts'
import { APP } from './app.ts'
import { communes } from './communes.ts'
import { secondsOfDayLeft, todayIn } from './days.ts'
import { epciMap, epciPage } from './epci.ts'
import { epciDirectory } from './epci-directory.ts'
import { FEED_SECONDS } from './feeds/feed.ts'
import { FEEDS } from './feeds/feeds.ts'
import { leadOn } from './former-paths.ts'
import { bare, framed } from './frame.ts'
import type { Geocode } from './geocoder.ts'
import { Holds } from './holds.ts'
import type { Made } from './page-cache.ts'
import { ENTRIES, PAGES } from './pages.ts'
import { tagOf, WHOLE } from './purge/tags.ts'
import type { Scripts } from './scripts.ts'
import { siteIndex } from './sitemap.ts'
import { type Town, townAt } from './town.ts'
import { alertsInForce, ClosedPlace, Elsewhere, type Page, type Visit } from './visit.ts'

/** Makes what an address shows: reads the commune, runs the page or the feed, and sets the frame around it. */

interface Services {
  readonly config: Config
  readonly db: Database
  readonly sources: AppSources
  readonly publicUrl: () => string
  readonly geocode?: ((clientNetwork: string) => Geocode) | undefined
}

export type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export interface Maker {
  visit(address: Address, request: FastifyRequest): Promise<Visit | Elsewhere>
  visitOfCommune(id: string, request: FastifyRequest): Promise<Visit>
  page(visit: Visit, path: string, page: Page): Promise<Made>
  make(address: Address, request: FastifyRequest): Promise<Made>
}

interface Files {
  readonly style: Buffer
  readonly font: string
  readonly scripts: Scripts
}

export function makerOf({ config, db, sources, publicUrl, geocode }: Services, files: Files): Maker {
  const { style } = files
  const placeUrl = () => config.placeUrl ?? publicUrl()
  const readsOf = (request: FastifyRequest) => db.publicReads(() => clientNetwork(clientAddress(request)))

  async function visitOf(address: Address, request: FastifyRequest): Promise<Visit | Elsewhere> {
    const source = await sources.resolve(APP)
    const reads = readsOf(request)
    const { own } = address
    const slug = own?.communeId ?? address.slug
    const town = await townAt(reads.db, slug, address.from)
    if (!town || (source.communeIds && !source.communeIds.includes(town.id))) throw new Problem('not_found')
    if (!town.place.ouverte) throw new ClosedPlace(town.nom)
    const isMoved = !own && town.slug !== address.slug
    const search = isMoved && town.merged ? address.searchFrom : undefined
    if (town.host !== null && town.host !== own?.host)
      return new Elsewhere(originOf(town.host, publicUrl()) + address.under('', search))
    // The host was taken from the commune a moment ago.
    if (town.host === null && own)
      return new Elsewhere(placeUrl() + address.under(communePath(town.slug)), 302)
    // Otherwise any value of `?de=` would be a page of its own in the cache.
    if (address.from !== undefined && !town.merged)
      return new Elsewhere(address.under(own ? '' : communePath(town.slug), address.searchWithoutFrom))
    if (isMoved) return new Elsewhere(address.under(communePath(town.slug), search))
    return begun(address, town, source, request)
  }

  /** What a page of this commune is made from. `own`: at its own host. */
  function begun(
    { own }: Pick<Address, 'own'>,
    town: Town,
    source: AppSource,
    request: FastifyRequest,
  ): Visit {
    const reads = readsOf(request)
    const fuseau = fuseauOf(town)
    const now = new Date()
    const known = {
      town,
      source,
      ...reads,
      config,
      now,
      fuseau,
      publicUrl: publicUrl(),
      geocode: geocode?.(clientNetwork(clientAddress(request))),
      today: todayIn(fuseau, now),
      holds: new Holds(fuseau, now),
      ...(own
        ? { origin: originOf(own.host, publicUrl()), base: '', home: '/', portal: placeUrl() }
        : { origin: placeUrl(), base: communePath(town.slug), home: communePath(town.slug), portal: '' }),
    }
    const alerts = alertsInForce(known)
    alerts.catch(() => {})
    return { ...known, alerts }
  }

  /** The commune of this id below the address of the service, whatever host its pages have. */
  async function visitOfCommune(id: string, request: FastifyRequest): Promise<Visit> {
    const source = await sources.resolve(APP)
    const town = await townAt(readsOf(request).db, id)
    if (!town || (source.communeIds && !source.communeIds.includes(town.id))) throw new Problem('not_found')
    return begun({ own: undefined }, town, source, request)
  }

  async function pageMade(visit: Visit, path: string, page: Page): Promise<Made> {
    const alerts = await visit.alerts
    const secondsLeft = secondsToEnd(alerts, visit)
    const html = framed(visit, page, alerts, { ...files, path, entries: ENTRIES })
    return {
      status: page.status ?? 200,
      html,
      keep: page.status === undefined && !page.personal,
      rules: page.script ?? page.alone ?? 'page',
      publicationId: page.publicationId,
      ...(secondsLeft !== undefined && { freshMs: secondsLeft * 1_000 }),
      ...visit.holds.of(visit.town.id),
      headers: { 'cache-control': cachingOf(visit, page, secondsLeft), ...tagsOfVisit(visit) },
    }
  }

  async function epciMade(address: Address, request: FastifyRequest): Promise<Made> {
    const source = await sources.resolve(APP)
    const { slow } = readsOf(request)
    if (address.isEpciMap) {
      const text = await epciMap(slow, placeUrl(), source.communeIds)
      return { status: 200, html: [text], keep: true, headers: INDEX }
    }
    const asked = { slow, source, config, portal: placeUrl(), publicUrl: publicUrl() }
    const { segment, query } = address
    const found = address.isEpciDirectory
      ? await pageOrNothing(() => epciDirectory(asked, segment, query))
      : await epciPage(asked, segment)
    if (!found) throw new Problem('not_found')
    if (found instanceof Elsewhere) return elsewhere(found)
    const { page, alerts, clock, communeIds } = found
    const secondsLeft = secondsToEnd(alerts, clock)
    const tags = communeIds.length <= MOST_TAGS ? tagsOf(communeIds) : undefined
    return {
      status: 200,
      html: bare({ style, origin: placeUrl(), config }, page),
      keep: true,
      ...(secondsLeft !== undefined && { freshMs: secondsLeft * 1_000 }),
      headers: { 'cache-control': cachingOf(clock, page, secondsLeft, tags !== undefined), ...tags },
    }
  }

  async function make(address: Address, request: FastifyRequest): Promise<Made> {
    if (address.isPortalDeclaration) {
      const page = portalAccessibility(config, placeUrl(), todayIn('Europe/Paris', new Date()))
      const html = bare({ style, origin: placeUrl(), config }, page)
      return { status: 200, html, keep: true, headers: LASTING }
    }
    if (address.isEpci || address.isEpciDirectory || address.isEpciMap)
      return await epciMade(address, request)
    if (address.slug === '' || address.isSiteIndex) {
      const source = await sources.resolve(APP)
      if (address.isSiteIndex) {
        const text = await siteIndex(readsOf(request).slow, placeUrl(), source.communeIds)
        return { status: 200, html: [text], keep: true, headers: INDEX }
      }
      const page = await communes({ db: readsOf(request).db, source, config }, address.query)
      if (page instanceof Elsewhere) return elsewhere(page)
      return {
        status: 200,
        html: bare({ style, origin: placeUrl(), config }, page),
        keep: true,
        headers: LASTING,
      }
    }
    const visit = await visitOf(address, request)
    if (visit instanceof Elsewhere) return elsewhere(visit)
    const { segment, rest, query, ending } = address
    if (ending !== undefined) return await feedMade(visit, address, ending)
    const row = Object.hasOwn(PAGES, segment) ? PAGES[segment] : undefined
    const path = `/${[segment, ...rest].join('/')}`
    const page =
      (await pageOrNothing(() => row?.page(visit, rest, query))) ??
      (await leadOn(visit, path)) ??
      notFound(visit)
    if (page instanceof Elsewhere) return elsewhere(page)
    return await pageMade(visit, path, page)
  }

  return {
    visit: visitOf,
    visitOfCommune,
    page: pageMade,
    // What is asked for by a query is not kept: readers type too many of them.
    async make(address, request) {
      const made = await make(address, request)
      return { ...made, keep: made.keep && address.query.size === 0 }
    },
  }
}

async function feedMade(visit: Visit, address: Address, ending: string): Promise<Made> {
  const { segment, rest, query } = address
  const feeds = Object.hasOwn(FEEDS, segment) ? FEEDS[segment] : undefined
  const self = address.under(visit.base, query.size > 0 ? `?${query}` : '')
  const written = await pageOrNothing(() => feeds?.[ending]?.(visit, rest, query, self))
  if (!written) throw new Problem('not_found')
  if (written instanceof Elsewhere) return elsewhere(written)
  // The feeds of alerts say which are in force.
  const ofAlerts = written.seconds < FEED_SECONDS
  const secondsLeft = ofAlerts ? secondsToEnd(await visit.alerts, visit) : undefined
  return {
    status: 200,
    html: [written.text],
    keep: true,
    ...(secondsLeft !== undefined && { freshMs: secondsLeft * 1_000 }),
    ...(written.freshMs !== undefined && { freshMs: written.freshMs }),
    ...visit.holds.of(visit.town.id),
    headers: {
      'content-type': written.type,
      ...tagsOfVisit(visit),
      'cache-control': `public, max-age=${written.seconds}${ofAlerts ? '' : ', stale-while-revalidate=3600'}`,
      'cross-origin-resource-policy': 'cross-origin',
      // Also where a cache keeps it: browsers of other sites read it without cookies.
      'access-control-allow-origin': '*',
    },
  }
}

/** Proxies refuse responses whose headers are longer than 4 or 8 kB. */
const MOST_TAGS = 40
/** By which a shared cache drops the pages of a commune; one header is read by spaces, the other by commas. */
const tagsOf = (communeIds: readonly string[], shown: readonly string[] = []) => {
  const tags = [...communeIds.map(id => `commune-${id}`), ...shown]
  return { 'surrogate-key': tags.join(' '), 'cache-tag': tags.join(',') }
}
/** Where a cache is told what changed, with all that the page shows. */
const tagsOfVisit = ({ config, holds, town }: Visit) =>
  tagsOf([town.id], config.placePurge ? [WHOLE, ...holds.of(town.id).shows.map(tagOf)] : [])

/** Not beyond the day of the commune: pages say “demain”. An alert that is lifted, or ends, leaves them soon. */
function cachingOf(
  visit: Pick<Visit, 'fuseau' | 'now'>,
  page: Page,
  secondsToAlertEnd: number | undefined,
  isTagged = true,
): string {
  const { fuseau, now } = visit
  if (page.personal) return 'no-store'
  if (page.status === 404) return 'public, max-age=30'
  if (secondsToAlertEnd !== undefined) {
    const age = Math.min(10, secondsOfDayLeft(fuseau, now), secondsToAlertEnd)
    return `public, max-age=${age}, stale-if-error=86400`
  }
  const age = Math.min(30, secondsOfDayLeft(fuseau, now))
  // What no tag can drop is not shown any longer than that.
  return `public, max-age=${age}, s-maxage=${age * 2}${isTagged ? ', stale-while-revalidate=600' : ''}, stale-if-error=86400`
}

/** A cursor that nobody gave out, or a word that cannot be looked for, names no page. */
async function pageOrNothing<T>(make: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}

const INDEX = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
}
const LASTING = { 'cache-control': 'public, max-age=30, s-maxage=60' }
export const elsewhere = ({ address, status }: Elsewhere): Made => ({
  status,
  html: [],
  keep: false,
  headers: { location: address, 'cache-control': status === 301 ? 'public, max-age=86400' : 'no-store' },
})
