import pg from 'pg'
import {
  isConnectionLoss,
  isDiskFull,
  isDriverTimeout,
  isReadOnlyError,
  isReadTimeout,
  problemFrom,
} from '../refusals/db-errors.ts'
import { DatabaseClient } from './client.ts'
import { CommitStall } from './commit-stall.ts'
import type { ConnectionConfig } from './db.ts'
import { type Hosts, NoServer } from './hosts.ts'
import { preparedStatementsOf } from './prepared-statements.ts'
import { clientSettings, endConnection, prepareSession, WAIT_FOR_CONNECTION_MS } from './session.ts'
import type { Statement } from './statement-query.ts'

interface PoolOptions {
  readonly name: string
  readonly max: number
  /** Statement timeout. */
  readonly statementMs: number
  readonly watch?: PoolWatch | undefined
  /** Called when the idle connections are closed: other connections to the same server are no better. */
  readonly onIdleClosed?: () => void
}

/** Metrics: seconds spent waiting for a connection, and using it for a statement or transaction. */
export interface PoolWatch {
  waited(seconds: number): void
  used(seconds: number): void
}

/** Connections: limit, open, idle; and requests waiting for one. */
export interface PoolLoad {
  readonly max: number
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

/** Lifetime of a connection: replacing it frees the plans and catalogue entries it has cached. */
export const LIFE_SECONDS = 1_800

/** How long a disk counts as full after a failed write. */
const FULL_MS = 10_000

/**
 * The commit is on the primary only, because the wait for a standby was cancelled (or PostgreSQL stopped). It is reported as
 * a failure, because a failover could lose it.
 */
class Unconfirmed extends Error {
  readonly code = 'EUNCONFIRMED'
  constructor() {
    super('terminated: the wait for the standby was cancelled')
  }
}

/** Commits wait for a standby that is away, and this one would wait too. */
class Stalled extends Error {
  readonly code = 'ESTALLED'
  constructor() {
    super('timeout exceeded: commits are not answered')
  }
}
/** Recognises the service's statements that write. */
const WRITES = /\b(insert into|update|delete from)\b/i

/** A connection pool. A connection is held for one statement or one transaction. */
export class Pool {
  readonly #pool: pg.Pool
  readonly #hosts: Hosts | undefined
  readonly #idle = new Set<pg.PoolClient>()
  readonly #held = new Set<pg.PoolClient>()
  readonly #watch: PoolWatch | undefined
  readonly #stall: CommitStall
  readonly #onIdleClosed: (() => void) | undefined
  #fullAt = Number.NEGATIVE_INFINITY
  /** How many times the idle connections were closed. */
  #timesClosed = 0

  constructor(connection: ConnectionConfig, { name, max, statementMs, watch, onIdleClosed }: PoolOptions) {
    this.#hosts = connection.hosts
    this.#watch = watch
    this.#onIdleClosed = onIdleClosed
    this.#stall = new CommitStall(connection)
    this.#pool = new pg.Pool({
      ...connection,
      Client: DatabaseClient,
      ...clientSettings(name, statementMs),
      max,
      // Used within transactions only.
      pipeline: true,
      connectionTimeoutMillis: connection.connectionTimeoutMillis ?? WAIT_FOR_CONNECTION_MS,
      idleTimeoutMillis: 60_000,
      maxLifetimeSeconds: LIFE_SECONDS,
      onConnect: client => prepareSession(client, statementMs),
    })
    // Without a listener, an idle connection that PostgreSQL closes would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('release', (_error, client) => this.#idle.add(client))
    this.#pool.on('acquire', client => this.#idle.delete(client))
    this.#pool.on('remove', client => this.#idle.delete(client))
  }

  query(question: Statement): Promise<pg.QueryResult> {
    if (this.#stall.isStalled && WRITES.test(question.text)) return Promise.reject(new Stalled())
    return this.withClient(client => preparedStatementsOf(client).query(question))
  }

  /** How long one waits for a connection from now on. */
  waitAtMost(milliseconds: number): void {
    this.#pool.options.connectionTimeoutMillis = milliseconds
  }

  /** Throws while the server answers no commits. */
  refuseStalled(): void {
    if (this.#stall.isStalled) throw new Stalled()
  }

  /** Lends a connection for the duration of the work. A connection marked as broken is closed afterwards. */
  async withClient<T>(
    work: (client: pg.PoolClient, distrust: (error: Error) => void) => Promise<T>,
  ): Promise<T> {
    const [asked, timesClosed] = [performance.now(), this.#timesClosed]
    const client = await this.#connect()
    const given = performance.now()
    this.#watch?.waited((given - asked) / 1_000)
    let broken: Error | undefined
    // The pool listens for errors only on idle connections: an unhandled error would end the process.
    const markBroken = (error: Error) => {
      broken = error
    }
    client.on('error', markBroken)
    this.#held.add(client)
    try {
      const result = await work(client, markBroken)
      if ((client as unknown as DatabaseClient).unconfirmed) throw new Unconfirmed()
      return result
    } catch (error) {
      if (isDriverTimeout(error) || isConnectionLoss(error) || isReadOnlyError(error)) broken = error as Error
      if (isReadTimeout(error)) this.#stall.check()
      if (isDiskFull(error)) this.#fullAt = performance.now()
      // Sessions that began while the database was read-only stay read-only.
      if (isReadTimeout(error) || isReadOnlyError(error)) this.closeIdle()
      if (isReadOnlyError(error)) this.#hosts?.recheck()
      throw error
    } finally {
      this.#held.delete(client)
      this.#watch?.used((performance.now() - given) / 1_000)
      client.off('error', markBroken)
      // Closed too if the idle connections were closed while this one was in use.
      client.release(broken ?? timesClosed !== this.#timesClosed)
    }
  }

  /** Retries once where there are several servers: another one may have become the primary. */
  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (!this.#hosts?.several || !isConnectionLoss(error)) throw error
      // It has waited for that other one already.
      if (error instanceof NoServer && error.awaited) throw error
      return await this.#pool.connect()
    }
  }

  /** False on a standby, while commits wait for a standby, and for a while after a full disk. */
  async writable(): Promise<boolean> {
    if (this.#stall.isStalled || performance.now() - this.#fullAt < FULL_MS) return false
    try {
      // Changes no row, but fails where writes are not allowed.
      await this.query({ text: 'update nodes set seen_at = seen_at where false', values: [] })
      return true
    } catch (error) {
      if (isReadOnlyError(error)) return false
      throw problemFrom(error)
    }
  }

  /**
   * After a failover many connections are open but dead. When one times out, the idle ones are closed too: otherwise each
   * would cost another request the same wait.
   */
  closeIdle(): void {
    this.#timesClosed++
    for (const client of this.#idle) endConnection(client)
    this.#onIdleClosed?.()
  }

  /** Requests waiting for a reply fail immediately. */
  endConnections(): void {
    for (const client of [...this.#held, ...this.#idle]) endConnection(client)
  }

  get load(): PoolLoad {
    return {
      max: this.#pool.options.max,
      total: this.#pool.totalCount,
      idle: this.#pool.idleCount,
      waiting: this.#pool.waitingCount,
    }
  }

  end(): Promise<void> {
    this.#stall.close()
    return this.#pool.end()
  }
}
