import type pg from 'pg'
import { type Db as BossDb, type Job as BossJob, PgBoss, systemClock } from 'pg-boss'
import { DatabaseClient } from '../db/client.ts'
import type { Database } from '../db/database.ts'
import { asTx, type ConnectionConfig, raw, type Sql, sql, type Tx } from '../db/db.ts'
import { outageLogger, outageOf, throttledWarn } from '../db/outage.ts'
import { prepareSession } from '../db/session.ts'
import type { Statement } from '../db/statement-query.ts'
import { TYPE_PARSERS } from '../db/values.ts'
import type { Door } from '../fetch/fetch.ts'
import { markDatabaseError } from '../refusals/db-errors.ts'
import type { Config } from '../settings/config.ts'
import type { Secrets } from '../settings/secrets.ts'
import type { Log } from '../telemetry/log.ts'
import { describeError } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Watchdog } from '../telemetry/watchdog.ts'
import { inSpan, tracer } from '../tracing/active.ts'

/** The services that a job gets besides its data. */
export interface JobContext {
  readonly db: Database
  readonly config: Config
  readonly secrets: Secrets
  readonly log: Log
  readonly metrics: Metrics
  /** Fetches addresses chosen by other people. */
  readonly door: Door
  readonly enqueue: Enqueue
  /** For resources that outlive a job (an SMTP connection): `close` is called after the last job has ended. */
  onStop(close: () => void | Promise<void>): void
}

/** The job exists only if `tx` commits. It starts after `after` seconds. */
type Enqueue = (tx: Tx, name: string, data: object, after?: number) => Promise<void>

export interface Behaviour {
  /** Cron expression in Europe/Paris. */
  readonly every?: string
  /** Retries after the first attempt, with exponential backoff. */
  readonly retries?: number
  /** Workers per node; more than one only for jobs that mostly wait for other servers. */
  readonly atOnce?: number
  /** The longest time of a job, if over five minutes: after it the worker counts as stuck. */
  readonly minutes?: number
}

type Job<Data> = Behaviour &
  (
    | { readonly kind: 'transactional'; run(tx: Tx, data: Data, context: JobContext): Promise<unknown> }
    | {
        readonly kind: 'batch'
        readonly most: number
        run(tx: Tx, data: readonly Data[], context: JobContext): Promise<unknown>
      }
    | {
        readonly kind: 'outside'
        run(data: Data, context: JobContext, signal: AbortSignal, id: string): Promise<unknown>
      }
  )
// biome-ignore lint/suspicious/noExplicitAny: a table holds jobs of any data; each row keeps its own type
export type JobTable = Record<string, Job<any>>

/** For work in the database only: effect and completion are one commit, so it runs exactly once. */
export const inOneTransaction = <Data = unknown>(
  run: (tx: Tx, data: Data, context: JobContext) => Promise<unknown>,
): Job<Data> => ({ kind: 'transactional', run })

/**
 * Like `inOneTransaction` for many small jobs: up to `most` share a transaction. The job must catch and record the error of a
 * single one, otherwise all of them are retried.
 */
export const inOneBatch = <Data = unknown>(
  most: number,
  run: (tx: Tx, data: readonly Data[], context: JobContext) => Promise<unknown>,
): Job<Data> => ({ kind: 'batch', most, run })

/**
 * For work that calls other servers (a mail, a fetch). It may run twice, so its record needs a lease and a fencing token. A
 * worker that takes over gets the same job id, and `signal` aborts in the first worker.
 */
export const outside = <Data = unknown>(
  run: (data: Data, context: JobContext, signal: AbortSignal, id: string) => Promise<unknown>,
): Job<Data> => ({ kind: 'outside', run })

/** Each job with the schedule and retries of its queue. */
export const scheduled = <Name extends string>(
  queues: Readonly<Record<Name, Behaviour>>,
  work: Readonly<Record<NoInfer<Name>, JobTable[string]>>,
) =>
  Object.fromEntries(
    Object.entries<JobTable[string]>(work).map(([name, job]) => [name, { ...job, ...queues[name as Name] }]),
  ) as Record<Name, JobTable[string]>

export interface Queue {
  readonly name: string
  readonly retries: number
  readonly every: string | undefined
  readonly minutes: number
}

export const queuesOf = (table: Readonly<Record<string, Behaviour>>): Queue[] =>
  Object.entries(table).map(([name, job]) => ({
    name,
    retries: job.retries ?? 3,
    every: job.every,
    minutes: job.minutes ?? USUAL_MINUTES,
  }))

export const SCHEMA = 'pgboss'
/** SQL: whether a job with `field: value` in its data is queued, active or waiting for a retry. */
export const stillQueued = (name: string, field: string, value: Sql): Sql =>
  sql`exists (select from ${raw(SCHEMA)}.job where name = ${name} and state in ('created', 'retry', 'active')
        and data->>${field} = (${value})::text)`

/** SQL: jobs that are due and not started, with the time since when. Usually a few. */
export const waitingJobs: Sql = sql`select name, start_after as due from ${raw(SCHEMA)}.job
  where state in ('created', 'retry') and start_after <= now()`

/** Another worker gets the job of a killed one after heartbeat + supervision, 15 s at most. */
export const HEARTBEAT_SECONDS = 10
const SUPERVISE_SECONDS = 5
const JOB_STATEMENT_MS = 300_000
/** With the five seconds for requests, stopping takes ten seconds at most. */
const DRAIN_MS = 4_000
/** The longest time of a job that sets no `minutes`. */
const USUAL_MINUTES = 5
/** A job expires after this multiple of its longest time. */
export const EXPIRES_AFTER = 3

export const ownerOptions = (connection: ConnectionConfig) => ({
  ...(connection as object),
  // Passed on to pg's pool, which creates its connections with it.
  ...({ Client: DatabaseClient } as object),
  schema: SCHEMA,
  max: 2,
})

