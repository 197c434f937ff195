/** Response headers, each described once. */

const text = (description: string) => ({ description, schema: { type: 'string' } })

export const HEADERS = {
  RequestId: text('By which this request is found in the log: yours, where you sent a well-formed one'),
  ETag: text(
    'Of this answer. Send it back as `If-None-Match`; it is not the `version` that `If-Match` takes',
  ),
  CacheControl: text(
    'Where everybody gets the same: `public`, with how long it may be shown without asking. Else `no-store`, or `private` where only the caller’s browser may keep it',
  ),
  Vary: text('The headers of a request by which this answer differs, for caches'),
  Location: text('Where to go on'),
  WwwAuthenticate: text('`Bearer`'),
  SetCookie: text('Where a session begins, goes on or ends: a browser keeps it by itself'),
  SetAuthToken: text('The same session as `token` of the body, where one begins or is renewed'),
  RetryAfter: { description: 'Seconds to wait before asking again', schema: { type: 'integer' } },
  RateLimit: text(
    'Which allowance is used up, what is left of it, and for how many seconds: `"report";r=0;t=1800`',
  ),
  RateLimitPolicy: text('How large the allowance is, for how many seconds: `"report";q=20;w=3600`'),
  Allow: text('The methods that this address takes'),
}

const ref = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

export const ANSWER_HEADERS = { 'X-Request-Id': ref('RequestId'), 'Cache-Control': ref('CacheControl') }
export const CACHED_HEADERS = { ...ANSWER_HEADERS, ETag: ref('ETag'), Vary: ref('Vary') }
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
  ...(status === 405 && { Allow: ref('Allow') }),
  ...([409, 429, 503].includes(status) && { 'Retry-After': ref('RetryAfter') }),
  ...(status === 429 && { RateLimit: ref('RateLimit'), 'RateLimit-Policy': ref('RateLimitPolicy') }),
})
