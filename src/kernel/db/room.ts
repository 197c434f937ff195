import { isDiskFull } from '../refusals/db-errors.ts'
import { DatabaseClient } from './client.ts'
import type { ConnectionConfig } from './db.ts'
import { clientSettings, endConnection, prepareSession, STATEMENT_MS } from './session.ts'

/**
 * Creates a temporary table of some hundred kilobytes, because a plain commit fits into WAL space already allocated.
 */
export async function writesFindRoom(client: Pick<DatabaseClient, 'query'>): Promise<boolean> {
  try {
    await client.query(
      `begin; create temp table room on commit drop as select generate_series(1, 10000); rollback`,
    )
    return true
  } catch (error) {
    // A missing right to create it says nothing about the disk.
    return !isDiskFull(error)
  }
}

/** The same on a new connection. A database that cannot be reached is reported elsewhere. */
export async function hasRoom(connection: ConnectionConfig): Promise<boolean> {
  const client = new DatabaseClient({ ...connection, ...clientSettings('parvis room', STATEMENT_MS) })
  client.on('error', () => {})
  try {
    await client.connect()
    await prepareSession(client, STATEMENT_MS)
    return await writesFindRoom(client)
  } catch (error) {
    return !isDiskFull(error)
  } finally {
    endConnection(client)
  }
}
