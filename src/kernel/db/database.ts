import type pg from 'pg'
import { isNoAnswer, isRetryable, isServerless, isSilence, problemFrom } from '../db-errors.ts'
import { inSpan } from '../tracing/active.ts'
import { asDb, type ConnectionConfig, type Db } from './db.ts'
import { type LongSession, longSession } from './long-session.ts'
import { PipelinedReads } from './pipelined-reads.ts'
import { Pool, type PoolLoad, type PoolWatch } from './pool.ts'
import type { Statement } from './prepared-statements.ts'
import { PublicReads } from './public-reads.ts'
import { positionOf, Replica } from './replica.ts'
import { endConnection, STATEMENT_MS } from './session.ts'
import { TimeoutFallback } from './timeout-fallback.ts'
import { type Begin, transactionOn, type Work } from './transaction.ts'

/** The database as a service holds it: which connections there are, and what is asked on which. */

export interface Database {
  /** Public reads, for a client network: `client network` is called only when the statement is a heavy one. */
  publicReads(clientNetwork: () => string): PublicDb
  /** Reads behind a bearer, and single statements that write. */
  readonly pool: Db
  /** Of those reads, such as find a few rows along an index: they wait for no connection. */
  readonly short: Db
  transaction<T>(work: Work<T>): Promise<T>
  /** One that writes nothing: its commit waits for nobody, so it is answered while others are not. */
  readOnlyTransaction<T>(work: Work<T>): Promise<T>
  /** A connection of its own, outside of the pool, for a job that takes minutes. */
  longSession<T>(work: (session: LongSession) => Promise<T>): Promise<T>
  /** Whether writes succeed now: false on a standby, while commits wait for one, and for a while after a full disk. */
  writable(): Promise<boolean>
  /** The load of each pool of connections. */
  load(): PoolLoads
  /** Heavy public statements: running, and waiting for a place. */
  heavyReads(): { working: number; waiting: number }
  /** The state of the replica, where there is one. */
  readonly replica: Replica | undefined
  close(): Promise<void>
}

export interface PoolLoads {
  readonly requests: PoolLoad
  readonly heavy_reads: PoolLoad
  readonly heavy_reads_replica?: PoolLoad
}

export interface PublicDb {
  /** Few connections shared by all requests, statements sent without waiting for each other. */
  readonly db: Db
  /** For what is known to take longer: few places, shared out by client network. */
  readonly slow: Db
}

/** Measured: 4 to 10 connections a process; 32 of them cost 10 % and triple the slowest answers. */
const POOL_SIZE = 6
const TRANSACTION_TRIES = 4

/** Whoever counts what each kind of connection does. `reads`: short statements, which wait for no connection. */
export type WatchUse = (kind: 'requests' | 'heavy_reads' | 'reads') => PoolWatch

export function connect(primary: ConnectionConfig, replica?: ConnectionConfig, watch?: WatchUse): Database {
  const pool = new Pool(primary, {
    ...{ name: 'parvis', max: POOL_SIZE, statementMs: STATEMENT_MS },
    watch: watch?.('requests'),
    onIdleClosed: () => shortReads.endConnections(),
  })
  const reads = new PublicReads(
    primary,
    replica && new Replica(replica, () => positionOf(pool)),
    watch?.('heavy_reads'),
  )
  // Their filters may need a plan for their values.
  const shortReads = new PipelinedReads(primary, {
    ...{ name: 'parvis short reads', planned: 'by values', answerMs: STATEMENT_MS + 1_000 },
  })
  const shortFirst = new TimeoutFallback()
  const fallsBack = (error: unknown) => {
    // The server timed out: drop idle connections so that other requests do not wait for it too.
    if (isSilence(error)) pool.closeIdle()
    // The pool leads to the same server: a caller who has waited for seconds is refused.
    return !isNoAnswer(error) && !isServerless(error)
  }
  const askShort = (question: Statement) =>
    shortFirst.query(
      question.text,
      () => shortReads.query(question),
      timed => timed(() => pool.query(question)),
      fallsBack,
    )
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
    writable: () => pool.writable(),
    load: () => ({ requests: pool.load, ...reads.load }),
    heavyReads: () => reads.heavy,
    replica: reads.replica,
    async close() {
      // No committed work is lost: a job that was not committed is begun again.
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
      // A connection that is silent or cannot even roll back is thrown away, never handed to the next request.
      if (!isNoAnswer(error)) await client.query('rollback').catch(distrust)
      throw error
    }
  })
