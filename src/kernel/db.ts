import { createHash } from 'node:crypto'
import pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { isConnectionLoss, isNoAnswer, isRetryable, problemFrom } from './db-errors.ts'

export { empty, join, raw, type Sql, sql }

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
  /** Connections: in use, idle, and requests that wait for one. */
  load(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

const STATEMENT_MS = 5_000
/** Longer than the server's own limit: it only speaks when the line is dead and the server cannot. */
const LINE_DEAD_MS = STATEMENT_MS + 1_000
const WAIT_FOR_CONNECTION_MS = 2_000
/** Measured: 4 to 10 connections a process; 32 of them cost 10 % and triple the slowest answers. */
const POOL_SIZE = 6
const SHARED_READERS = 2
const TRANSACTION_TRIES = 4

export function connect(primary: Connection, replica: Connection = primary): Database {
  const pool = new pg.Pool({
    ...primary,
    ...clientSettings('parvis'),
    max: POOL_SIZE,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    idleTimeoutMillis: 60_000,
    onConnect: client => prepareSession(client),
  })
  // Without a listener, a connection that PostgreSQL closes while idle would end the process.
  pool.on('error', () => {})
  const readers = new SharedReaders(replica)

  return {
    reads: asDb(query => readers.query(query)),
    pool: asDb(query => pool.query(query)),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runTransaction(pool, work)
        } catch (error) {
          if (!isRetryable(error) || attempt === TRANSACTION_TRIES) throw problemFrom(error)
          await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
        }
      }
    },
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await Promise.all([pool.end(), readers.close()])
    },
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
interface Named {
  name: string
  text: string
  values: unknown[]
}

function asDb(send: Send, translate = true): Db {
  const execute = async (query: Sql) => {
    try {
      return await send(named(query))
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
export function asTx(
  send: (query: string | Named, values?: unknown[]) => Promise<{ rows: unknown[]; rowCount?: number | null }>,
): Tx {
  const db = asDb(async query => {
    const { rows, rowCount } = await send(query)
    return { rows, rowCount: rowCount ?? rows.length }
  }, false)
  return { ...db, textual: { executeSql: send } } as Tx
}

const names = new Map<string, string>()

function named(query: Sql): Named {
  const text = query.text
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return { name, text, values: query.values }
}

/**
 * A few connections in pipeline mode: a public read never waits for the answer to another before it is sent
 * (measured +37 % on one record by id). Only short reads belong here, for answers come back in order.
 */
class SharedReaders {
  readonly #connection: Connection
  readonly #slots: { client: Promise<pg.Client> | undefined; inFlight: number }[]

  constructor(connection: Connection) {
    this.#connection = connection
    this.#slots = Array.from({ length: SHARED_READERS }, () => ({ client: undefined, inFlight: 0 }))
  }

  async query(query: Named) {
    try {
      return await this.#send(query)
    } catch (error) {
      // A read may be asked twice: PostgreSQL restarted between two requests is then nobody's concern.
      if (isConnectionLoss(error)) return await this.#send(query)
      throw error
    }
  }

  async #send(query: Named) {
    const slot = this.#slots.reduce((calm, other) => (other.inFlight < calm.inFlight ? other : calm))
    slot.inFlight++
    try {
      slot.client ??= this.#open(() => {
        slot.client = undefined
      })
      const client = await slot.client
      return await client.query(query)
    } finally {
      slot.inFlight--
    }
  }

  async #open(forget: () => void): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#connection,
      ...clientSettings('parvis reads'),
      connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
      pipeline: true,
    })
    client.on('error', forget)
    client.on('end', forget)
    try {
      await client.connect()
      await prepareSession(client)
      return client
    } catch (error) {
      forget()
      throw error
    }
  }

  async close() {
    await Promise.allSettled(this.#slots.map(async slot => (await slot.client)?.end()))
  }
}

const clientSettings = (name: string): pg.ClientConfig => ({
  application_name: name,
  query_timeout: LINE_DEAD_MS,
  keepAlive: true,
  types: { getTypeParser },
})

/** The service works with the rights of `parvis_app`: the owner's are for migrations alone. */
export async function prepareSession(client: pg.ClientBase, statementMs = STATEMENT_MS): Promise<void> {
  await client.query(`
    select set_config('statement_timeout', '${statementMs}', false),
           set_config('lock_timeout', '${STATEMENT_MS - 1_000}', false),
           set_config('idle_in_transaction_session_timeout', '15000', false),
           set_config('timezone', 'UTC', false),
           (select set_config('role', rolname, false) from pg_roles
             where rolname = 'parvis_app' and pg_has_role(oid, 'set'))`)
}

/** `2026-11-20 09:14:19.123456+00` → `2026-11-20T09:14:19.123Z`: through Date it costs 92 µs a page, this way 52. */
export function timestampFromText(text: string): string {
  const fraction = text.charCodeAt(19) === 46 ? text.slice(20, text.indexOf('+', 20)) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const PARSERS: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: text => text,
  [pg.types.builtins.TIMESTAMPTZ]: timestampFromText,
}

function getTypeParser(oid: number, format?: unknown) {
  const own = format === 'binary' ? undefined : PARSERS[oid]
  return own ?? pg.types.getTypeParser(oid, format as 'text')
}
