import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface Drain {
  readonly draining: boolean
  /** Serves what is already here to its end, takes nothing new, then closes: also what came in by further sockets. */
  run(further?: readonly NetServer[]): Promise<void>
}

/**
 * A connection that is between two requests gets this long to send the next one and be told to close. In rounds, each of
 * which reads what has come meanwhile: by the clock, a process that was held up would close what it has not read yet.
 */
const ROUND_MS = 20
const IDLE_ROUNDS = 15
const LONGEST_MS = 5_000

/**
 * Stopping without a failed request: the port is closed first, so new connections go to another node; those that are
 * open are answered once more, with `Connection: close`; only then are the silent ones closed.
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
    async run(further = []) {
      state.draining = true
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
