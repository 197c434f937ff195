import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idOf } from '../../shared/short-id.ts'
import { clientNetwork } from '../kernel/concurrency/client-network.ts'
import type { Database } from '../kernel/db/database.ts'
import type { Door } from '../kernel/fetch/fetch.ts'
import type { Addresses } from '../kernel/http/addresses.ts'
import { isKnown } from '../kernel/http/etags.ts'
import { refuseOtherMethods } from '../kernel/http/other-methods.ts'
import { clientAddress } from '../kernel/http/server.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { Secrets } from '../kernel/settings/secrets.ts'
import type { Log } from '../kernel/telemetry/log.ts'
import { mediaAddress } from '../media/shown.ts'
import type { AppSources } from '../people/access/app-sources.ts'
import { ViewCounter } from '../publishing/page-views/counter.ts'
import { isReader } from '../publishing/page-views/readers.ts'
import { findVisible } from '../publishing/publications/queries.ts'
import { refusal } from './about.ts'
import { PORTAL_DECLARATION } from './accessibility.ts'
import { Address } from './address.ts'
import { baseOf, originOf, publicationPath } from './addresses.ts'
import { serveAssets } from './assets.ts'
import { followChanges } from './changes-seen.ts'
import { aged, bare } from './frame.ts'
import { geocoderFor } from './geocoder.ts'
import type { PlaceHosts } from './hosts.ts'
import { type Answer, elsewhere, makerOf } from './make.ts'
import { bytesOf, type CachedPage, LATE_SECONDS, type Made, PageCache, pack, unpack } from './page-cache.ts'
import { servePush } from './push/serve.ts'
import { readScripts } from './scripts.ts'
import { serveForms } from './serve-forms.ts'
import { PREVIEW_PATH, servePreview } from './serve-preview.ts'
import { sharedCaching } from './shared-caching.ts'
import { ownRobotsText, robotsText } from './sitemap.ts'
import { readStyle } from './style.ts'
import { firstOpen } from './town.ts'
import { Elsewhere, type Rules } from './visit.ts'

/** La place: the pages that residents see, of each commune below `/place/{slug}`. */

interface Services {
  readonly config: Config
  readonly db: Database
  readonly log: Log
  readonly sources: AppSources
  readonly secrets: Secrets
  readonly publicUrl: () => string
  readonly hosts: PlaceHosts
  readonly door: Door
  readonly addresses: Addresses
}

