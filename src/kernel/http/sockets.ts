import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, Problem } from '../errors.ts'
import { STATUS_WORDS } from '../status-words.ts'
import { languageOf } from './accept-language.ts'

/** Below requests: sockets, and bytes that are no request. */

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The client's `X-Request-Id` is kept when it is well formed; else a new one is made. */
export const requestId = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : crypto.randomUUID()

/** A refusal as bytes, where there is no request object to answer. */
export function bareRefusal(code: ErrorCode, asked: IncomingHttpHeaders = {}) {
  const problem = new Problem(code)
  const id = requestId(asked['x-request-id'])
  const body = JSON.stringify(problem.body(languageOf(asked['accept-language']), id))
  const headers = {
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    connection: 'close',
  }
  return { status: problem.status, headers, body }
}

/** Answers bytes that Node's parser could not read, in the same shape as every other refusal. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: ServerResponse },
): void {
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
  const { status, headers, body } = bareRefusal(code)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_WORDS[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
