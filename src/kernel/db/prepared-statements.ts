import pg from 'pg'
import { isSilence } from '../db-errors.ts'
import { silenceDetector, TimedOutInQueue } from './silent-server.ts'

/** One statement as it is sent. */
export interface Statement {
  readonly text: string
  readonly values: unknown[]
  /** How long the driver waits for this one, when longer than usual. */
  readonly query_timeout?: number
}

/**
 * The service usually sends about forty different statements. A prepared one keeps its plan in the memory of its
 * connection (a long list: 0.2 MB), and filters and orders of requests decide how many there are.
 */
const MOST_PREPARED = 50
/** Statements that were sent once: the second time they are prepared. */
const MOST_SEEN = 100

/**
 * The prepared statements of one connection: planned once, and never more than a fixed number. The least recently used one
 * makes room; a statement that is sent once is not prepared at all.
 */
class PreparedStatements {
  readonly #client: pg.ClientBase
  /** By text, the least recently used first. A name is never reused: answers to an old one may still be on their way. */
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()
  #unwanted: string[] = []
  #count = 0

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async query(question: Statement): Promise<pg.QueryResult> {
    const name = this.#nameOf(question.text)
    const isSilent = silenceDetector(this.#client, question.query_timeout)
    const result = await this.#client
      .query(name === undefined ? question : { ...question, name })
      .catch(error => {
        throw isSilence(error) && !isSilent() ? new TimedOutInQueue() : error
      })
    if (this.#unwanted.length > 0) await this.#giveBack()
    return result
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) {
      this.#names.delete(text)
      this.#names.set(text, known)
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
    for (const [first, old] of this.#names.size === MOST_PREPARED ? this.#names : []) {
      this.#names.delete(first)
      this.#unwanted.push(old)
      break
    }
    const name = `s${++this.#count}`
    this.#names.set(text, name)
    return name
  }

  /** After everything that was sent with them. */
  async #giveBack() {
    const names = this.#unwanted
    this.#unwanted = []
    for (const name of names) {
      await new Promise<void>(resolve => this.#client.query(new CloseStatement(name, () => resolve())))
      // The driver would remember the text for ever.
      delete (this.#client as unknown as Driver).connection.parsedStatements[name]
    }
  }
}

/**
 * Not `deallocate`, which PostgreSQL refuses where it never took the statement (the transaction had failed by then), and
 * which would end the transaction in the middle of which it is sent, again and again.
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

/** The prepared statements of a connection: every query of the service goes through them. */
export function preparedStatementsOf(client: pg.ClientBase): PreparedStatements {
  let statements = known.get(client)
  if (!statements) {
    statements = new PreparedStatements(client)
    known.set(client, statements)
  }
  return statements
}
