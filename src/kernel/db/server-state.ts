import type pg from 'pg'
import { isPostgresError } from '../refusals/db-errors.ts'
import { Refusal } from '../refusals/refusal.ts'
import { DatabaseClient } from './client.ts'
import type { ConnectionConfig } from './db.ts'

/** Requirements for a PostgreSQL server, with a message for each reason to refuse it. */

const OLDEST_SERVER = 17

export interface ServerState {
  readonly version: string
  readonly major: number
  readonly encoding: string
  readonly standby: boolean
  /** `default_transaction_read_only` is on for the server, database or account. */
  readonly readOnly: boolean
  /** Commits wait for a standby that does not confirm them; set by `doctor`. */
  readonly waits?: boolean
  /** The disk is full; set by `doctor`. */
  readonly full?: boolean
}

export const SERVER_STATE = `
  select current_setting('server_version') as version,
         current_setting('server_version_num')::int / 10000 as major,
         current_setting('server_encoding') as encoding,
         pg_is_in_recovery() as standby,
         current_setting('default_transaction_read_only') = 'on' as "readOnly"`

export async function stateOf(client: pg.Client): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(SERVER_STATE)
  if (!rows[0]) throw new Error('One row was asked for.')
  return rows[0]
}

/** Permanent reasons: no further checks are made. */
export function unfit({ major, encoding }: ServerState): string | undefined {
  if (major < OLDEST_SERVER)
    return `DATABASE_URL points to PostgreSQL ${major}: Parvis needs ${OLDEST_SERVER} or newer.`
  if (encoding !== 'UTF8')
    return (
      `DATABASE_URL points to a database in ${encoding}, which counts bytes for letters: make one with ` +
      "create database … encoding 'UTF8' template template0."
    )
  return undefined
}

/** Temporary reasons. */
export function withoutWrites({ standby, readOnly, waits, full }: ServerState): string | undefined {
  if (standby)
    return 'DATABASE_URL points to a standby, which takes no writes: name the primary, or promote this one.'
  if (waits)
    return (
      'DATABASE_URL points to a primary whose commits wait for a standby that does not confirm them ' +
      '(synchronous_standby_names): bring the standby back, or take it out of that list.'
    )
  if (readOnly)
    return (
      'DATABASE_URL points to a database that takes no writes (default_transaction_read_only is on): ' +
      'a full disk, a failover, or its provider; lift that first.'
    )
  if (full)
    return 'the disk of the database is full: make room there; nothing has to be restarted (docs/runbook.md#the-disk-is-full).'
  return undefined
}

export async function refuseUnfit(client: pg.Client): Promise<void> {
  const state = await stateOf(client)
  const sentence = unfit(state) ?? withoutWrites(state)
  if (sentence) throw new Refusal(sentence)
}

export const pooled = (setting: 'DATABASE_URL' | 'DATABASE_READ_URL') =>
  `${setting} goes through a pooler that gives each transaction another session (PgBouncer with pool_mode = ` +
  'transaction or statement): set pool_mode = session for this database, or name PostgreSQL itself.'

const LET_IN_MS = 5_000

/**
 * Detects a transaction pooler by its behaviour: while another client holds the session that served ours, our next statement
 * runs in another session, or its transaction is refused. A direct connection keeps its session.
 */
export async function isPooledByTransaction(connection: ConnectionConfig): Promise<boolean> {
  const within = { connectionTimeoutMillis: LET_IN_MS, ...connection }
  const [ours, other] = [new DatabaseClient(within), new DatabaseClient(within)]
  for (const client of [ours, other]) client.on('error', () => {})
  const session = async () =>
    (await ours.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    await ours.connect()
    const before = await session()
    await other.connect()
    const refused = await other.query('begin').then(
      () => undefined,
      error => error,
    )
    // PgBouncer with pool_mode = statement. PostgreSQL itself refuses no `begin`.
    if (isPostgresError(refused) && refused.code === '08P01') return true
    if (refused) throw refused
    await other.query('select pg_backend_pid()')
    const after = await session()
    await other.query('rollback')
    return before !== after
  } finally {
    // Not awaited: a server that does not close connections must not delay the start.
    for (const client of [ours, other]) client.end().catch(() => {})
  }
}
