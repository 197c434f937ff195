import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, Problem } from '../refusals/errors.ts'
import { REASON_PHRASES } from '../refusals/reason-phrases.ts'
import { languageOf } from './accept-language.ts'

/** Handles sockets and bytes that are not a valid request. */

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Keeps a well-formed `X-Request-Id` of the client; otherwise generates one. */
export const requestId = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : newId()

/** A UUID that ends with a counter: one that is random throughout costs a page from memory 1 µs of 27. */
const newId = () => OF_PROCESS + (count++).toString(16).padStart(12, '0')
const OF_PROCESS = crypto.randomUUID().slice(0, -12)
let count = 0

/** Headers of every response by request target; undefined target: the request could not be read. */
export type OwnHeaders = (url: string | undefined, origin: string | undefined) => Record<string, string>

/** Builds a refusal without a request object. */
export function bareRefusal(
  code: ErrorCode,
  own: OwnHeaders,
  { url, headers: asked }: { readonly url?: string | undefined; readonly headers: IncomingHttpHeaders },
) {
  const problem = new Problem(code)
  const id = requestId(asked['x-request-id'])
  const body = JSON.stringify(problem.body(languageOf(asked['accept-language']), id))
  const headers = {
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    ...own(url, asked.origin),
    'cache-control': 'no-store',
    connection: 'close',
  }
  return { status: problem.status, headers, body }
}

/** Answers bytes that Node's parser refused, in the format of every refusal. */
export const answerBrokenRequest = (own: OwnHeaders) => (error: BrokenRequest, socket: AnsweredSocket) =>
  answerBroken(own, error, socket)

/** Node passes the bytes as a buffer, unlike Fastify's type says. */
type BrokenRequest = NodeJS.ErrnoException & { readonly rawPacket?: unknown }
type AnsweredSocket = Socket & { _httpMessage?: ServerResponse }

function answerBroken(own: OwnHeaders, error: BrokenRequest, socket: AnsweredSocket): void {
  const current = socket._httpMessage
  // A complete request came before: its answer is sent first, so that the client does not take this refusal for it.
  if (error.code !== 'ECONNRESET' && socket.writable && current?.req.complete) {
    if (current.writableFinished) socket.destroySoon()
    else current.once('close', () => socket.destroySoon())
    return
  }
  // The response may be half sent, so nothing can be added.
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) {
    socket.destroy()
    return
  }
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'invalid_request'
  const url = current?.req.url ?? targetIn(error.rawPacket)
  const { status, headers, body } = bareRefusal(code, own, { url, headers: {} })
  const head = [
    `HTTP/1.1 ${status} ${REASON_PHRASES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Undefined unless this packet has the complete request line, or the path and a query that is too long. */
function targetIn(packet: unknown): string | undefined {
  if (!Buffer.isBuffer(packet)) return undefined
  const begun = packet.toString('latin1', 0, LONGEST_REQUEST_LINE)
  const whole = /^[A-Z]+ (\S+) HTTP\/1\.[01]\r?\n/.exec(begun)
  return (whole ?? /^[A-Z]+ ([^\s?#]+[?#])\S+$/.exec(begun))?.[1]
}
const LONGEST_REQUEST_LINE = 10_000
