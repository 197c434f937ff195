import type { Server as HttpServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Pipelined requests that may wait on one connection. Then the connection closes after the last of them, and the client
 * repeats the rest on another connection (RFC 9112, 9.3.2).
 */
const MOST_WAITING = 64

interface Pipeline {
  working: IncomingMessage | undefined
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[]
  /** Further requests of this connection are ignored. */
  full: boolean
  answeredAt: number
}

const pipelines = new WeakMap<Socket, Pipeline>()

/** Handles one request at a time per connection. Call it after the server's `request` listeners are attached. */
export function limitPipelining(server: HttpServer): void {
  const listeners = server.listeners('request') as RequestListener[]
  const begin = (pipeline: Pipeline, request: IncomingMessage, response: ServerResponse) => {
    pipeline.working = request
    response.on('close', () => {
      pipeline.answeredAt = performance.now()
      pipeline.working = undefined
      // Lets requests of other connections go first.
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
    // The reply then says `Connection: close`, and Node closes the connection after it.
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
 * The time since when a connection is idle: 0 if it never sent a request, so that those are closed first. Undefined while
 * a complete request is being answered.
 */
export function idleSince(socket: Socket): number | undefined {
  const pipeline = pipelines.get(socket)
  if (pipeline?.working?.complete) return undefined
  return pipeline?.answeredAt ?? 0
}
