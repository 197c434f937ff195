import type { Duplex } from 'node:stream'
import type pg from 'pg'

const gathering = new WeakSet<pg.ClientBase>()

/** Sends all statements of one event loop iteration in one write: one system call instead of several. */
export function batchWrites(client: pg.ClientBase): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  setImmediate(() => {
    gathering.delete(client)
    stream.uncork()
  })
}
