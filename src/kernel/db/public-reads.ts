import type pg from 'pg'
import { FairSemaphore } from '../concurrency/fair-semaphore.ts'
import {
  isConnectionLoss,
  isDriverTimeout,
  isPostgresError,
  isStatementTimeout,
} from '../refusals/db-errors.ts'
import type { ConnectionConfig } from './db.ts'
import { PipelinedReads, ReadCancelled } from './pipelined-reads.ts'
import { Pool, type PoolWatch } from './pool.ts'
import type { Replica } from './replica.ts'
import type { Statement } from './statement-query.ts'
import { TimeoutFallback } from './timeout-fallback.ts'

/** Two heavy statements at once leave CPU for other requests; a client network may run one of them. */
const PLACES = { places: 2, each: 1, waiting: 50, patienceMs: 4_000 }
const SLOW_MS = 3_000
/** Timeout for connecting to the replica, before falling back to the primary. */
const REPLICA_CONNECT_MS = 600

interface Side {
  readonly short: PipelinedReads
  readonly slow: Pool
}

/**
 * Public reads: short statements on shared pipelined connections, heavy ones on two separate connections. They go to the
 * replica while it is up to date, otherwise to the primary.
 */
export class PublicReads {
  readonly replica: Replica | undefined
  readonly #primary: Side
  readonly #copy: Side | undefined
  readonly #places = new FairSemaphore(PLACES)
  readonly #shortFirst = new TimeoutFallback()

  constructor(primary: ConnectionConfig, replica: Replica | undefined, watch?: PoolWatch) {
    this.#primary = sideOf(primary, watch)
    this.replica = replica
    const copy =
      replica && sideOf({ ...replica.connection, connectionTimeoutMillis: REPLICA_CONNECT_MS }, watch)
    this.#copy = copy
    // Requests waiting for the replica then retry on the primary.
    replica?.onChange(({ state }) => {
      if (state !== 'away') return
      copy?.short.endConnections()
      copy?.slow.endConnections()
    })
  }

  short(question: Statement, clientNetwork: () => string): Promise<pg.QueryResult> {
    return this.#shortFirst.query(
      question.text,
      () => this.#ask(side => side.short.query(question)),
      timed =>
        this.#places.run(clientNetwork(), () => timed(() => this.#ask(side => side.slow.query(question)))),
    )
  }

  slow(question: Statement, clientNetwork: () => string): Promise<pg.QueryResult> {
    return this.#places.run(clientNetwork(), () => this.#ask(side => side.slow.query(question)))
  }

  get heavy() {
    return this.#places.load
  }

  get load() {
    return {
      heavy_reads: this.#primary.slow.load,
      ...(this.#copy && { heavy_reads_replica: this.#copy.slow.load }),
    }
  }

  async close(): Promise<void> {
    const sides = [this.#primary, ...(this.#copy ? [this.#copy] : [])]
    await this.replica?.stop()
    await Promise.all(sides.flatMap(side => [side.short.close(), side.slow.end()]))
  }

  /** Falls back from the replica to the primary, and retries there once after a lost connection. */
  async #ask(of: (side: Side) => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    if (this.#copy && this.replica?.now.state === 'ok') {
      try {
        return await of(this.#copy)
      } catch (error) {
        if (isStatementTimeout(error) || error instanceof ReadCancelled || isTheQuestions(error)) throw error
        if (isConnectionLoss(error) || isDriverTimeout(error)) this.replica.markAway(error)
      }
    }
    try {
      return await of(this.#primary)
    } catch (error) {
      // Reads are safe to retry, which hides a restart of PostgreSQL between two requests.
      if (isConnectionLoss(error)) return await of(this.#primary)
      throw error
    }
  }
}

const sideOf = (connection: ConnectionConfig, watch: PoolWatch | undefined): Side => ({
  short: new PipelinedReads(connection),
  slow: new Pool(connection, { name: 'parvis heavy reads', max: PLACES.places, statementMs: SLOW_MS, watch }),
})

/** An invalid value fails on every connection. */
const isTheQuestions = (error: unknown) => isPostgresError(error) && /^2[23]/.test(error.code)
