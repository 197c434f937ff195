import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, Problem } from '../errors.ts'
import { REASON_PHRASES } from '../reason-phrases.ts'
import { languageOf } from './accept-language.ts'

/** Below requests: sockets, and bytes that are no request. */

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The client's `X-Request-Id` is kept when it is well formed; else a new one is made. */
export const requestId = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : crypto.randomUUID()

/** Headers that every answer has, by its request target; without one, where the request could not be read. */
export type OwnHeaders = (url: string | undefined, origin: string | undefined) => Record<string, string>

/** A refusal as bytes, where there is no request object to answer. */
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

/** Answers bytes that Node's parser could not read, in the same shape as every other refusal. */
export const answerBrokenRequest = (own: OwnHeaders) => (error: BrokenRequest, socket: AnsweredSocket) =>
  answerBroken(own, error, socket)

/** Node gives the bytes that it was reading as a buffer; Fastify's type says otherwise. */
type BrokenRequest = NodeJS.ErrnoException & { readonly rawPacket?: unknown }
type AnsweredSocket = Socket & { _httpMessage?: ServerResponse }

function answerBroken(own: OwnHeaders, error: BrokenRequest, socket: AnsweredSocket): void {
  const current = socket._httpMessage
  // A whole request came before the broken one: its answer goes out first, so that this one is not taken for it.
  if (error.code !== 'ECONNRESET' && socket.writable && current?.req.complete) {
    if (current.writableFinished) socket.destroySoon()
    else current.once('close', () => socket.destroySoon())
    return
  }
  // An answer to this request may be half sent: nothing may be written into it.
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

/** Only where the request line is whole: of headers that came in several packets, it is not known. */
const targetIn = (packet: unknown): string | undefined =>
  Buffer.isBuffer(packet)
    ? /^[A-Z]+ (\S+) HTTP\/1\.[01]\r?\n/.exec(packet.toString('latin1', 0, LONGEST_REQUEST_LINE))?.[1]
    : undefined
const LONGEST_REQUEST_LINE = 10_000
