import pg from 'pg'
import type { Database } from '../src/kernel/db/database.ts'
import type { ConnectionConfig, Tx } from '../src/kernel/db/db.ts'
import { asService } from '../src/kernel/postgres/service-role.ts'
import { eventually } from './eventually.ts'

/** `empty`: migrated, without data. `france`: with all communes. Nobody connects to them: that would stop their copying. */
export const TEMPLATES = { empty: 'template_empty', france: 'template_france' } as const
/** Like `empty`, to look at its tables. */
export const MIGRATED = 'migrated'

export function ownerOf(database: string): ConnectionConfig {
  const cluster = process.env.PARVIS_TEST_CLUSTER
  if (!cluster) throw new Error('Tests run on a database of their own: start them with npm test.')
  return { ...JSON.parse(cluster), database }
}

export async function inDatabase<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(ownerOf(database))
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A connection of the owner for the statements of tests. One that meets a deadlock with a worker of the service is retried,
 * as the service does; within a transaction it is not, because what came before it is lost.
 */
export async function connectOwner(connection: ConnectionConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const retrying = async (...given: unknown[]): Promise<unknown> => {
    try {
      return await query(...given)
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01'
      const isAlone = client.getTransactionStatus() === 'I' && !/^\s*begin\b/i.test(String(given[0]))
      if (isDeadlock && isAlone) return await retrying(...given)
      throw error
    }
  }
  client.query = retrying as typeof client.query
  return client
}

/** The connection as a URL for other processes; a socket folder in the form of libpq. */
export function addressOf({ user = '', password, host = '', port, database }: pg.ClientConfig): string {
  const account = [user, String(password ?? '')].map(encodeURIComponent).join(':')
  return host.startsWith('/')
    ? `postgres://${account}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${account}@${host}:${port}/${database}`
}

/** Sessions by their statement and program, as patterns of `like`. */
interface Waiting {
  readonly query?: string
  readonly program?: string
}
const WAITING = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query like $1 and application_name like $2`

/**
 * How many sessions of the database wait for a lock. It uses a connection of its own: within a transaction
 * `pg_stat_activity` shows no session that connects after the first look.
 */
export const waitingForLocks = (database: string, { query = '%', program = '%' }: Waiting = {}) =>
  inDatabase(database, async client => {
    const { rows } = await client.query(`select count(*)::int as n ${WAITING}`, [query, program])
    return rows[0].n as number
  })

/** Ends these sessions: PostgreSQL would carry out the statement of a killed program as soon as it gets its lock. */
export const endWaiting = (database: string, { query = '%', program = '%' }: Waiting = {}) =>
  inDatabase(database, client =>
    client.query(`select pg_terminate_backend(pid) ${WAITING}`, [query, program]),
  )

/** The same claim by two transactions: the second one begins before the first has committed. */
export async function twoAtOnce<T>(
  {
    service,
    connection,
  }: { readonly service: { readonly db: Database }; readonly connection: pg.ClientConfig },
  claim: (tx: Tx) => Promise<T>,
): Promise<[first: T, second: T]> {
  const { db } = service
  const second = Promise.withResolvers<T>()
  let isDone = false
  const first = await db.transaction(async tx => {
    const claimed = await claim(tx)
    db.transaction(claim)
      .then(second.resolve, second.reject)
      .finally(() => {
        isDone = true
      })
    const waits = async () => isDone || (await waitingForLocks(connection.database ?? '')) > 0
    await eventually(waits, 'the second waits, or has ended')
    return claimed
  })
  return [first, await second.promise]
}

let copies = 0

/** A new database; `drop` removes it. */
export async function copyOf(template: keyof typeof TEMPLATES) {
  const name = `test_${process.pid}_${++copies}`
  await inDatabase('postgres', client =>
    // Copies files (0.56 s) instead of writing through the WAL (0.65; with all communes 0.92).
    client.query(`create database ${name} template ${TEMPLATES[template]} strategy file_copy`),
  )
  return {
    name,
    owner: ownerOf(name),
    service: asService(ownerOf(name)),
    drop: () =>
      inDatabase('postgres', client => client.query(`drop database if exists ${name} with (force)`)),
  }
}

/** Does something while the database takes no writes. */
export async function whileReadOnly(database: string, work: () => Promise<unknown>): Promise<void> {
  await setReadOnly(database, true)
  try {
    await work()
  } finally {
    await setReadOnly(database, false)
  }
}

/** Like a failover: new sessions of the service are read-only, old ones are ended. */
export const setReadOnly = (database: string, on: boolean) =>
  inDatabase('postgres', async client => {
    await client.query(`alter database ${database} set default_transaction_read_only = ${on ? 'on' : 'off'}`)
    if (on)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'parvis%'`,
        [database],
      )
  })
