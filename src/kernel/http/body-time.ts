import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { answerBrokenRequest } from './sockets.ts'

/**
 * Timeout of a request body. Node has one timeout per server, which is set above the longest here; each request has its
 * own timer.
 */
const BODY_MS = 15_000
/** Timeout of a whole request with headers; only uploads take that long. */
export const LONGEST_REQUEST_MS = 200_000
/** Time between the 408 answer and closing the connection. */
const LAST_WORD_MS = 1_000

type Refuse = ReturnType<typeof answerBrokenRequest>

const ends = new WeakMap<IncomingMessage, NodeJS.Timeout>()
const refusals = new WeakMap<IncomingMessage, Refuse>()

/**
 * Starts each body timer when the headers are received, even if the request still waits behind others on its
 * connection.
 */
export function limitBodies(server: HttpServer, refuse: Refuse): void {
  server.prependListener('request', request => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && !(Number(length) > 0)) return
    refusals.set(request, refuse)
    const done = () => clearTimeout(ends.get(request))
    request.once('end', done).once('close', done)
    endBodyIn(request, BODY_MS)
  })
}

/** Sets another timeout for this body. */
export function endBodyIn(request: IncomingMessage, ms: number): void {
  clearTimeout(ends.get(request))
  if (request.complete || request.destroyed) return
  const { socket } = request
  const end = () => {
    if (request.complete) return
    const late = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    refusals.get(request)?.(late, socket)
    setTimeout(() => socket.destroy(), LAST_WORD_MS).unref()
  }
  ends.set(request, setTimeout(end, ms).unref())
}
