import type { Door } from '../../kernel/fetch/fetch.ts'

/** The requests by which a cache drops all pages that have one of the given tags. */

/** Tags in one request: Cloudflare takes 100, Fastly 256. */
export const TAGS = 100
const TIMEOUT_MS = 5_000
/** Answers are read and not kept. */
const MOST_BYTES = 64 * 1_024

interface Purge {
  readonly cache: string
  readonly key: string | undefined
  readonly tags: readonly string[]
}

/** Fastly, and our files for nginx and Varnish, take tags as a header; Cloudflare takes them as JSON. */
export async function post(door: Door, purge: Purge, signal: AbortSignal): Promise<void> {
  const { hostname } = new URL(purge.cache)
  const isCloudflare = hostname === 'api.cloudflare.com'
  const { key, tags } = purge
  const answer = await door.stream(purge.cache, {
    headers: {
      ...(!isCloudflare && { 'surrogate-key': tags.join(' ') }),
      ...(key &&
        (hostname === 'api.fastly.com' ? { 'fastly-key': key } : { authorization: `Bearer ${key}` })),
    },
    content: {
      bytes: Buffer.from(isCloudflare ? JSON.stringify({ tags }) : ''),
      type: isCloudflare ? 'application/json' : 'text/plain',
    },
    redirects: 0,
    operatorsOwn: true,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    signal,
  })
  if (answer.status === 'ok') for await (const _ of answer.chunks);
}
