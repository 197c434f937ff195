import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppSources } from '../access/app-sources.ts'
import { fuseauOf } from '../communes/collectes/zones.ts'
import { clientNetwork } from '../kernel/concurrency/client-network.ts'
import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/db/database.ts'
import { Problem } from '../kernel/errors.ts'
import { isKnown } from '../kernel/http/etags.ts'
import { refuseOtherMethods } from '../kernel/http/other-methods.ts'
import { clientAddress } from '../kernel/http/server.ts'
import { findVisible } from '../publications/queries.ts'
import { away, notFound, nowhere } from './about.ts'
import { Address } from './address.ts'
import { communePath, idOf, publicationPath } from './addresses.ts'
import { communes } from './communes.ts'
import { secondsOfDayLeft, todayIn } from './days.ts'
import { FEEDS } from './feeds/feeds.ts'
import { aged, bare, framed } from './frame.ts'
import { KeptPages, type Made } from './kept.ts'
import { ENTRIES, PAGES } from './pages.ts'
import { FONT_PATH, readStyle } from './style.ts'
import { communeOf, townAt } from './town.ts'
import { alertsInForce, Elsewhere, type Visit } from './visit.ts'

/** La place: the pages that residents see, of each commune below `/place/{slug}`. */

/** The app whose scope they have: an operator limits it, or switches it off, like any other app. */
const APP = 'place'

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

interface Services {
  readonly config: Config
  readonly db: Database
  readonly sources: AppSources
  readonly publicUrl: () => string
}

