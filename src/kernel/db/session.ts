import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { markOfDatabase } from '../db-errors.ts'
import { TYPE_PARSERS } from './values.ts'

/** How every connection of the service is set up: whose rights, what limits, how values are read. */

export const STATEMENT_MS = 5_000
export const WAIT_FOR_CONNECTION_MS = 2_000

export const clientSettings = (name: string, statementMs: number): pg.ClientConfig => ({
  application_name: name,
  // Longer than the server's own limit: it only takes effect when the connection is dead and the server's cannot.
  query_timeout: statementMs + 1_000,
  types: TYPE_PARSERS,
})

/** The service works with the rights of `parvis_app`: the owner's are for migrations alone. */
export async function prepareSession(client: pg.ClientBase, statementMs: number): Promise<void> {
  await client.query(`
    select set_config('statement_timeout', '${statementMs}', false),
           set_config('lock_timeout', '${STATEMENT_MS - 1_000}', false),
           set_config('idle_in_transaction_session_timeout', '15000', false),
           set_config('timezone', 'UTC', false),
           -- Starting workers costs 8 to 20 ms: more than most queries take.
           set_config('max_parallel_workers_per_gather', '0', false),
           -- The hits of a common word fit: with 4 MB each of their texts is read again (2.6 s instead of 0.7).
           set_config('work_mem', '32MB', false),
           (select set_config('role', rolname, false) from pg_roles
             where rolname = 'parvis_app' and pg_has_role(oid, 'set'))`)
}

/** Errors of its socket are the database's. Before anybody who waits hears of them. */
export const markErrorsOf = (client: pg.ClientBase) =>
  void (client as unknown as { connection: Duplex }).connection.prependListener('error', markOfDatabase)

/** Not `end()`, which would wait for the other side. Queries that still wait for an answer on it fail. */
export const endConnection = (client: pg.ClientBase, error = new Error('terminated: the line was silent')) =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy(error)
