import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

interface Drain {
  readonly draining: boolean
  /**
   * Keeps serving for `noticeMs`, so that load balancers notice; then stops accepting connections, finishes open
   * requests, and closes, on the further sockets too.
   */
  run(further?: readonly NetServer[], noticeMs?: number): Promise<void>
}

/**
 * How long an idle connection may still send one request before it is closed. Counted in event loop rounds, which read
 * what has arrived: with a clock, a process that was blocked would close connections that it has not read yet.
 */
const ROUND_MS = 20
const IDLE_ROUNDS = 15
const LONGEST_MS = 5_000

/**
 * Stops without failing a request: /readyz fails first and answers carry `Connection: close`, until balancers notice.
 * Then the port closes, so new connections reach another node; open connections get one more answer, and idle ones are
 * closed last.
 */
export function drainable(server: FastifyInstance): Drain {
  const state = { draining: false }
  server.addHook('onRequest', (_request, reply, done) => {
    if (state.draining) reply.header('connection', 'close')
    done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (state.draining) reply.header('connection', 'close')
    done(null, payload)
  })
  return {
    get draining() {
      return state.draining
    },
    async run(further = [], noticeMs = 0) {
      state.draining = true
      if (noticeMs > 0) await sleep(noticeMs)
      const http = server.server
      const sockets = [http, ...further]
      // http.Server's close() would cut idle connections at once, perhaps with a request in transit.
      for (const socket of sockets) if (socket.listening) NetServer.prototype.close.call(socket)
      const started = performance.now()
      for (let round = 0; (await connections(sockets)) > 0; round++) {
        if (performance.now() - started > LONGEST_MS) http.closeAllConnections()
        else if (round > IDLE_ROUNDS) http.closeIdleConnections()
        await sleep(ROUND_MS)
      }
      await server.close()
    },
  }
}

async function connections(sockets: readonly NetServer[]): Promise<number> {
  const counts = sockets.map(
    socket =>
      new Promise<number>(resolve => socket.getConnections((error, count) => resolve(error ? 0 : count))),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