export interface Jobs {
  readonly enqueue: Enqueue
  /** Whether every worker of this node has polled for jobs recently. */
  working(): boolean
  stop(): Promise<void>
}

/**
 * pg-boss waits for times of this clock. With the system clock, timers would stop for as long as that is set back. pg-boss
 * compares it with the database's clock every minute.
 */
const monotonicClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }
const COMPARED_SECONDS = 60

/** For the metrics. */
type Count = (job: string, how: 'done' | 'failed', seconds: number) => void

export async function startJobs(
  connection: ConnectionConfig,
  table: JobTable,
  surroundings: Omit<JobContext, 'enqueue' | 'onStop'>,
  options: { work: boolean; begin?: Watchdog['begin']; count?: Count },
): Promise<Jobs> {
  const { log } = surroundings
  const boss = new PgBoss({
    ...ownerOptions(connection),
    // Passed on to pg's pool, so that worker sessions use the role `parvis_app` too.
    ...({ onConnect: (client: pg.ClientBase) => prepareSession(client, JOB_STATEMENT_MS) } as object),
    application_name: 'parvis jobs',
    max: options.work ? 4 : 1,
    migrate: false,
    supervise: options.work,
    schedule: options.work,
    clock: monotonicClock,
    clockMonitorIntervalSeconds: COMPARED_SECONDS,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // How soon a worker notices a backlog.
    queueCacheIntervalSeconds: SUPERVISE_SECONDS,
    // Only the owner may reindex; autovacuum does the rest.
    reindex: false,
    monitorVacuum: false,
  })
  const tell = outageLogger(log)
  // The queue emits copies of errors that are not instances of Error.
  boss.on('error', given =>
    tell(
      markDatabaseError(given instanceof Error ? given : Object.assign(new Error(), given)),
      {},
      'job queue',
    ),
  )
  await boss.start()
  const enqueue: Enqueue = async (tx, name, data, after) => {
    await inSpan(`send ${name}`, 'producer', {}, async () => {
      const carried = { ...data, ...tracer?.carried }
      await boss.send(name, carried, { db: tx.textual, ...(after !== undefined && { startAfter: after }) })
    })
  }
  const closing: (() => void | Promise<void>)[] = []
  const context: JobContext = { ...surroundings, enqueue, onStop: close => void closing.push(close) }
  if (options.work) {
    for (const [name, job] of Object.entries(table))
      await startWorker(
        boss,
        name,
        job,
        context,
        options.count ?? (() => {}),
        options.begin ?? (() => () => {}),
      )
  }
  return {
    working: () =>
      boss.getWipData().every(worker => {
        const silent = monotonicClock.now() - (worker.lastFetchedOn ?? worker.createdOn)
        return silent < (table[worker.name]?.minutes ?? USUAL_MINUTES) * 60_000
      }),
    enqueue,
    async stop() {
      await boss.stop({ graceful: true, timeout: DRAIN_MS })
      for (const close of closing) await close()
    },
  }
}

/**
 * The transaction of a job, with the type parsers of requests. pg-boss's own statements need the driver's parsers, so ours are
 * passed with each statement.
 */
const jobTx = (db: BossDb): Tx =>
  asTx((query, values) => {
    const question: Statement = typeof query === 'string' ? { text: query, values: values ?? [] } : query
    return db.executeSql({ ...question, types: TYPE_PARSERS } as unknown as string)
  })

async function startWorker(
  boss: PgBoss,
  name: string,
  job: Job<object>,
  context: JobContext,
  count: Count,
  begin: Watchdog['begin'],
): Promise<void> {
  const interrupted = throttledWarn(context.log)
  const traced = (id: string, data: readonly unknown[], run: () => Promise<unknown>) => {
    const span = tracer?.job(
      name,
      { 'parvis.job.id': id, 'messaging.batch.message_count': data.length },
      data,
    )
    return span && tracer ? tracer.within(span, () => tell(id, run)) : tell(id, run)
  }
  const tell = async (id: string, run: () => Promise<unknown>) => {
    const started = performance.now()
    const end = begin({ job: name, job_id: id })
    try {
      await run()
      const ms = performance.now() - started
      count(name, 'done', ms / 1_000)
      context.log.debug({ job: name, job_id: id, ms: Math.round(ms) }, 'job done')
    } catch (error) {
      count(name, 'failed', (performance.now() - started) / 1_000)
      const outage = outageOf(error)
      const about = { job: name, job_id: id }
      if (outage)
        interrupted(`${name} ${outage.code}`, { ...about, ...outage }, 'job interrupted, will be retried')
      else context.log.error({ ...about, error: describeError(error) }, 'job failed, will be retried')
      throw error
    } finally {
      end()
    }
  }
  // With a backlog, polls again at once instead of every half second.
  const eager = { pollingIntervalSeconds: 0.5, burstWhenReadyExceeds: 1 }
  if (job.kind !== 'outside') {
    const batchSize = job.kind === 'batch' ? job.most : 1
    await boss.work(
      name,
      { ...eager, transactional: true, batchSize, burstWhenBatchFull: batchSize > 1 },
      async (all: BossJob<object>[], db: BossDb) => {
        const [one] = all
        if (!one) return
        const tx = jobTx(db)
        const data = all.map(each => each.data)
        await traced(one.id, data, () =>
          job.kind === 'batch' ? job.run(tx, data, context) : job.run(tx, one.data, context),
        )
      },
    )
  } else {
    await boss.work<object>(name, { ...eager, localConcurrency: job.atOnce ?? 1 }, async ([one]) => {
      if (one) await traced(one.id, [one.data], () => job.run(one.data, context, one.signal, one.id))
    })
  }
}
