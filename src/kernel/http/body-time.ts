import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { answerBrokenRequest } from './sockets.ts'

/**
 * How long a body may take. Node has one time for all requests of a server: it is set above the longest here, and each
 * request has its own.
 */
const BODY_MS = 15_000
/** Of any request, headers included: only a file takes as long. */
export const LONGEST_REQUEST_MS = 200_000
/** Between the answer to a late body and the end of its connection. */
const LAST_WORD_MS = 1_000

type Refuse = ReturnType<typeof answerBrokenRequest>

const ends = new WeakMap<IncomingMessage, NodeJS.Timeout>()
const refusals = new WeakMap<IncomingMessage, Refuse>()

/** From the moment its headers are here, also while it waits for its turn on the connection. */
export function limitBodies(server: HttpServer, refuse: Refuse): void {
  server.prependListener('request', request => {
    refusals.set(request, refuse)
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && !(Number(length) > 0)) return
    const done = () => clearTimeout(ends.get(request))
    request.once('end', done).once('close', done)
    endBodyIn(request, BODY_MS)
  })
}

/** More time for this body, or less. */
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
