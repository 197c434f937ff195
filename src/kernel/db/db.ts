import type pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { problemFrom } from '../refusals/db-errors.ts'
import { tracer } from '../tracing/active.ts'
import { codeOf } from '../tracing/codes.ts'
import type { DatabaseClientConfig } from './client.ts'
import { preparedStatementsOf } from './prepared-statements.ts'
import type { Statement } from './statement-query.ts'

export { empty, join, raw, type Sql, sql }

/** Joins conditions with `and`; empty when there are none. */
export const where = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? empty : sql`where ${join([...conditions], ' and ')}`

/** Runs SQL. Repeated statements are prepared once per connection. */
export interface Db {
  all<Row>(query: Sql): Promise<Row[]>
  one<Row>(query: Sql): Promise<Row | undefined>
  /** Returns the number of changed rows. */
  run(query: Sql): Promise<number>
}

/** The number of rows of what stands behind `from`: tables, joins and conditions. */
export const countRows = async (db: Db, from: Sql): Promise<number> =>
  (await db.one<{ n: number }>(sql`select count(*) as n from ${from}`))?.n ?? 0

/**
 * Marks a statement that was started and will be awaited later: within a transaction, the statements in between go out in
 * the same write. Prevents an unhandled rejection before it is awaited.
 */
export function pipelined<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}

declare const inTransaction: unique symbol
/** A `Db` that exists only inside a transaction: a function that takes it cannot be called outside one. */
export interface Tx extends Db {
  readonly [inTransaction]: true
  /** The same transaction with another statement timeout. */
  withTimeout(ms: number): Promise<Tx>
  /** For the job queue only, which passes SQL as text: its jobs are committed or rolled back with the transaction. */
  readonly textual: { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }
}

export type ConnectionConfig = DatabaseClientConfig

/** A transaction on a connection, with its prepared statements. */
export const txOf = (client: pg.ClientBase): Tx =>
  asTx((query, values) =>
    typeof query === 'string' ? client.query(query, values) : preparedStatementsOf(client).query(query),
  )

type Send = (query: Statement) => Promise<{ rows: unknown[]; rowCount: number | null }>

export function asDb(send: Send, translate = true): Db {
  const execute = async (query: Sql) => {
    const span = tracer?.statement(query.text)
    try {
      const result = await send({ text: query.text, values: query.values })
      const { rows, rowCount } = result
      // pg's query object keeps its result. If a garbage collection promotes that object to the old generation, all rows of
      // the result follow. Dropping the reference frees rows young: pauses of 3 ms instead of 6, 17 % less CPU.
      result.rows = []
      return { rows, rowCount }
    } catch (error) {
      span?.fail(codeOf(error))
      throw translate ? problemFrom(error) : error
    } finally {
      span?.end()
    }
  }
  return {
    all: async <Row>(query: Sql) => (await execute(query)).rows as Row[],
    one: async <Row>(query: Sql) => (await execute(query)).rows[0] as Row | undefined,
    run: async query => (await execute(query)).rowCount ?? 0,
  }
}

/**
 * A transaction over anything that sends SQL: a pooled connection, or the job queue's own transaction. Errors are passed on
 * unchanged: `transaction` and the queue decide what to retry.
 */
export function asTx(send: SendAny): Tx {
  const db = asDb(async query => {
    const { rows, rowCount } = await send(query)
    return { rows, rowCount: rowCount ?? rows.length }
  }, false)
  return {
    ...db,
    async withTimeout(ms) {
      await send(`select set_config('statement_timeout', $1, true)`, [`${ms}`])
      return asTx((query, values) =>
        send(typeof query === 'string' ? query : { ...query, query_timeout: ms + 1_000 }, values),
      )
    },
    // Prepared too: the queue's statement takes longer to plan than to execute.
    textual: { executeSql: (text, values = []) => send({ text, values }) },
  } as Tx
}

type SendAny = (
  query: string | Statement,
  values?: unknown[],
) => Promise<{ rows: unknown[]; rowCount?: number | null }>
