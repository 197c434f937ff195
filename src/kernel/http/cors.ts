import type { FastifyReply } from 'fastify'
import { type Config, ownUrl } from '../config.ts'

const EXPOSED = 'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Location, Deprecation, Sunset'
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept-Language, X-App-Source, X-Request-Id, If-Match, If-None-Match, Idempotency-Key, X-File-Name'
const A_DAY = '86400'

/** The CORS headers of an answer, by the request target as the client sent it; undefined where it could not be read. */
export type CrossOrigin = (url: string | undefined, origin: string | undefined) => Record<string, string>

/**
 * The public and bearer API is open to every origin, never with cookies. Everything below `/api/v1/admin` and `/auth`,
 * whether a route exists there or not, answers only the origins that the operator named, and sign-in alone takes their
 * cookies. The headers are set before anything may be refused, so that browsers can read errors too.
 */
export function crossOrigin(config: Config): CrossOrigin {
  const own = config.publicUrl ?? ownUrl(config)
  const trusted = new Set([...config.corsOrigins, new URL(own).origin])
  return (url, origin) => {
    const place = url === undefined ? 'unknown' : reservedPlace(url)
    const exposed = place === 'auth' ? `${EXPOSED}, set-auth-token` : EXPOSED
    if (place === undefined)
      return {
        'access-control-allow-origin': '*',
        ...(origin !== undefined && { 'access-control-expose-headers': exposed }),
      }
    if (origin === undefined || !trusted.has(origin)) return { vary: 'Origin' }
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      ...(place === 'auth' && { 'access-control-allow-credentials': 'true' }),
    }
  }
}

const RESERVED = /^\/(api\/v1\/admin|auth)(?:[/?#;]|$)/i
/** Whatever a router, a proxy or a browser could read as another path than it is spelt. */
const ODD = /^[^/]|%|\\|\/\/|\/\./

/**
 * By the path alone, and not by the route that was matched: an address that no route knows is reserved as well. Every
 * spelling that could mean a reserved address counts as one.
 */
function reservedPlace(url: string): 'admin' | 'auth' | undefined {
  const place = RESERVED.exec(ODD.test(url) ? plainPath(url) : url)?.[1]
  return place === undefined ? undefined : place.length === 4 ? 'auth' : 'admin'
}

function plainPath(url: string): string {
  const [target = ''] = url.split(/[?#]/, 1)
  const path = decoded(decoded(target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/\\]*/i, '')))
    .replaceAll('\\', '/')
    .replaceAll(/^\/*|\/+/g, '/')
  return URL.parse(path, 'http://x')?.pathname ?? path
}

/** ASCII alone, and never refused: what else stands in a path does not make it a reserved one. */
const decoded = (path: string) =>
  path.replaceAll(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

export function answerPreflight(reply: FastifyReply, allow: readonly string[]) {
  return reply
    .code(204)
    .headers({
      allow: allow.join(', '),
      'access-control-allow-methods': allow.join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': A_DAY,
    })
    .send()
}
