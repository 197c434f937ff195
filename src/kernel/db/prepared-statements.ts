import pg from 'pg'
import { isReadTimeout, TimedOutInQueue } from '../refusals/db-errors.ts'
import { silenceDetector } from './silent-server.ts'
import { type Prepared, type Statement, StatementQuery } from './statement-query.ts'

/**
 * The service usually sends about forty different statements, but filters and sort orders of requests can create many more,
 * and each prepared one keeps its plan in the connection's memory (a long list: 0.2 MB).
 */
const MOST_PREPARED = 50
/** Remembered statements that were sent once: the second time they are prepared. */
const MOST_SEEN = 100

/** An LRU cache of the prepared statements of one connection. A statement is prepared the second time it is sent. */
class PreparedStatements {
  readonly #client: pg.ClientBase
  /** By text, least recently used first. Names are never reused: replies for an old statement may still arrive. */
  readonly #prepared = new Map<string, Prepared>()
  readonly #seen = new Set<string>()
  #unwanted: string[] = []
  #count = 0

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async query(question: Statement): Promise<pg.QueryResult> {
    const prepared = this.#preparedAs(question.text)
    const isSilent = silenceDetector(this.#client, question.query_timeout)
    const result = await StatementQuery.send(this.#client, question, prepared).catch(error => {
      throw isReadTimeout(error) && !isSilent() ? new TimedOutInQueue() : error
    })
    if (this.#unwanted.length > 0) await this.#giveBack()
    return result
  }

  #preparedAs(text: string): Prepared | undefined {
    const known = this.#prepared.get(text)
    if (known !== undefined) {
      this.#prepared.delete(text)
      this.#prepared.set(text, known)
      return known
    }
    if (!this.#seen.delete(text)) {
      for (const first of this.#seen.size === MOST_SEEN ? this.#seen : []) {
        this.#seen.delete(first)
        break
      }
      this.#seen.add(text)
      return undefined
    }
    for (const [first, old] of this.#prepared.size === MOST_PREPARED ? this.#prepared : []) {
      this.#prepared.delete(first)
      this.#unwanted.push(old.name)
      break
    }
    const prepared = { name: `s${++this.#count}` }
    this.#prepared.set(text, prepared)
    return prepared
  }

  /** Closes evicted statements, after everything that was sent with them. */
  async #giveBack() {
    const names = this.#unwanted
    this.#unwanted = []
    for (const name of names) {
      await new Promise<void>(resolve => this.#client.query(new CloseStatement(name, () => resolve())))
      // The driver would keep the text forever.
      delete (this.#client as unknown as Driver).connection.parsedStatements[name]
    }
  }
}

/**
 * Closes a statement in the protocol. `deallocate` fails when the server never accepted the statement (its transaction had
 * failed), and that error would abort the current transaction.
 */
class CloseStatement extends pg.Query {
  override submit: (connection: pg.Connection) => void

  constructor(name: string, done: () => void) {
    super('', done)
    this.submit = connection => {
      connection.stream.cork()
      connection.close({ type: 'S', name }, false)
      connection.sync()
      connection.stream.uncork()
    }
  }
}

interface Driver {
  readonly connection: { readonly parsedStatements: Record<string, string> }
}

const known = new WeakMap<pg.ClientBase, PreparedStatements>()

/** Every query of the service goes through these. */
export function preparedStatementsOf(client: pg.ClientBase): PreparedStatements {
  let statements = known.get(client)
  if (!statements) {
    statements = new PreparedStatements(client)
    known.set(client, statements)
  }
  return statements
}
