import { connect, createServer, type Socket } from 'node:net'
import type { Cluster, Server } from '../../test/fixtures/cluster.ts'

/** A single address that leads to the current primary, like a proxy or floating IP. */
export interface Address {
  moveTo(server: Server): void
  close(): void
}

export async function movingAddress({ servers }: Cluster, port: number): Promise<Address> {
  let target = servers[0]
  const lines = new Set<Socket>()
  const listener = createServer(client => {
    const server = connect({ host: '127.0.0.1', port: target.connection.port ?? 0 })
    lines.add(client)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => {})
      from.on('close', () => {
        lines.delete(client)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise<void>(resolve => listener.listen(port, '127.0.0.1', resolve))
  const cut = () => {
    for (const line of lines) line.destroy()
  }
  return {
    moveTo(server) {
      target = server
      cut()
    },
    close() {
      listener.close()
      cut()
    },
  }
}
