import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { markDatabaseError } from '../refusals/db-errors.ts'
import { TYPE_PARSERS } from './values.ts'

/** Setup of every connection of the service: role, timeouts, type parsers. */

export const STATEMENT_MS = 5_000
/** How long a request waits for a connection. */
export const WAIT_FOR_CONNECTION_MS = 2_000
/** For a start or a command: a person would rather wait than read that a busy server cannot be reached. */
export const PATIENT = { connectionTimeoutMillis: 15_000 }

export const clientSettings = (name: string, statementMs: number): pg.ClientConfig => ({
  application_name: name,
  // Longer than the server's timeout: takes effect only when the connection is dead.
  query_timeout: statementMs + 1_000,
  types: TYPE_PARSERS,
})

/** The service uses the role `parvis_app`; the owner's rights are for migrations only. */
export async function prepareSession(client: pg.ClientBase, statementMs: number): Promise<void> {
  await client.query(`
    select set_config('statement_timeout', '${statementMs}', false),
           set_config('lock_timeout', '${STATEMENT_MS - 1_000}', false),
           set_config('idle_in_transaction_session_timeout', '15000', false),
           set_config('timezone', 'UTC', false),
           -- Starting parallel workers takes 8 to 20 ms, longer than most queries.
           set_config('max_parallel_workers_per_gather', '0', false),
           -- Holds the hits of a common word: with 4 MB their texts are read twice (2.6 s instead of 0.7).
           set_config('work_mem', '32MB', false),
           (select set_config('role', rolname, false) from pg_roles
             where rolname = 'parvis_app' and pg_has_role(oid, 'set'))`)
}

/** Marks errors of the client's socket as database errors, before any other listener gets them. */
export const markErrorsOf = (client: pg.ClientBase) =>
  void (client as unknown as { connection: Duplex }).connection.prependListener('error', markDatabaseError)

/** Closes the socket: `end()` would wait for the server. Queries in flight fail. */
export function endConnection(client: pg.ClientBase, error = new Error('terminated: the line was silent')) {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  // The driver listens once it connects. Before that (no primary was found), the error would end the process.
  if (stream.listenerCount('error') === 0) stream.on('error', () => {})
  stream.destroy(error)
}
