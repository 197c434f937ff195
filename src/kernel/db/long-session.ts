import type pg from 'pg'
import { isRetryable } from '../refusals/db-errors.ts'
import { DatabaseClient } from './client.ts'
import { copyInto } from './copy.ts'
import { type ConnectionConfig, type Db, type Tx, txOf } from './db.ts'
import { clientSettings, endConnection, prepareSession } from './session.ts'
import { refuseRolledBack } from './transaction.ts'

/**
 * A dedicated connection for work that takes minutes and keeps state in its session (a temporary table, a lock): the pool's
 * connections are for requests. Errors are passed on unchanged.
 */
export interface LongSession extends Db {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Lines of COPY's text format. */
  copy(table: string, columns: readonly string[], lines: string): Promise<void>
}

/** Statement timeout. */
const TIMEOUT_MS = 300_000
const LOCK_TIMEOUT_MS = 60_000
const TRIES = 4
/** Timeout for opening and for closing the connection. */
const LINE_MS = 10_000

/** `lines` collects the open connections, which `Database.close` ends. */
export async function longSession<T>(
  connection: ConnectionConfig,
  lines: Set<pg.Client>,
  work: (session: LongSession) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({
    ...connection,
    ...clientSettings('parvis long work', TIMEOUT_MS),
    connectionTimeoutMillis: LINE_MS,
  })
  lines.add(client)
  let broken = false
  client.on('error', () => {
    broken = true
  })
  try {
    await client.connect()
    await prepareSession(client, TIMEOUT_MS)
    await client.query(`select set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', false)`)
    const db = txOf(client)
    return await work({
      all: db.all,
      one: db.one,
      run: db.run,
      async transaction(inside) {
        for (let attempt = 1; ; attempt++) {
          await client.query('begin')
          try {
            const result = await inside(db)
            refuseRolledBack(await client.query('commit'))
            return result
          } catch (error) {
            await client.query('rollback').catch(() => {})
            if (!isRetryable(error) || attempt === TRIES) throw error
          }
        }
      },
      copy: (table, columns, lines) =>
        copyInto(client, table, columns, lines, AbortSignal.timeout(TIMEOUT_MS + 1_000)),
    })
  } finally {
    lines.delete(client)
    // On a lost connection `end` would wait forever and block the worker.
    const late = setTimeout(() => endConnection(client), LINE_MS)
    if (broken) endConnection(client)
    else await client.end().catch(() => {})
    clearTimeout(late)
  }
}
