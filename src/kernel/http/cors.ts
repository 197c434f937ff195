import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Config, ownUrl } from '../config.ts'

const EXPOSED = 'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Location, Deprecation, Sunset'
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept-Language, X-App-Source, X-Request-Id, If-Match, If-None-Match, Idempotency-Key, X-File-Name'
const A_DAY = '86400'

/**
 * The public and bearer API is open to every origin, never with cookies. What lies below `admin` and sign-in answer only
 * the origins that the operator named, and sign-in alone takes their cookies. The headers are set before anything may
 * be refused, so that browsers can read errors too.
 */
export function crossOrigin(config: Config) {
  const own = config.publicUrl ?? ownUrl(config)
  const trusted = new Set([...config.corsOrigins, new URL(own).origin])
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { origin } = request.headers
    const place = reservedPlace(request)
    if (!place) reply.header('access-control-allow-origin', '*')
    else {
      reply.header('vary', 'Origin')
      if (origin === undefined || !trusted.has(origin)) return
      reply.header('access-control-allow-origin', origin)
      if (place === 'auth') reply.header('access-control-allow-credentials', 'true')
    }
    if (origin !== undefined)
      reply.header('access-control-expose-headers', place === 'auth' ? `${EXPOSED}, set-auth-token` : EXPOSED)
  }
}

/** By the route that was matched, where there is one: `/api/v1/%61dmin` is reserved too. */
function reservedPlace(request: FastifyRequest): 'admin' | 'auth' | undefined {
  const found = request.is404 ? undefined : request.routeOptions.url
  const asked = found ?? safeDecode(request.raw.url ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '')
  const place = /^\/(api\/v1\/admin|auth)(\/|$|\?)/i.exec(asked)?.[1]
  return place === undefined ? undefined : /auth/i.test(place) ? 'auth' : 'admin'
}

function safeDecode(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

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