export function servePlace(server: FastifyInstance, services: Services): void {
  const { config, db, sources, publicUrl } = services
  const style = readStyle()
  const kept = new KeptPages(address => address.endsWith('?'))
  const headers = headersFor(style.source, config.mediaUrl)

  /** What is not there, or cannot be read now, is a page too. */
  const asPage =
    (answer: Answer): Answer =>
    async (request, reply) => {
      try {
        return await answer(request, reply)
      } catch (error) {
        const problem = error instanceof Problem ? error : undefined
        if (!problem || (problem.status !== 404 && problem.status !== 503)) throw error
        reply.code(problem.status).headers({ ...headers, 'cache-control': 'no-store', ...problem.headers })
        return reply
          .type(HTML_TYPE)
          .send(bare(style.css, publicUrl(), problem.status === 404 ? nowhere : away))
      }
    }
  const answer: Answer = async (request, reply) => {
    const address = new Address(request.raw.url ?? '')
    const moved = address.straightened()
    if (moved !== undefined) return redirect(reply, new Elsewhere(moved))
    const page = await kept.page(
      address.key,
      () => make(address, request),
      (made, minutes) => ({ ...made, html: aged(made.html, minutes) }),
    )
    reply.code(page.status).headers(page.headers)
    if (page.status >= 300 && page.status < 400) return reply.send()
    const packed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    reply.headers({
      ...{ etag: page.etag, vary: 'Accept-Encoding' },
      ...(packed && { 'content-encoding': 'gzip' }),
    })
    if (page.headers['content-type'] === undefined) reply.headers(headers).type(HTML_TYPE)
    return page.status === 200 && isKnown(request.headers['if-none-match'], page.etag)
      ? reply.code(304).send()
      : reply.send(packed ? page.packed : page.bytes)
  }

  async function make(address: Address, request: FastifyRequest): Promise<Made> {
    const source = await sources.resolve(APP)
    const reads = db.publicReads(() => clientNetwork(clientAddress(request)))
    const origin = publicUrl()
    if (address.slug === '') {
      const page = await communes(reads.db, source.communeIds, address.query)
      return page instanceof Elsewhere ? elsewhere(page) : shown(200, bare(style.css, origin, page), LASTING)
    }
    const town = await townAt(reads.db, address.slug)
    if (!town || (source.communeIds && !source.communeIds.includes(town.id))) throw new Problem('not_found')
    if (town.slug !== address.slug) return elsewhere(new Elsewhere(address.under(communePath(town.slug))))
    const fuseau = fuseauOf(town)
    const now = new Date()
    const known = {
      ...{ town, source, ...reads, config, now, fuseau, origin },
      today: todayIn(fuseau, now),
      base: communePath(town.slug),
    }
    const alerts = alertsInForce(known)
    alerts.catch(() => {})
    const visit: Visit = { ...known, alerts }
    if (address.ending !== undefined) {
      const feeds = Object.hasOwn(FEEDS, address.segment) ? FEEDS[address.segment] : undefined
      const self = address.under(known.base, address.query.size > 0 ? `?${address.query}` : '')
      const written = await pageOrNothing(() =>
        feeds?.[address.ending ?? '']?.(visit, address.rest, address.query, self),
      )
      if (!written) throw new Problem('not_found')
      return shown(200, written.text, {
        'content-type': written.type,
        'cache-control': `public, max-age=${written.seconds}, stale-while-revalidate=3600`,
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
    const row = Object.hasOwn(PAGES, address.segment) ? PAGES[address.segment] : undefined
    const page = (await pageOrNothing(() => row?.page(visit, address.rest, address.query))) ?? notFound(visit)
    if (page instanceof Elsewhere) return elsewhere(page)
    const around = {
      css: style.css,
      path: `/${[address.segment, ...address.rest].join('/')}`,
      entries: ENTRIES,
    }
    const age = Math.min(30, secondsOfDayLeft(fuseau, now))
    return shown(page.status ?? 200, framed(visit, page, await alerts, around), {
      'cache-control':
        page.status === 404
          ? 'public, max-age=30'
          : `public, max-age=${age}, s-maxage=${age * 2}, stale-while-revalidate=600, stale-if-error=86400`,
      'surrogate-key': `commune-${town.id}`,
      'cache-tag': `commune-${town.id}`,
    })
  }

  for (const path of ['/place', '/place/*']) server.get(path, asPage(answer))
  server.get(`${FONT_PATH}:name`, (request, reply) => {
    const { name } = request.params as { name: string }
    const icon = name === 'icon.svg' ? ICON : undefined
    const file = icon ?? style.fonts.get(name)
    if (!file) throw new Problem('not_found')
    reply.header('cache-control', icon ? 'public, max-age=86400' : 'public, max-age=31536000, immutable')
    return reply.type(icon ? 'image/svg+xml' : 'font/woff2').send(file)
  })
  const shortAddress: Answer = async (request, reply) => {
    const id = idOf((request.params as { id: string }).id)
    const reads = db.publicReads(() => clientNetwork(clientAddress(request)))
    const row = id === undefined ? undefined : await findVisible(reads.db, id)
    const [commune] = row?.commune_ids ?? []
    const shownBy = commune === undefined ? undefined : await communeOf(reads.db, commune)
    if (!row || !shownBy) throw new Problem('not_found')
    return redirect(reply, new Elsewhere(communePath(shownBy.slug) + publicationPath(row), 302))
  }
  // In capitals a QR code is smaller.
  for (const path of ['/p/:id', '/P/:id']) server.get(path, asPage(shortAddress))
  refuseOtherMethods(
    server,
    ['/place', '/place/*', '/p/:id', '/P/:id'].map(path => ({ method: 'GET', path })),
  )
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

const HTML_TYPE = 'text/html; charset=utf-8'
const LASTING = { 'cache-control': 'public, max-age=30, s-maxage=60' }
const shown = (status: number, html: string, headers: Made['headers']): Made => ({ status, html, headers })
const elsewhere = ({ address, status }: Elsewhere): Made => ({
  status,
  html: '',
  headers: { location: address, 'cache-control': status === 301 ? 'public, max-age=86400' : 'no-store' },
})
const redirect = (reply: FastifyReply, to: Elsewhere) => {
  const { status, headers } = elsewhere(to)
  return reply.code(status).headers(headers).send()
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 36"><path fill="#28508a" d="M1 1h30v19c0 8-7 12-15 15C8 32 1 28 1 20z"/><path fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M6 23c3-3 5 0 8-2s5-1 8 1 3 1 5 0M10 18V11h3V8l3-3 3 3v3h3v7"/></svg>'

/** No script at all. Pictures may come from a cache in front of ours, and from no other origin. */
const headersFor = (style: string, media: string | undefined) => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${style}`,
    `img-src 'self'${media ? ` ${new URL(media).origin}` : ''}`,
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
})
