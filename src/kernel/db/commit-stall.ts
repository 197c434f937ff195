import type pg from 'pg'
import { DatabaseClient } from './client.ts'
import type { ConnectionConfig } from './db.ts'
import { endConnection, WAIT_FOR_CONNECTION_MS } from './session.ts'

/** Written to the log of the primary and nowhere else: its commit waits for the standby as every other does. */
const COMMIT = `select pg_logical_emit_message(true, 'parvis', 'commit')`

/**
 * Commits that wait for a standby. With synchronous replication the primary answers none while its standby is away, takes
 * connections and reads all the same, and keeps the session of whoever has given up: they would pile up until nobody is
 * let in. So once a connection has fallen silent, one commit on a connection of its own waits for as long as it takes,
 * and until it is answered nothing else is written.
 */
export class CommitStall {
  readonly #connection: ConnectionConfig
  #line: DatabaseClient | undefined

  constructor(connection: ConnectionConfig) {
    this.#connection = connection
  }

  get isStalled(): boolean {
    return this.#line !== undefined
  }

  check(): void {
    if (this.#line) return
    const line = new DatabaseClient({ ...this.#connection, connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS })
    this.#line = line
    line.on('error', () => {})
    line
      .connect()
      .then(() => line.query(COMMIT))
      .catch(() => {})
      .finally(() => {
        endConnection(line)
        if (this.#line === line) this.#line = undefined
      })
  }

  close(): void {
    if (this.#line) endConnection(this.#line)
    this.#line = undefined
  }
}

/** Whether a commit is answered in this time. */
export async function commitsWithin(client: pg.Client, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const answered = client.query(COMMIT).then(() => true)
  // Left waiting, it is refused when the connection ends.
  answered.catch(() => {})
  return await Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
