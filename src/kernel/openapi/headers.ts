/** The headers of answers, each described once. */

const text = (description: string) => ({ description, schema: { type: 'string' } })

export const HEADERS = {
  RequestId: text('By which this request is found in the log: yours, where you sent a well-formed one'),
  ETag: text(
    'Of this answer. Send it back as `If-None-Match`; it is not the `version` that `If-Match` takes',
  ),
  Location: text('Where to go on'),
  RetryAfter: { description: 'Seconds to wait before asking again', schema: { type: 'integer' } },
  RateLimit: text(
    'Which allowance is used up, what is left of it, and for how many seconds: `"report";r=0;t=1800`',
  ),
  RateLimitPolicy: text('How large the allowance is, for how many seconds: `"report";q=20;w=3600`'),
  Allow: text('The methods that this address takes'),
}

const ref = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

export const ANSWER_HEADERS = { 'X-Request-Id': ref('RequestId') }
export const CACHED_HEADERS = { ...ANSWER_HEADERS, ETag: ref('ETag') }
export const MOVED_HEADERS = { ...ANSWER_HEADERS, Location: ref('Location') }
/** `Retry-After` with everything that goes by itself, the allowance where it was counted. */
export const REFUSAL_HEADERS = (status: number) => ({
  ...ANSWER_HEADERS,
  ...(status === 405 && { Allow: ref('Allow') }),
  ...((status === 429 || status === 503) && { 'Retry-After': ref('RetryAfter') }),
  ...(status === 429 && { RateLimit: ref('RateLimit'), 'RateLimit-Policy': ref('RateLimitPolicy') }),
})
