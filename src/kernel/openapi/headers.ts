/** Response headers, each described once. */

const text = (description: string) => ({ description, schema: { type: 'string' } })

export const HEADERS = {
  RequestId: text(
    'The id of this request in the log: the `X-Request-Id` that you sent if it was valid, else a new one',
  ),
  ETag: text(
    'The entity tag of this reply. Send it back as `If-None-Match`; it differs from the `version` for `If-Match`',
  ),
  CacheControl: text(
    '`public` with a maximum age if the reply is the same for all callers; otherwise `no-store`, or `private` if only the caller’s browser may cache it',
  ),
  Vary: text('The request headers on which this reply depends, for caches'),
  Location: text('The address to continue at'),
  WwwAuthenticate: text(
    '`Bearer`; with `error="invalid_token"` where an access token was sent and is refused',
  ),
  SetCookie: text(
    'The session cookie, when a session begins, is renewed or ends; browsers store it by themselves',
  ),
  SetAuthToken: text('The session token (`token` of the body), when a session begins or is renewed'),
  RetryAfter: { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
  RateLimit: text(
    'The rate limits that count, the requests left, and the seconds until the next (429) or all are free: `"report";r=0;t=1800`',
  ),
  RateLimitPolicy: text(
    'The requests allowed, and the length of the period in seconds: `"report";q=20;w=3600`',
  ),
  Allow: text('The methods that this address supports'),
  IdempotentReplayed: text('`true` where an earlier request with this `Idempotency-Key` was answered so'),
  IgnoredParameters: text('The names of query parameters that this address does not know, and ignored'),
}

const ref = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

export const ANSWER_HEADERS = { 'X-Request-Id': ref('RequestId'), 'Cache-Control': ref('CacheControl') }
export const CACHED_HEADERS = { ...ANSWER_HEADERS, ETag: ref('ETag'), Vary: ref('Vary') }
export const IGNORING_HEADERS = { 'X-Ignored-Parameters': ref('IgnoredParameters') }
export const REPEATABLE_HEADERS = { ...ANSWER_HEADERS, 'Idempotent-Replayed': ref('IdempotentReplayed') }
/** Headers of `/auth`. */
export const SESSION_HEADERS = { 'Set-Cookie': ref('SetCookie'), 'set-auth-token': ref('SetAuthToken') }
export const MOVED_HEADERS = { ...ANSWER_HEADERS, Location: ref('Location') }
/**
 * `Retry-After` for everything that may be retried (409: `request_in_progress`), and the rate limit when it was
 * counted.
 */
export const REFUSAL_HEADERS = (status: number) => ({
  ...ANSWER_HEADERS,
  ...(status === 401 && { 'WWW-Authenticate': ref('WwwAuthenticate') }),
  ...([409, 422].includes(status) && { 'Idempotent-Replayed': ref('IdempotentReplayed') }),
  ...(status === 405 && { Allow: ref('Allow') }),
  ...([409, 429, 503].includes(status) && { 'Retry-After': ref('RetryAfter') }),
  ...(status === 429 && { RateLimit: ref('RateLimit'), 'RateLimit-Policy': ref('RateLimitPolicy') }),
})
