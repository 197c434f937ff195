import { createHash } from 'node:crypto'
import pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { isNoAnswer, isRetryable, isSilence, problemFrom } from './db-errors.ts'
import { type LongSession, longSession } from './long-session.ts'
import { clientSettings, cut, prepareSession, STATEMENT_MS, WAIT_FOR_CONNECTION_MS } from './session.ts'
import { SharedReaders } from './shared-readers.ts'

export { empty, join, raw, type Sql, sql }

/** All of the conditions; nothing at all where there are none. */
export const where = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? empty : sql`where ${join([...conditions], ' and ')}`

/** Where SQL may be sent. Every statement is named, so PostgreSQL parses and plans it once a connection. */
export interface Db {
  all<Row>(query: Sql): Promise<Row[]>
  one<Row>(query: Sql): Promise<Row | undefined>
  /** How many rows it touched. */
  run(query: Sql): Promise<number>
}

declare const inTransaction: unique symbol
/** A `Db` that can only be had inside a transaction: a function that takes it cannot be called outside one. */
export interface Tx extends Db {
  readonly [inTransaction]: true
  /** The same transaction, for the rare statement that may take up to `ms`. */
  patient(ms: number): Promise<Tx>
  /** For the job queue alone, which brings its SQL as text: what it enqueues commits with the rest, or never was. */
  readonly textual: { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }
}

export type Connection = pg.ClientConfig

export interface Database {
  /** Public reads: few connections shared by all requests, statements sent without waiting for each other. */
  readonly reads: Db
  /** Everything that may be slow or write a single statement. */
  readonly pool: Db
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A connection of its own, outside of the pool, for a job that takes minutes. */
  long<T>(work: (session: LongSession) => Promise<T>): Promise<T>
  /** Connections: in use, idle, and requests that wait for one. */
  load(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Measured: 4 to 10 connections a process; 32 of them cost 10 % and triple the slowest answers. */
const POOL_SIZE = 6
const TRANSACTION_TRIES = 4

export function connect(primary: Connection, replica: Connection = primary): Database {
  const pool = new pg.Pool({
    ...primary,
    ...clientSettings('parvis', STATEMENT_MS),
    max: POOL_SIZE,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    idleTimeoutMillis: 60_000,
    onConnect: client => prepareSession(client, STATEMENT_MS),
  })
  // Without a listener, a connection that PostgreSQL closes while idle would end the process.
  pool.on('error', () => {})
  const distrust = idleLines(pool)
  const readers = new SharedReaders(replica)
  const longLines = new Set<pg.Client>()

  return {
    reads: asDb(query => readers.query(query)),
    pool: asDb(query => pool.query(query).catch(distrust)),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runTransaction(pool, work).catch(distrust)
        } catch (error) {
          if (!isRetryable(error) || attempt === TRANSACTION_TRIES) throw problemFrom(error)
          await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
        }
      }
    },
    long: work => longSession(primary, longLines, work),
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      // Nothing that counts is lost: what was not committed is begun again.
      for (const line of longLines) cut(line)
      await Promise.all([pool.end(), readers.close()])
    },
  }
}

/**
 * After a failover whole batches of lines are silent without being closed. One that gave no answer speaks for those
 * that stand idle: they are cut, or each would cost the next request the same wait.
 */
function idleLines(pool: pg.Pool): (error: unknown) => never {
  const idle = new Set<pg.PoolClient>()
  pool.on('release', (_error, client) => idle.add(client))
  pool.on('acquire', client => idle.delete(client))
  pool.on('remove', client => idle.delete(client))
  return error => {
    if (isSilence(error)) for (const client of idle) cut(client)
    throw error
  }
}

async function runTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool only listens while a connection is idle: a server that goes away now would end the process.
  const lost = (error: Error) => {
    broken = error
  }
  client.on('error', lost)
  try {
    await client.query('begin')
    const result = await work(asTx((text, values) => client.query(text, values)))
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that is silent or cannot even roll back is thrown away, never handed to the next request.
    if (isNoAnswer(error)) broken = error as Error
    else
      await client.query('rollback').catch(cause => {
        broken = cause
      })
    throw error
  } finally {
    client.off('error', lost)
    client.release(broken)
  }
}

type Send = (query: Named) => Promise<{ rows: unknown[]; rowCount: number | null }>
export interface Named {
  name: string
  text: string
  values: unknown[]
  /** How long the driver waits for this one, when longer than usual. */
  query_timeout?: number
}

function asDb(send: Send, translate = true): Db {
  const execute = async (query: Sql) => {
    try {
      const result = await send(named(query))
      const { rows, rowCount } = result
      // pg's query object holds the result. One that was in flight when the collector came is kept for long, and with
      // it every row that arrived later: let go of, they die young (measured: pauses of 3 ms, not 6; 17 % less CPU).
      result.rows = []
      return { rows, rowCount }
    } catch (error) {
      throw translate ? problemFrom(error) : error
    }
  }
  return {
    all: async <Row>(query: Sql) => (await execute(query)).rows as Row[],
    one: async <Row>(query: Sql) => (await execute(query)).rows[0] as Row | undefined,
    run: async query => (await execute(query)).rowCount ?? 0,
  }
}

/**
 * A transaction over whoever can send text: a pooled connection, or the job queue's own transaction. Errors pass as
 * they are, for `transaction` and the queue know what may be tried again.
 */
export function asTx(send: SendAny): Tx {
  const db = asDb(async query => {
    const { rows, rowCount } = await send(query)
    return { rows, rowCount: rowCount ?? rows.length }
  }, false)
  return {
    ...db,
    async patient(ms) {
      await send(`select set_config('statement_timeout', $1, true)`, [`${ms}`])
      return asTx((query, values) =>
        send(typeof query === 'string' ? query : { ...query, query_timeout: ms + 1_000 }, values),
      )
    },
    // Named like the rest: the queue's statement takes longer to plan than to carry out.
    textual: { executeSql: (text, values = []) => send({ name: nameOf(text), text, values }) },
  } as Tx
}

type SendAny = (
  query: string | Named,
  values?: unknown[],
) => Promise<{ rows: unknown[]; rowCount?: number | null }>

const names = new Map<string, string>()

function named(query: Sql): Named {
  const text = query.text
  return { name: nameOf(text), text, values: query.values }
}

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}
