import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { freePort } from '../fixtures/free-port.ts'

/** A proxy between service and PostgreSQL that simulates database failures. */
export interface Proxy {
  readonly connection: pg.ClientConfig
  /** Cuts all connections and refuses new ones. */
  shut(): Promise<void>
  open(): Promise<void>
  /** Existing connections stay open but transfer nothing, as after a failover; new ones work. */
  mute(): void
  /** Cuts all connections and accepts new ones. */
  cut(): void
  /** New connections go there; existing ones stay with the old server, which still answers. */
  moveTo(database: pg.ClientConfig): void
  /** Connections that still go to the old server. */
  left(): number
  close(): void
}

export async function startProxy(database: pg.ClientConfig): Promise<Proxy> {
  let target = placeOf(database)
  const lines = new Set<{ client: Socket; server: Socket; target: object; muted: boolean }>()
  const listener = createServer(client => {
    const line = { client, server: connect(target), target, muted: false }
    lines.add(line)
    for (const [from, to] of [
      [client, line.server],
      [line.server, client],
    ] as const) {
      from.on('data', bytes => {
        if (!line.muted) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        lines.delete(line)
        to.destroy()
      })
    }
  })
  const listen = (wanted: number) =>
    new Promise<void>(resolve => listener.listen(wanted, '127.0.0.1', () => resolve()))
  const own = await freePort()
  await listen(own)
  const cut = () => {
    for (const { client } of lines) client.destroy()
  }
  return {
    connection: { ...database, host: '127.0.0.1', port: own },
    shut: () =>
      new Promise<void>(resolve => {
        listener.close(() => resolve())
        cut()
      }),
    open: () => listen(own),
    cut,
    mute() {
      for (const line of lines) line.muted = true
    },
    moveTo(elsewhere) {
      target = placeOf(elsewhere)
    },
    left: () => [...lines].filter(line => line.target !== target).length,
    close() {
      listener.close()
      cut()
    },
  }
}

const placeOf = ({ host = '', port = 5432 }: pg.ClientConfig) =>
  host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }
