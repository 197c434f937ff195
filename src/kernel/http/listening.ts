import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The addresses to listen on; `localhost` has two. */
export const addressesOf = (host: string): readonly [string, ...string[]] =>
  host === 'localhost' ? ['127.0.0.1', '::1'] : [host]

interface Listening {
  readonly port: number
  /** Further listening sockets, beside the server's own. */
  readonly sockets: readonly Server[]
}

/**
 * Accept queue length: Node's default of 511 overflows in a flood. The system may allow fewer (`net.core.somaxconn`).
 */
const BACKLOG = 4_095

/**
 * Opens the port. Connections of further addresses go to the same HTTP server, so that its limits apply: given
 * `localhost`, Fastify would create a second server without them.
 */
export async function listen(
  server: FastifyInstance,
  { host, port: wanted }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const [first, ...others] = addressesOf(host)
  await server.listen({ host: first, port: wanted, backlog: BACKLOG })
  const { port } = server.server.address() as AddressInfo
  const sockets: Server[] = []
  for (const address of others) {
    // The options of Node's own HTTP server.
    const socket = createServer({ allowHalfOpen: true, noDelay: true }, connection =>
      server.server.emit('connection', connection),
    )
    try {
      socket.listen({ host: address, port, backlog: BACKLOG })
      await once(socket, 'listening')
      sockets.push(socket)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return { port, sockets }
}

/** The machine has no IPv6. A port taken by another program is an error: some clients would reach that program. */
export const isMissing = (error: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')
