import type { Server as HttpServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A client may send requests on one connection without waiting for the answers. This many of them wait in order; then the
 * connection closes after the last of them, and the client sends the rest again on another connection
 * (RFC 9112, 9.3.2).
 */
const MOST_WAITING = 64

interface Pipeline {
  working: IncomingMessage | undefined
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[]
  /** No further request of this connection is taken. */
  full: boolean
  answeredAt: number
}

const pipelines = new WeakMap<Socket, Pipeline>()

/** Passes requests on to the listeners that the server has by then, one at a time for each connection. */
export function limitPipelining(server: HttpServer): void {
  const listeners = server.listeners('request') as RequestListener[]
  const begin = (pipeline: Pipeline, request: IncomingMessage, response: ServerResponse) => {
    pipeline.working = request
    response.once('close', () => {
      pipeline.answeredAt = performance.now()
      pipeline.working = undefined
      // Requests of other connections come before the next one of this connection.
      if (pipeline.waiting.length > 0) setImmediate(beginNext, pipeline, request.socket)
    })
    for (const listen of listeners) listen(request, response)
  }
  const beginNext = (pipeline: Pipeline, socket: Socket) => {
    const next = pipeline.working || socket.destroyed ? undefined : pipeline.waiting.shift()
    if (next) begin(pipeline, ...next)
  }
  server.removeAllListeners('request').on('request', (request, response) => {
    const pipeline = pipelineOf(request.socket)
    if (pipeline.full) return
    if (!pipeline.working && pipeline.waiting.length === 0) {
      begin(pipeline, request, response)
      return
    }
    pipeline.waiting.push([request, response])
    if (pipeline.waiting.length < MOST_WAITING) return
    pipeline.full = true
    // This answer says `Connection: close`, after which Node closes the connection.
    response.shouldKeepAlive = false
  })
}

function pipelineOf(socket: Socket): Pipeline {
  let pipeline = pipelines.get(socket)
  if (!pipeline) {
    pipeline = { working: undefined, waiting: [], full: false, answeredAt: 0 }
    pipelines.set(socket, pipeline)
  }
  return pipeline
}

/**
 * Since when a connection has been idle: 0 when it never sent a request, so that those are closed first. Undefined while it
 * waits for the answer to a whole request.
 */
export function idleSince(socket: Socket): number | undefined {
  const pipeline = pipelines.get(socket)
  if (pipeline?.working?.complete) return undefined
  return pipeline?.answeredAt ?? 0
}
