import type pg from 'pg'
import { batchWrites } from './batch-writes.ts'
import { asTx, type Sql, type Tx } from './db.ts'
import { preparedStatementsOf } from './prepared-statements.ts'

/**
 * A statement that leaves together with the commit: nobody waits for its answer, and where it is refused nothing is
 * committed. What it holds is text, a number, bytes or nothing, which the driver sends as they are: a value that it
 * could not send would leave the commit alone on its way.
 */
export type SendWithCommit = (query: Sql) => void

export type Begin = 'begin' | 'begin read only'
export type Work<T> = (tx: Tx, last: SendWithCommit) => Promise<T>

/** May be sent before it is known that the transaction is open: outside of one it would leave nothing behind. */
const READS = /^\s*select\b/i

/**
 * A transaction on a connection in pipeline mode, until it is committed. A round trip costs both sides more than most
 * statements: `begin` leaves with the first one, and the last ones leave with `commit`.
 */
export async function transactionOn<T>(
  client: pg.ClientBase,
  work: Work<T>,
  begin: Begin = 'begin',
): Promise<T> {
  const statements = preparedStatementsOf(client)
  let [open, heldBack, over] = [false, false, false]
  batchWrites(client)
  const begun = client.query(begin).then(() => {
    open = true
  })
  begun.catch(() => {})
  const tx = asTx(async (query, values) => {
    if (!open) {
      // In the order in which they came: whatever is asked behind a write waits as well.
      heldBack ||= !READS.test(typeof query === 'string' ? query : query.text)
      if (heldBack) await begun
    }
    // From then on the connection is somebody else's.
    if (over) throw new Error('The transaction is over.')
    batchWrites(client)
    try {
      return await (typeof query === 'string' ? client.query(query, values) : statements.query(query))
    } finally {
      // Answered long ago. Where it was refused, nobody hears what was answered outside of the transaction.
      if (!open) await begun
    }
  })
  const lasts: Sql[] = []
  try {
    const result = await work(tx, query => {
      for (const value of query.values) refuseUnsendable(value)
      lasts.push(query)
    })
    // What was held back and is not waited for leaves before the commit, too.
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

/** PostgreSQL commits nothing behind a statement that it refused, and says so, though it is no error to it. */
export function refuseRolledBack({ command }: pg.QueryResult): void {
  if (command === 'ROLLBACK')
    throw new Error('Rolled back: a statement was refused, and the work went on as if it had not been.')
}

function refuseUnsendable(value: unknown): void {
  if (value === null || typeof value === 'string' || typeof value === 'number') return
  if (value instanceof Uint8Array) return
  throw new Error(`A last statement holds no ${typeof value}.`)
}
