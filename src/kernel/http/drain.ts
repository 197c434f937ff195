import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface Drain {
  readonly draining: boolean
  /**
   * Serves on for a while, so that balancers notice; then finishes the requests that are here, takes no new ones, and closes; on
   * the further listening sockets as well.
   */
  run(further?: readonly NetServer[], noticeMs?: number): Promise<void>
}

/**
 * How long an idle connection may send one more request, and be told to close. Counted in rounds of the event loop, each of
 * which reads what has come: by the clock, a process that was blocked would close connections it has not read yet.
 */
const ROUND_MS = 20
const IDLE_ROUNDS = 15
const LONGEST_MS = 5_000

/**
 * Stops without a failed request: /readyz says so first, and every answer `Connection: close`, for as long as balancers take
 * to notice; then the port is closed, so that new connections go to another node; open ones get one more answer; only then are
 * the idle ones closed.
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
      // http.Server's own close() would cut idle connections at once, with a request perhaps already on its way.
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
