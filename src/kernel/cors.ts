import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Config, ownUrl } from './config.ts'

const EXPOSED = 'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Location, Deprecation, Sunset'
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept-Language, X-App-Source, X-Request-Id, If-Match, If-None-Match, Idempotency-Key'
const A_DAY = '86400'

/**
 * The public and bearer API is open to every origin, never with cookies. The back-office and sign-in answer only the
 * origins that the operator named. Set before anything may refuse, so that errors can be read by browsers too.
 */
export function crossOrigin(config: Config) {
  const own = config.publicUrl ?? ownUrl(config)
  const trusted = new Set([...config.corsOrigins, new URL(own).origin])
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { origin } = request.headers
    if (!isReserved(request)) reply.header('access-control-allow-origin', '*')
    else {
      reply.header('vary', 'Origin')
      if (origin === undefined || !trusted.has(origin)) return
      reply.header('access-control-allow-origin', origin)
    }
    if (origin !== undefined) reply.header('access-control-expose-headers', EXPOSED)
  }
}

/** By the route that was found where there is one: `/api/v1/%61dmin` is the back-office too. */
function isReserved(request: FastifyRequest): boolean {
  const found = request.is404 ? undefined : request.routeOptions.url
  const asked = found ?? safeDecode(request.raw.url ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '')
  return /^\/(api\/v1\/admin|auth)(\/|$|\?)/i.test(asked)
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
