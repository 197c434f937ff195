import type pg from 'pg'
import { DatabaseClient } from './client.ts'
import type { ConnectionConfig } from './db.ts'
import { endConnection, WAIT_FOR_CONNECTION_MS } from './session.ts'

/** Writes to the primary's WAL and to no table: its commit waits for the standby like any other. */
const COMMIT = `select pg_logical_emit_message(true, 'parvis', 'commit')`

/**
 * Detects commits that wait for a synchronous standby. While the standby is away, the primary accepts connections and reads
 * but answers no commit, and keeps the sessions of clients that gave up, until no connection is left. So after a
 * connection timed out, one test commit waits on a connection of its own, and no writes are sent until it is answered.
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

/** Whether the server answers a commit within this time. */
export async function commitsWithin(client: pg.Client, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const answered = client.query(COMMIT).then(() => true)
  // Rejected later, when the connection ends.
  answered.catch(() => {})
  return await Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
