import type pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { isNoAnswer, isRetryable, problemFrom } from './db-errors.ts'
import { type LongSession, longSession } from './long-session.ts'
import { Pool } from './pool.ts'
import { PublicReads } from './public-reads.ts'
import { positionOf, Replica } from './replica.ts'
import { cut, STATEMENT_MS } from './session.ts'
import { type Question, statementsOf } from './statements.ts'

export { empty, join, raw, type Sql, sql }

/** All of the conditions; nothing at all where there are none. */
export const where = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? empty : sql`where ${join([...conditions], ' and ')}`

/** Where SQL may be sent. What is asked again and again is parsed and planned once a connection. */
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
  /** What the public reads, on behalf of somebody: `household` is asked for only when the question is a heavy one. */
  publicly(household: () => string): PublicDb
  /** What a bearer asks, and whatever writes a single statement. */
  readonly pool: Db
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A connection of its own, outside of the pool, for a job that takes minutes. */
  long<T>(work: (session: LongSession) => Promise<T>): Promise<T>
  /** Whether what is written now would be kept: false on a standby, and for a while after a full disk. */
  writable(): Promise<boolean>
  /** Connections: in use, idle, and requests that wait for one. */
  load(): { total: number; idle: number; waiting: number }
  /** Heavy public questions: asked now, and waiting for a place. */
  heavy(): { working: number; waiting: number }
  /** How the replica does, where there is one. */
  readonly replica: Replica | undefined
  close(): Promise<void>
}

export interface PublicDb {
  /** Few connections shared by all requests, statements sent without waiting for each other. */
  readonly db: Db
  /** For what is known to take longer: few places, shared out by household. */
  readonly slow: Db
}

/** Measured: 4 to 10 connections a process; 32 of them cost 10 % and triple the slowest answers. */
const POOL_SIZE = 6
const TRANSACTION_TRIES = 4

export function connect(primary: Connection, replica?: Connection): Database {
  const pool = new Pool(primary, { name: 'parvis', max: POOL_SIZE, statementMs: STATEMENT_MS })
  const reads = new PublicReads(primary, replica && new Replica(replica, () => positionOf(pool)))
  const longLines = new Set<pg.Client>()

  return {
    publicly: household => ({
      db: asDb(question => reads.short(question, household)),
      slow: asDb(question => reads.slow(question, household)),
    }),
    pool: asDb(question => pool.query(question)),
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
    long: work => longSession(primary, longLines, work),
    writable: () => pool.writable(),
    load: () => pool.load,
    heavy: () => reads.heavy,
    replica: reads.replica,
    async close() {
      // Nothing that counts is lost: what was not committed is begun again.
      for (const line of longLines) cut(line)
      await Promise.all([pool.end(), reads.close()])
    },
  }
}

const runTransaction = <T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  pool.hold(async (client, distrust) => {
    try {
      await client.query('begin')
      const result = await work(txOf(client))
      await client.query('commit')
      return result
    } catch (error) {
      // A connection that is silent or cannot even roll back is thrown away, never handed to the next request.
      if (!isNoAnswer(error)) await client.query('rollback').catch(distrust)
      throw error
    }
  })

/** A transaction on a connection: what is asked there is prepared there. */
export const txOf = (client: pg.ClientBase): Tx =>
  asTx((query, values) =>
    typeof query === 'string' ? client.query(query, values) : statementsOf(client).query(query),
  )

type Send = (query: Question) => Promise<{ rows: unknown[]; rowCount: number | null }>

function asDb(send: Send, translate = true): Db {
  const execute = async (query: Sql) => {
    try {
      const result = await send({ text: query.text, values: query.values })
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
    // Prepared like the rest: the queue's statement takes longer to plan than to carry out.
    textual: { executeSql: (text, values = []) => send({ text, values }) },
  } as Tx
}

type SendAny = (
  query: string | Question,
  values?: unknown[],
) => Promise<{ rows: unknown[]; rowCount?: number | null }>