export function servePlace(server: FastifyInstance, services: Services): void {
  const { config, db, log, publicUrl, secrets, hosts } = services
  const placeUrl = () => config.placeUrl ?? publicUrl()
  const style = readStyle()
  const scripts = readScripts()
  const kept = new PageCache({ mostBytes: config.placeCacheBytes })
  const changes = followChanges(db.publicReads(() => 'changes').db, kept, config.placePurge?.urls)
  server.addHook('onClose', () => changes.stop())
  const views = new ViewCounter(db, log)
  server.addHook('onClose', () => views.stop())
  const geocode = geocoderFor({ ...services, db: db.pool })
  const maker = makerOf({ ...services, geocode }, { style: style.element, font: style.font, scripts })
  const headersOf = (rules: Rules) => headersFor(style.source, mediaAddress(config), rules)
  const headers = headersOf('page')
  const headersBy: Readonly<Record<Rules, object>> = {
    page: headers,
    sheet: headers,
    print: headersOf('print'),
    embed: headersOf('embed'),
    panel: headersOf('panel'),
    follow: headersOf('follow'),
    locate: headersOf('locate'),
    preview: headersOf('preview'),
  }

  /** What is not there, is refused, or cannot be read now, is a page too. */
  const asPage =
    (answer: Answer): Answer =>
    async (request, reply) => {
      try {
        if (request.method !== 'POST' && hosts.isElsewhere(request.raw))
          return await send(reply, elsewhere(new Elsewhere(placeUrl() + (request.raw.url ?? ''))))
        return await answer(request, reply)
      } catch (error) {
        if (!(error instanceof Problem) || error.status === 500) throw error
        const page = refusal(error, hosts.ownOf(request.raw) ? placeUrl() : '')
        return await send(reply, {
          status: error.status,
          keep: false,
          html: bare({ style: style.element, origin: placeUrl(), config }, page),
          headers: { 'cache-control': 'no-store', ...error.headers },
        })
      }
    }

  /** Sends a page that is not cached. It is compressed each time, since most of a form is its style. */
  const send = async (reply: FastifyReply, { status, headers: own, html, rules = 'page' }: Made) => {
    reply.code(status).headers(own)
    if (html.length === 0) return reply.send()
    reply.headers({ ...headersBy[rules], ...own, vary: 'Accept-Encoding' }).type(HTML_TYPE)
    const bytes = bytesOf(html)
    if (!takesGzip(reply.request)) return reply.send(bytes)
    return reply.header('content-encoding', 'gzip').send(await pack(bytes))
  }

  const countView = ({ publicationId }: CachedPage, headers: IncomingHttpHeaders) => {
    if (publicationId && isReader(headers)) views.add(publicationId)
  }

  const addressOf = ({ raw }: FastifyRequest) => new Address(raw.url ?? '', hosts.ownOf(raw))

  const answer: Answer = async (request, reply) => {
    const address = addressOf(request)
    if (address.isNowhere) throw new Problem('not_found')
    const moved = address.straightened()
    if (moved !== undefined) return await send(reply, elsewhere(new Elsewhere(moved)))
    // Thousands may wait when a siren goes: the page is made for one.
    if (kept.isMaking(address.key)) server.leaveInFlight(request)
    const page = await kept.page(
      address.key,
      () => maker.make(address, request),
      (made, minutes) => ({
        ...made,
        html: aged(made.html, minutes),
        headers: { ...made.headers, 'cache-control': 'public, max-age=5' },
      }),
      { readsNothing: address.isStart || address.isPortalDeclaration },
    )
    const shared = sharedCaching(page)
    reply.code(page.status).headers({ ...page.headers, ...shared })
    if (page.status >= 300 && page.status < 400) return reply.send()
    const packed = takesGzip(request)
    reply.headers({
      etag: page.etag,
      vary: 'Accept-Encoding',
      ...(packed && { 'content-encoding': 'gzip' }),
    })
    if (page.headers['content-type'] === undefined)
      reply.headers(headersBy[page.rules ?? 'page']).type(HTML_TYPE)
    if (page.status === 200 && isKnown(request.headers['if-none-match'], page.etag))
      return reply.code(304).send()
    if (request.method === 'GET') countView(page, request.headers)
    const body = packed ? page.packed : await unpack(page.packed)
    // Its headers say how long caches in front may keep it.
    const until = config.placePurge ? performance.now() + SAME_SECONDS_MS : Number.POSITIVE_INFINITY
    server.readyAnswers.add(request, reply, body, {
      isFresh: () => page.isFresh() && performance.now() < until && page.sharedSeconds() !== LATE_SECONDS,
      sent: ({ headers }) => countView(page, headers),
    })
    return reply.send(body)
  }

  const shortAddress: Answer = async (request, reply) => {
    const id = idOf((request.params as { id: string }).id)
    const reads = db.publicReads(() => clientNetwork(clientAddress(request)))
    const row = id === undefined ? undefined : await findVisible(reads.db, id)
    const shownBy = row && (await firstOpen(reads.db, row.commune_ids))
    if (!row || !shownBy) throw new Problem('not_found')
    const sheet = request.routeOptions.url === SHORT_SHEET ? '/affiche' : ''
    const base = baseOf({ portal: '', publicUrl: publicUrl() }, shownBy)
    const path = base + publicationPath(row) + sheet
    return await send(reply, elsewhere(new Elsewhere(path, 302)))
  }

  for (const path of PAGES) server.get(path, asPage(answer))
  for (const path of SHORT) server.get(path, asPage(shortAddress))
  serveAssets(server, style.fonts, scripts)
  server.get('/robots.txt', (request, reply) => {
    const own = hosts.ownOf(request.raw)
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8')
    return reply.send(own ? ownRobotsText(originOf(own.host, publicUrl())) : robotsText(placeUrl()))
  })
  servePush(server, publicUrl)
  const forms = serveForms(server, { maker, secrets, publicUrl, addressOf, asPage, send })
  servePreview(server, { ...services, db: db.pool, maker, asPage, send })
  refuseOtherMethods(server, [
    { method: 'POST', path: PREVIEW_PATH },
    ...[...PAGES, ...SHORT, '/robots.txt'].map(path => ({ method: 'GET', path })),
    ...forms.flatMap(path => ['GET', 'POST'].map(method => ({ method, path }))),
  ])
}

/** Intercommunalities, beside the files of no commune. */
const EPCIS = '/place/-/:epci(^(?:\\d{9}[\\w-]*|sitemap\\.xml)$)'
const EPCI_DIRECTORY = '/place/-/:epci(^\\d{9}[\\w-]*$)/annuaire'
const PAGES = ['/place', '/place/*', PORTAL_DECLARATION, EPCIS, EPCI_DIRECTORY]
/** In capitals a QR code has fewer dots. */
const SHORT_SHEET = '/p/:id/affiche'
const SHORT = ['/p/:id', '/P/:id', SHORT_SHEET]
const HTML_TYPE = 'text/html; charset=utf-8'
/** Shorter than a page holds beyond what it says (page-cache.ts). */
const SAME_SECONDS_MS = 10_000
const takesGzip = ({ headers }: FastifyRequest) => /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))

/** The sites that may show the page in a frame. */
const FRAMED_BY: Readonly<Partial<Record<Rules, string>>> = { embed: '*', preview: "'self'" }

/**
 * No script but on the panel, on sheets, where alerts are followed, and where the position is asked for. Pictures come from the host
 * of the service, or from a cache in front of it.
 */
const headersFor = (style: string, media: string, rules: Rules) => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${style}`,
    `img-src 'self' ${new URL(media).origin}`,
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    ...(rules === 'locate' || rules === 'print' ? ["script-src 'self'"] : []),
    ...(rules === 'panel' || rules === 'follow' ? ["script-src 'self'", "connect-src 'self'"] : []),
    ...(rules === 'follow' ? ["worker-src 'self'", "manifest-src 'self'"] : []),
    `frame-ancestors ${FRAMED_BY[rules] ?? "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${rules === 'follow' ? 'parvis-alertes' : "'none'"}`,
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': `camera=(), display-capture=(), geolocation=(${rules === 'locate' ? 'self' : ''}), microphone=(), payment=(), usb=()`,
})
