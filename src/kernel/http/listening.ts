import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Where a host is listened to: this machine's own name stands for two addresses. */
export const addressesOf = (host: string): readonly [string, ...string[]] =>
  host === 'localhost' ? ['127.0.0.1', '::1'] : [host]

export interface Listening {
  readonly port: number
  /** Beside the server's own. */
  readonly sockets: readonly Server[]
}

/** Connections that wait to be taken: Node's own 511 overflow in a flood of them. The system may allow fewer (`net.core.somaxconn`). */
const BACKLOG = 4_095

/**
 * Opens the port. What comes by a further address is handed to the same HTTP server, so that connections are limited and
 * requests taken in turn there too: Fastify, given the name, would make a second server, which has neither.
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
    // As Node's HTTP server takes its own.
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

/** A machine without IPv6. What is taken by somebody else is not missing: half of the clients would reach them. */
export const isMissing = (error: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')
