import type pg from 'pg'

/** One statement as it is sent. */
export interface Question {
  readonly text: string
  readonly values: unknown[]
  /** How long the driver waits for this one, when longer than usual. */
  readonly query_timeout?: number
}

/**
 * What a service asks all day are forty texts or so. A prepared statement keeps its plan in the memory of its
 * connection (a list of publications: 0.2 MB), and who asks decides how many texts there are.
 */
const MOST_PREPARED = 50
/** Texts that were asked once: a second time they are worth preparing. */
const MOST_SEEN = 100

/**
 * The statements that one connection holds prepared: planned once, and never more than a fixed number. The one that
 * was not used for longest makes room; what is asked once is not prepared at all.
 */
class Statements {
  readonly #client: pg.ClientBase
  /** By text, the longest unused first. A name is never used again, for answers to an old one may be on their way. */
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()
  #unwanted: string[] = []
  #count = 0

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async query(question: Question): Promise<pg.QueryResult> {
    const name = this.#nameOf(question.text)
    const result = await this.#client.query(name === undefined ? question : { ...question, name })
    if (this.#unwanted.length > 0) await this.#deallocate()
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

  /** Behind everything that was sent with them. Not possible now (a transaction that failed): with the next one. */
  async #deallocate(): Promise<void> {
    const names = this.#unwanted
    this.#unwanted = []
    for (const name of names) {
      try {
        await this.#client.query(`deallocate ${name}`)
        // The driver would keep the text for ever.
        delete (this.#client as unknown as Driver).connection.parsedStatements[name]
      } catch {
        this.#unwanted.push(name)
      }
    }
  }
}

interface Driver {
  readonly connection: { readonly parsedStatements: Record<string, string> }
}

const known = new WeakMap<pg.ClientBase, Statements>()

/** The statements of a connection: every question of the service goes through them. */
export function statementsOf(client: pg.ClientBase): Statements {
  let statements = known.get(client)
  if (!statements) {
    statements = new Statements(client)
    known.set(client, statements)
  }
  return statements
}
