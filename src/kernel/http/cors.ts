import type { FastifyReply } from 'fastify'
import type { Problem } from '../refusals/errors.ts'
import { type Config, isLoopback, ownUrl } from '../settings/config.ts'

const EXPOSED =
  'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, X-Ignored-Parameters, Idempotent-Replayed, Location, Deprecation, Sunset, WWW-Authenticate, Allow'
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept-Language, X-App-Source, X-Request-Id, If-Match, If-None-Match, Idempotency-Key, X-File-Name, Last-Event-ID'
const A_DAY = '86400'

/** CORS headers by request target as sent; undefined when the target could not be read. */
type CrossOrigin = (url: string | undefined, origin: string | undefined) => Record<string, string>

/**
 * The public and bearer API is open to every origin, without cookies. Everything below `/api/v1/admin` and `/auth`,
 * existing or not, is open to the configured origins only, and only sign-in accepts their cookies. The headers are set
 * before any refusal, so that browsers can read errors too.
 */
export function crossOrigin(config: Config): CrossOrigin {
  const trusted = trustedOrigins(config)
  return (url, origin) => {
    const place = url === undefined ? 'unknown' : reservedPlace(url)
    const exposed = place === 'auth' ? `${EXPOSED}, set-auth-token` : EXPOSED
    if (place === undefined)
      return {
        'access-control-allow-origin': '*',
        ...(origin !== undefined && { 'access-control-expose-headers': exposed }),
      }
    if (origin === undefined || !trusted(origin)) return { vary: 'Origin' }
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      ...(place === 'auth' && { 'access-control-allow-credentials': 'true' }),
    }
  }
}

type Origins = Pick<Config, 'corsOrigins' | 'publicUrl' | 'host' | 'port'>

/** Pages that a developer serves on this machine, on any port. */
const DEVELOPER = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/
const DEVELOPERS = ['localhost', '127.0.0.1'].flatMap(host => [`http://${host}`, `http://${host}:*`])

/** A service on a loopback address for which no origins are configured is a developer's. */
const isDevelopers = (config: Origins): boolean =>
  config.corsOrigins.length === 0 && isLoopback(ownOf(config).hostname.replace(/^\[|\]$/g, ''))
const ownOf = (config: Origins): URL => new URL(config.publicUrl ?? ownUrl(config))

/** Whether pages of this origin sign people in and call `/api/v1/admin`: our own, and the configured ones. */
export function trustedOrigins(config: Origins): (origin: string) => boolean {
  const named = new Set([...config.corsOrigins, ownOf(config).origin])
  const developers = isDevelopers(config)
  return origin => named.has(origin) || (developers && DEVELOPER.test(origin))
}

/** The same beside our own, as the sign-in library takes it. */
export const originPatterns = (config: Origins): string[] =>
  isDevelopers(config) ? DEVELOPERS : [...config.corsOrigins]

/** The only answer that a refused origin may read: a static text. Without credentials, so with no cookie. */
export const readableRefusal = (problem: Problem, origin: string | undefined): Record<string, string> =>
  problem.code === 'origin_forbidden' && origin !== undefined && URL.canParse(origin)
    ? { 'access-control-allow-origin': origin }
    : {}

const RESERVED = /^\/(api\/v1\/admin|auth)(?:[/?#;]|$)/i
/** Spellings that a router, proxy or browser could normalise to another path. */
const ODD = /^[^/]|%|\\|\/\/|\/\./

/**
 * Decides by the path, not by the matched route, because unknown paths are reserved as well. Any spelling that could
 * mean a reserved path counts as one.
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

/** Decodes ASCII only, and never fails: other characters cannot turn a path into a reserved one. */
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
