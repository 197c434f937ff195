import type { Duplex } from 'node:stream'
import type pg from 'pg'

const gathering = new WeakSet<pg.ClientBase>()

/** What is sent within one iteration of the event loop leaves in one write: one system call for several statements. */
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
