import type pg from 'pg'
import {
  isDriverTimeout,
  isNoServer,
  isReadTimeout,
  isRetryable,
  problemFrom,
} from '../refusals/db-errors.ts'
import { inSpan } from '../tracing/active.ts'
import { asDb, type ConnectionConfig, type Db } from './db.ts'
import { type Listening, listenTo } from './listen.ts'
import { type LongSession, longSession } from './long-session.ts'
import { PipelinedReads } from './pipelined-reads.ts'
import { Pool, type PoolLoad, type PoolWatch } from './pool.ts'
import { PublicReads } from './public-reads.ts'
import { positionOf, Replica } from './replica.ts'
import { hasRoom } from './room.ts'
import { endConnection, PATIENT, STATEMENT_MS, WAIT_FOR_CONNECTION_MS } from './session.ts'
import type { Statement } from './statement-query.ts'
import { TimeoutFallback } from './timeout-fallback.ts'
import { type Begin, transactionOn, type Work } from './transaction.ts'

/** The database connections of a service, and which statements use which. */

export interface Database {
  /** Public reads. `clientNetwork` is called only for heavy statements, which are shared out by network. */
  publicReads(clientNetwork: () => string): PublicDb
  /** Authenticated reads, and single statements that write. */
  readonly pool: Db
  /** Authenticated reads of a few rows along an index: pipelined, so they do not wait for a free connection. */
  readonly short: Db
  transaction<T>(work: Work<T>): Promise<T>
  /** Its commit waits for no standby, so it works while writes are stalled. */
  readOnlyTransaction<T>(work: Work<T>): Promise<T>
  /** A dedicated connection outside the pool, for a job that takes minutes. */
  longSession<T>(work: (session: LongSession) => Promise<T>): Promise<T>
  /** A dedicated connection that hears the notifications of a channel. */
  listen(channel: string, hear: (payload: string | undefined) => void): Listening
  /** Whether writes succeed: false on a standby, while commits wait for a standby, and for a while after a full disk. */
  writable(): Promise<boolean>
  /**
   * Tries a write on a connection of its own: at night a full disk stops only jobs, and `writable` hears nothing of it.
   * For reports: it takes no node out of the balancer, so that reads go on.
   */
  hasRoom(): Promise<boolean>
  /** Until then a busy server is waited for, as a start does; from then on no longer than a request may. */
  hurry(): void
  /** The load of each connection pool. */
  load(): PoolLoads
  /** Heavy public statements, running and waiting. */
  heavyReads(): { working: number; waiting: number }
  /** Undefined without a replica. */
  readonly replica: Replica | undefined
  close(): Promise<void>
}

interface PoolLoads {
  readonly requests: PoolLoad
  readonly heavy_reads: PoolLoad
  readonly heavy_reads_replica?: PoolLoad
}

export interface PublicDb {
  /** Two connections shared by all requests, in pipeline mode. */
  readonly db: Db
  /** For statements known to take longer: two at once, shared out by client network. */
  readonly slow: Db
}

/** Measured: 4 to 10 connections per process are best; 32 cost 10 % throughput and triple the slowest replies. */
const POOL_SIZE = 6
const TRANSACTION_TRIES = 4

/** Metrics by kind of connection. `reads`: pipelined statements, which do not wait for a connection. */
export type WatchUse = (kind: 'requests' | 'heavy_reads' | 'reads') => PoolWatch

export function connect(primary: ConnectionConfig, replica?: ConnectionConfig, watch?: WatchUse): Database {
  const pool = new Pool(
    { ...PATIENT, ...primary },
    {
      name: 'parvis',
      max: POOL_SIZE,
      statementMs: STATEMENT_MS,
      watch: watch?.('requests'),
      onIdleClosed: () => shortReads.endConnections(),
    },
  )
  const reads = new PublicReads(
    primary,
    replica && new Replica(replica, () => positionOf(pool)),
    watch?.('heavy_reads'),
  )
  // Not generic plans: filters may need a plan for their values.
  const shortReads = new PipelinedReads(primary, {
    name: 'parvis short reads',
    planned: 'by values',
    answerMs: STATEMENT_MS + 1_000,
  })
  const shortFirst = new TimeoutFallback()
  const askShort = (question: Statement) => {
    const asked = performance.now()
    return shortFirst.query(
      question.text,
      () => shortReads.query(question),
      timed => timed(() => pool.query(question)),
      error => {
        // The server timed out: drop idle connections so that other requests do not wait for it too.
        if (isReadTimeout(error)) pool.closeIdle()
        // The pool would reach the same server: fails a caller who has already waited for seconds, also where the timeout
        // of another one ended the connection.
        return (
          !isDriverTimeout(error) && !isNoServer(error) && performance.now() - asked < WAIT_FOR_CONNECTION_MS
        )
      },
    )
  }
  const timed = timedBy(watch?.('reads'))
  const longLines = new Set<pg.Client>()
  const begun = async <T>(begin: Begin, work: Work<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        if (begin === 'begin') pool.refuseStalled()
        return await inSpan('transaction', 'inside', {}, () => runTransaction(pool, begin, work))
      } catch (error) {
        if (!isRetryable(error) || attempt === TRANSACTION_TRIES) throw problemFrom(error)
        await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
      }
    }
  }

  return {
    publicReads: clientNetwork => ({
      db: asDb(question => timed(() => reads.short(question, clientNetwork))),
      slow: asDb(question => reads.slow(question, clientNetwork)),
    }),
    pool: asDb(question => pool.query(question)),
    short: asDb(question => timed(() => askShort(question))),
    transaction: work => begun('begin', work),
    readOnlyTransaction: work => begun('begin read only', work),
    longSession: work => longSession(primary, longLines, work),
    listen: (channel, hear) => listenTo(primary, channel, hear),
    writable: () => pool.writable(),
    hasRoom: () => hasRoom(primary),
    hurry: () => pool.waitAtMost(primary.connectionTimeoutMillis ?? WAIT_FOR_CONNECTION_MS),
    load: () => ({ requests: pool.load, ...reads.load }),
    heavyReads: () => reads.heavy,
    replica: reads.replica,
    async close() {
      // Loses no committed work: an uncommitted job is started again.
      for (const line of longLines) endConnection(line)
      await Promise.all([pool.end(), reads.close(), shortReads.close()])
    },
  }
}

const timedBy =
  (watch: PoolWatch | undefined) =>
  async (ask: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
    const began = performance.now()
    try {
      return await ask()
    } finally {
      watch?.used((performance.now() - began) / 1_000)
    }
  }

const runTransaction = <T>(pool: Pool, begin: Begin, work: Work<T>): Promise<T> =>
  pool.withClient(async (client, distrust) => {
    try {
      return await transactionOn(client, work, begin)
    } catch (error) {
      // A connection that is silent or cannot roll back is closed, never reused.
      if (!isDriverTimeout(error)) await client.query('rollback').catch(distrust)
      throw error
    }
  })
