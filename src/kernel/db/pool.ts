import pg from 'pg'
import { isConnectionLoss, isFull, isNoAnswer, isSilence, problemFrom, takesNoWrites } from '../db-errors.ts'
import { DatabaseClient } from './client.ts'
import { CommitStall } from './commit-stall.ts'
import type { ConnectionConfig } from './db.ts'
import type { Hosts } from './hosts.ts'
import { preparedStatementsOf, type Statement } from './prepared-statements.ts'
import { clientSettings, endConnection, prepareSession, WAIT_FOR_CONNECTION_MS } from './session.ts'

export interface PoolOptions {
  readonly name: string
  readonly max: number
  /** How long one statement may take. */
  readonly statementMs: number
  readonly watch?: PoolWatch | undefined
  /** Called when the idle connections are closed: others that lead to the same server are no better. */
  readonly onIdleClosed?: () => void
}

/** For the figures: seconds until a connection was given, and seconds that it was used, for a statement or a transaction. */
export interface PoolWatch {
  waited(seconds: number): void
  used(seconds: number): void
}

/**
 * Connections: how many there may be, how many there are, how many of them are idle; and how many requests wait for one.
 */
export interface PoolLoad {
  readonly max: number
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

/** Then a connection is replaced, and the memory it has gathered (plans, catalogue entries) is freed. */
export const LIFE_SECONDS = 1_800

/** How long a disk counts as full after a refusal: only the next write can tell that it is not. */
const FULL_MS = 10_000

/**
 * The commit stands on the primary and on no standby, because somebody cancelled the wait for one (or ended PostgreSQL
 * meanwhile). It is not reported as done: a failover could still lose it.
 */
class Unconfirmed extends Error {
  readonly code = 'EUNCONFIRMED'
  constructor() {
    super('terminated: the wait for the standby was cancelled')
  }
}

/** Commits wait for a standby that is away: this one would wait as well. */
class Stalled extends Error {
  readonly code = 'ESTALLED'
  constructor() {
    super('timeout exceeded: commits are not answered')
  }
}
/** Of the service's own statements, those that commit something. */
const WRITES = /\b(insert into|update|delete from)\b/i

/** Connections that requests share, each held for one statement or one transaction. */
export class Pool {
  readonly #pool: pg.Pool
  readonly #hosts: Hosts | undefined
  readonly #idle = new Set<pg.PoolClient>()
  readonly #held = new Set<pg.PoolClient>()
  readonly #watch: PoolWatch | undefined
  readonly #stall: CommitStall
  readonly #onCut: (() => void) | undefined
  #fullAt = Number.NEGATIVE_INFINITY
  /** How often the idle connections were closed. */
  #cuts = 0

  constructor(
    connection: ConnectionConfig,
    { name, max, statementMs, watch, onIdleClosed: onCut }: PoolOptions,
  ) {
    this.#hosts = connection.hosts
    this.#watch = watch
    this.#onCut = onCut
    this.#stall = new CommitStall(connection)
    this.#pool = new pg.Pool({
      ...connection,
      Client: DatabaseClient,
      ...clientSettings(name, statementMs),
      max,
      // Only within a transaction is anything sent before the statement ahead of it is answered.
      pipeline: true,
      connectionTimeoutMillis: connection.connectionTimeoutMillis ?? WAIT_FOR_CONNECTION_MS,
      idleTimeoutMillis: 60_000,
      maxLifetimeSeconds: LIFE_SECONDS,
      onConnect: client => prepareSession(client, statementMs),
    })
    // Without a listener, a connection that PostgreSQL closes while idle would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('release', (_error, client) => this.#idle.add(client))
    this.#pool.on('acquire', client => this.#idle.delete(client))
    this.#pool.on('remove', client => this.#idle.delete(client))
  }

  query(question: Statement): Promise<pg.QueryResult> {
    if (this.#stall.isStalled && WRITES.test(question.text)) return Promise.reject(new Stalled())
    return this.withClient(client => preparedStatementsOf(client).query(question))
  }

  /** Throws while commits are not answered. */
  refuseStalled(): void {
    if (this.#stall.isStalled) throw new Stalled()
  }

  /** A connection for the time of the work. One that cannot be trusted afterwards is thrown away. */
  async withClient<T>(
    work: (client: pg.PoolClient, distrust: (error: Error) => void) => Promise<T>,
  ): Promise<T> {
    const [asked, cuts] = [performance.now(), this.#cuts]
    const client = await this.#connect()
    const given = performance.now()
    this.#watch?.waited((given - asked) / 1_000)
    let broken: Error | undefined
    // The pool listens for errors only while a connection is idle: a server that goes away now would end the process.
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
      if (isNoAnswer(error) || isConnectionLoss(error) || takesNoWrites(error)) broken = error as Error
      if (isSilence(error)) this.#stall.check()
      if (isFull(error)) this.#fullAt = performance.now()
      // Sessions that began while the database was read-only stay read-only.
      if (isSilence(error) || takesNoWrites(error)) this.closeIdle()
      if (takesNoWrites(error)) this.#hosts?.recheck()
      throw error
    } finally {
      this.#held.delete(client)
      this.#watch?.used((performance.now() - given) / 1_000)
      client.off('error', markBroken)
      // Not idle when the others were closed, and no better than they were.
      client.release(broken ?? cuts !== this.#cuts)
    }
  }

  /** A server that went away since it was last asked: where there are several, another one may have taken its place. */
  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (!this.#hosts?.several || !isConnectionLoss(error)) throw error
      return await this.#pool.connect()
    }
  }

  /** Whether a write would be kept: false on a standby, while commits wait for one, and for a while after a full disk. */
  async writable(): Promise<boolean> {
    if (this.#stall.isStalled || performance.now() - this.#fullAt < FULL_MS) return false
    try {
      // Touches no row, and is refused where none may be touched.
      await this.query({ text: 'update nodes set seen_at = seen_at where false', values: [] })
      return true
    } catch (error) {
      if (takesNoWrites(error)) return false
      throw problemFrom(error)
    }
  }

  /**
   * After a failover many connections get no answer although they are not closed. When one has given none, the idle ones are
   * closed too, or each would cost the next request the same wait.
   */
  closeIdle(): void {
    this.#cuts++
    for (const client of this.#idle) endConnection(client)
    this.#onCut?.()
  }

  /** Requests that wait for an answer fail at once. */
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
