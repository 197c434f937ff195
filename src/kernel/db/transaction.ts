import type pg from 'pg'
import { asTx, type Sql, type Tx } from './db.ts'
import { preparedStatementsOf } from './prepared-statements.ts'

/**
 * Sends a statement together with the commit, without a round trip; if it fails, nothing is committed. Its values must be
 * text, number, bytes or null: if the driver failed to serialise a value, the commit would be sent without the statement.
 */
export type SendWithCommit = (query: Sql) => void

export type Begin = 'begin' | 'begin read only'
export type Work<T> = (tx: Tx, last: SendWithCommit) => Promise<T>

/** Statements that may be sent before `begin` is answered: outside a transaction they would change nothing. */
const READS = /^\s*select\b/i

/**
 * Runs a transaction on a connection in pipeline mode. A round trip costs more than most statements, so `begin` is sent with
 * the first statement and the last statements with `commit`.
 */
export async function transactionOn<T>(
  client: pg.ClientBase,
  work: Work<T>,
  begin: Begin = 'begin',
): Promise<T> {
  const statements = preparedStatementsOf(client)
  let [open, heldBack, over] = [false, false, false]
  const begun = client.query(begin).then(() => {
    open = true
  })
  begun.catch(() => {})
  const tx = asTx(async (query, values) => {
    if (!open) {
      // Keeps the order: statements after a write wait as well.
      heldBack ||= !READS.test(typeof query === 'string' ? query : query.text)
      if (heldBack) await begun
    }
    // The connection belongs to another request by now.
    if (over) throw new Error('The transaction is over.')
    try {
      return await (typeof query === 'string' ? client.query(query, values) : statements.query(query))
    } finally {
      // If `begin` failed, its error replaces the result, which was read outside of a transaction.
      if (!open) await begun
    }
  })
  const lasts: Sql[] = []
  try {
    const result = await work(tx, query => {
      for (const value of query.values) refuseUnsendable(value)
      lasts.push(query)
    })
    // Statements that were held back are sent before the commit, even if the caller did not await them.
    if (heldBack || lasts.length > 0) await begun
    const sent = lasts.map(query => tx.run(query))
    over = true
    const [ended] = await Promise.all([client.query('commit'), ...sent])
    refuseRolledBack(ended)
    return result
  } finally {
    over = true
  }
}

/** After a failed statement PostgreSQL answers `commit` with ROLLBACK, which the driver does not report as an error. */
export function refuseRolledBack({ command }: pg.QueryResult): void {
  if (command === 'ROLLBACK')
    throw new Error('Rolled back: a statement was refused, and the work went on as if it had not been.')
}

function refuseUnsendable(value: unknown): void {
  if (value === null || typeof value === 'string' || typeof value === 'number') return
  if (value instanceof Uint8Array) return
  throw new Error(`A last statement holds no ${typeof value}.`)
}
