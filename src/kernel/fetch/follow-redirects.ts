import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { whyNotPublic } from './addresses.ts'
import { connector, type Network } from './connect.ts'
import { type FetchHeaders, locationOf, posted, requestHeaders } from './headers.ts'
import type { KeptConnections } from './kept-connections.ts'
import { FetchRefused } from './refused.ts'
import { type Target, targetOf } from './target.ts'

interface FetchContext {
  readonly pairs: ReadonlySet<string>
  readonly wires: Network
  readonly userAgent: string
  readonly redirects: number
  readonly operatorsOwn: boolean
  readonly connections: KeptConnections | undefined
  readonly signal: AbortSignal
}

interface RedirectResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Still compressed and unread. */
  readonly body: Readable
  /** The IP address of the server. */
  readonly reached: string
  drop(): void
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_HEADER_BYTES = 16 * 1024
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Sends the request and follows redirects. Every address on the way is checked like the first. */
export async function followRedirects(
  url: string,
  asked: FetchHeaders,
  journey: FetchContext,
): Promise<RedirectResponse & { url: string }> {
  const { pairs, operatorsOwn } = journey
  let target = targetOf(url, pairs, operatorsOwn)
  const { origin } = target.url
  let sameOrigin = true
  const content = posted(asked)
  for (let hops = 0; ; hops++) {
    const answer = await ask(
      target,
      requestHeaders(asked, content, journey.userAgent, sameOrigin),
      journey,
      content?.bytes,
    )
    const location = REDIRECTS.has(answer.status) ? locationOf(answer.headers) : undefined
    if (location === undefined) return { ...answer, url: target.url.href }
    answer.drop()
    if (hops >= journey.redirects || content)
      throw new FetchRefused('too_many_redirects', { status: answer.status })
    const next = nextUrl(target.url, location)
    // The operator's exemption covers the configured origin, and redirects between private servers. A public server cannot
    // pass it on by a redirect.
    const stillOwn = next.origin === origin || (target.exempt && whyNotPublic(answer.reached) !== undefined)
    target = targetOf(next, pairs, operatorsOwn && stillOwn)
    sameOrigin &&= next.origin === origin
  }
}

function nextUrl(from: URL, location: string): URL {
  const url = URL.parse(location, from.href)
  if (!url) throw new FetchRefused('invalid_url')
  // From https to http: anyone on the network path could read and change the reply.
  if (from.protocol === 'https:' && url.protocol === 'http:') throw new FetchRefused('downgrade')
  return url
}

/** Sends one request, on a kept connection where the caller has some. */
async function ask(
  target: Target,
  headers: Record<string, string>,
  journey: FetchContext,
  content: Buffer | undefined,
): Promise<RedirectResponse> {
  const { connections } = journey
  if (!connections || target.exempt) return await askAlone(target, headers, journey, content)
  try {
    return await askKept(
      await connections.to(target, journey.wires, MAX_HEADER_BYTES),
      target,
      headers,
      journey,
      content,
    )
  } catch (error) {
    // The server closed a connection that it had kept: the request was not answered.
    if (!(error instanceof Error && 'code' in error && CLOSED.has(String(error.code)))) throw error
    return await askAlone(target, headers, journey, content)
  }
}

async function askKept(
  connections: Dispatcher,
  target: Target,
  headers: Record<string, string>,
  { signal }: FetchContext,
  content: Buffer | undefined,
): Promise<RedirectResponse> {
  const answer = await connections.request({ ...requestOf(target, content), headers, signal })
  answer.body.on('error', () => {})
  const drop = () => void answer.body.destroy()
  return { status: answer.statusCode, headers: answer.headers, body: answer.body, reached: '', drop }
}

const requestOf = ({ url }: Target, content: Buffer | undefined) => ({
  ...(content ? ({ method: 'POST', body: content } as const) : ({ method: 'GET' } as const)),
  path: url.pathname + url.search,
})

/**
 * Sends one request on its own connection. A pool could reuse a connection that other rules allowed, and an explicit client
 * ignores HTTP_PROXY, where the proxy would resolve the name again.
 */
async function askAlone(
  target: Target,
  headers: Record<string, string>,
  journey: FetchContext,
  content: Buffer | undefined,
): Promise<RedirectResponse> {
  const { signal, wires } = journey
  // Loaded lazily: a hundred files.
  const { Client } = await import('undici')
  let reached = ''
  const client = new Client(target.url.origin, {
    connect: connector(target, wires, signal, address => {
      reached = address
    }),
    allowH2: false,
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The signal's deadline replaces undici's timeouts, which restart at each byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const drop = () => void client.destroy().catch(() => {})
  signal.addEventListener('abort', drop, { once: true })
  const answer = await client.request({ ...requestOf(target, content), headers, signal, reset: true })
  // A body that is dropped unread still emits an error.
  answer.body.on('error', () => {})
  return { status: answer.statusCode, headers: answer.headers, body: answer.body, reached, drop }
}
