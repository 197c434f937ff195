import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tracer } from '../tracing/active.ts'
import { loggedPath } from './logged-path.ts'
import { requestId } from './sockets.ts'

/**
 * Answers that are sent from memory before the router, with the headers that its hooks gave to the first of them. They take
 * no place among the requests in flight, since nothing is awaited.
 */

interface Lasting {
  readonly isFresh: () => boolean
  /** Called for each further request that gets the answer. */
  readonly sent: (request: IncomingMessage) => void
}

interface ReadyAnswer extends Lasting {
  readonly headers: readonly string[]
  readonly body: Buffer
  readonly answered: ReturnType<Answered>
}

/** The fields of a request's log line, without request id and duration. */
export type LoggedFields = Readonly<Record<string, string | number | undefined>> & {
  readonly method: string
  readonly path: string
  readonly status: number
}
/** Returns what writes and counts answers of this kind. */
type Answered = (about: LoggedFields, route: string) => (requestId: string, ms: number) => void

/** One page may be asked for under any host. */
const MOST = 1_000
/** Larger pages go through the router, so that slow clients hold little memory: one page for each open connection. */
const MOST_BYTES = 64 * 1024

export class ReadyAnswers {
  readonly #answers = new Map<string, ReadyAnswer>()
  readonly #answered: Answered
  #closed = false

  constructor(answered: Answered) {
    this.#answered = answered
  }

  /** Keeps a reply that is about to be sent, for requests that ask alike. */
  add(request: FastifyRequest, reply: FastifyReply, body: Buffer, lasting: Lasting): void {
    const { raw, originalUrl, routeOptions } = request
    if (this.#closed || reply.statusCode !== 200 || !lasting.isFresh() || body.length > MOST_BYTES) return
    const key = originalUrl.includes('?') ? undefined : keyOf(raw, originalUrl)
    if (key === undefined) return
    const { 'x-request-id': _, ...same } = reply.getHeaders()
    const headers = Object.entries({ ...same, 'content-length': body.length })
    this.#answers.delete(key)
    const about = { method: 'GET', path: loggedPath(raw.url ?? ''), status: 200 }
    this.#answers.set(key, {
      ...lasting,
      body,
      answered: this.#answered(about, routeOptions.url ?? 'none'),
      headers: ['x-request-id', '', ...headers.flatMap(([name, value]) => [name, String(value)])],
    })
    for (const [oldest, { isFresh }] of this.#answers) {
      if (isFresh() && this.#answers.size <= MOST) return
      this.#answers.delete(oldest)
    }
  }

  find(request: IncomingMessage): ReadyAnswer | undefined {
    const key = this.#answers.size === 0 ? undefined : keyOf(request, request.url ?? '')
    const answer = key === undefined ? undefined : this.#answers.get(key)
    return answer?.isFresh() ? answer : undefined
  }

  /** From now on each request reaches the router. */
  close(): void {
    this.#closed = true
    this.#answers.clear()
  }
}

/** Undefined where the answer depends on more than address, host and encodings, or the request may be refused. */
function keyOf(
  { method, headers, rawHeaders, httpVersion }: IncomingMessage,
  url: string,
): string | undefined {
  if (method !== 'GET' || httpVersion !== '1.1' || !url.startsWith('/')) return undefined
  const { host, 'accept-encoding': encoding = '' } = headers
  if (host === undefined || DECISIVE.some(name => headers[name] !== undefined)) return undefined
  const isRepeated = rawHeaders.length !== Object.keys(headers).length * 2
  return isRepeated ? undefined : `${host}${url} ${encoding}`
}
const DECISIVE = ['if-none-match', 'origin', 'content-length', 'transfer-encoding'] as const

/** Sends what is ready; the rest goes to the router. So does all while requests are traced: each has a span of its own. */
export const readyFirst =
  (router: RequestListener, answers: ReadyAnswers): RequestListener =>
  (request, response) => {
    const began = performance.now()
    const answer = tracer ? undefined : answers.find(request)
    if (!answer) return router(request, response)
    const id = requestId(request.headers['x-request-id'])
    response.on('finish', () => answer.answered(id, performance.now() - began))
    const headers = answer.headers.slice()
    headers[1] = id
    response.writeHead(200, headers).end(answer.body)
    answer.sent(request)
  }
