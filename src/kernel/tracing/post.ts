import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'

const ANSWER_MS = 10_000
/** One connection, which does not keep the process running. */
const OPEN = { keepAlive: true, maxSockets: 1, timeout: 60_000 }
const agents = { 'http:': new PlainAgent(OPEN), 'https:': new TlsAgent(OPEN) }

interface CollectorResponse {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** Posts a body and reads only the response headers. Follows no redirects. */
export function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<CollectorResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<CollectorResponse>()
  const ask = url.protocol === 'https:' ? tlsRequest : plainRequest
  const request = ask(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
    agent: agents[url.protocol as keyof typeof agents],
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  request.once('error', reject)
  request.once('response', answer => {
    answer.resume()
    answer.once('error', () => {})
    resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
  })
  request.end(body)
  return promise
}
