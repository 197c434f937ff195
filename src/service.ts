import type { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pollChanges } from './exchange/changes/poll.ts'
import { importFigures } from './exchange/imports/metrics.ts'
import { enter, type Presence } from './foundation/nodes.ts'
import { jobs as jobTable } from './jobs.ts'
import { connect, type Database } from './kernel/db/database.ts'
import type { ConnectionConfig } from './kernel/db/db.ts'
import { doorFor } from './kernel/fetch/fetch.ts'
import { addressHashes } from './kernel/http/addresses.ts'
import { drainable } from './kernel/http/drain.ts'
import { listen } from './kernel/http/listening.ts'
import { createServer } from './kernel/http/server.ts'
import { watchClockSetBack } from './kernel/jobs/clock-set-back.ts'
import { type JobTable, startJobs } from './kernel/jobs/jobs.ts'
import { mount } from './kernel/routes/mount.ts'
import type { Row } from './kernel/routes/route.ts'
import type { StreamAsked } from './kernel/routes/services.ts'
import { type Config, ownUrl } from './kernel/settings/config.ts'
import { type Secrets, secretsFrom } from './kernel/settings/secrets.ts'
import type { Log } from './kernel/telemetry/log.ts'
import { createMetrics, type Metrics } from './kernel/telemetry/metrics.ts'
import { watchEventLoop } from './kernel/telemetry/watchdog.ts'
import { tokensByIssuer } from './kernel/tokens/by-issuer.ts'
import type { Clock } from './kernel/tokens/key-cache.ts'
import { type OutsideIssuer, outsideIssuer } from './kernel/tokens/outside.ts'
import { embeddedTokens, type Tokens } from './kernel/tokens/tokens.ts'
import { mailFigures } from './letters/mail/figures.ts'
import { placeMark } from './media/place-mark.ts'
import { serveMedia } from './media/serve.ts'
import { storeOf } from './media/which-store.ts'
import { serveCommuneFiles } from './office/commune-file/download.ts'
import { eraseWithFiles } from './office/personal-data/erasing.ts'
import { documentsOf } from './operation/api-page/document.ts'
import type { ShownDocument } from './operation/api-page/plain.ts'
import { backupGauges } from './operation/backup/gauges.ts'
import { recentRuns, stateOf } from './operation/backup/runs.ts'
import { watchClock } from './operation/health/clock.ts'
import { diskGauges, healthGauges, poolDurations, poolGauges } from './operation/health/gauges.ts'
import { readiness } from './operation/health/readiness.ts'
import { tellOfServers, watchReplica } from './operation/health/replica.ts'
import { watchWorker } from './operation/health/watch.ts'
import { servePages } from './operation/pages.ts'
import { appSources } from './people/access/app-sources.ts'
import type { Audience } from './people/access/blocks.ts'
import { guardWith } from './people/access/guard.ts'
import { DeskStreams } from './people/live/follow.ts'
import type { HashCost } from './people/users/hash-in-thread.ts'
import { welcomeTo } from './people/users/linking.ts'
import { placeHosts } from './place/hosts.ts'
import { purgeGauge } from './place/purge/gauge.ts'
import { afterChanges } from './place/purge/purge.ts'
import { servePlace } from './place/serve.ts'
import { routes, signInRoutes } from './routes.ts'
import { signInMount } from './sign-in/mount.ts'
import { signInProviders } from './sign-in/providers.ts'
import { stripeWebhook } from './webhooks.ts'

type AddPages = (server: FastifyInstance) => void | Promise<void>

export interface ServiceOptions {
  readonly config: Config
  readonly log: Log
  readonly secret: string
  readonly otherSecrets?: readonly string[]
  readonly connection: ConnectionConfig
  readonly replica?: ConnectionConfig | undefined
  /** Adds the pages of the back-office. */
  readonly backoffice?: AddPages | undefined
  /** Adds `/docs`, which first shows this document. */
  readonly apiPage?: ((server: FastifyInstance, document: () => ShownDocument) => void) | undefined
  /** Replaces the product's routes, for tests of the kernel. */
  readonly rows?: readonly Row<Audience>[]
  readonly jobs?: JobTable
  /** False while the start is not over: `/readyz` says 503. */
  readonly isStarted?: (() => boolean) | undefined
  /** The clock for outside tokens and their keys, for tests. */
  readonly clock?: Clock
  /** The cost of password hashes: lower in tests. */
  readonly hashCost?: HashCost | undefined
}

export interface Service {
  readonly server: FastifyInstance
  readonly db: Database
  readonly secrets: Secrets
  readonly metrics: Metrics
  readonly tokens: Tokens
  /** `http://127.0.0.1:3000`, once it listens. */
  url(): string
  listen(): Promise<string>
  stop(): Promise<void>
}

/** Creates the service on a migrated database. It accepts no connections before `listen`. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { config, log, connection, rows = routesOf(config), jobs: table = jobTable } = options
  // A wrong role map stops the start.
  signInProviders(config)
  const secrets = secretsFrom(options.secret, options.otherSecrets)
  const metrics = createMetrics(config.version)
  // What is opened here is closed in the opposite order: when the service stops, or at once if its start fails.
  await using opening = new AsyncDisposableStack()
  const tracing = await tracingOf(config, log, metrics)
  opening.defer(() => tracing?.stop())
  const db = connect(connection, options.replica, poolDurations(metrics))
  opening.defer(() => db.close())
  let address = ownUrl(config)
  const publicUrl = () => config.publicUrl ?? address
  const embedded = await embeddedTokens(db.pool, secrets, publicUrl, db.short)
  const watchdog = watchEventLoop(log, metrics)
  opening.defer(() => watchdog.stop())
  const door = doorFor(config, log)
  const jobs = await startJobs(
    connection,
    table,
    { db, config, secrets, log, door, metrics },
    {
      work: config.process !== 'web',
      begin: watchdog.begin,
      count: countingJobs(metrics, Object.keys(table)),
    },
  )
  opening.defer(() => jobs.stop())
  // Before the queue, which waits for its jobs: their fetches end.
  opening.defer(() => door.close())
  const outside = outsideOf(config, log, options.clock)
  opening.defer(() => {
    for (const one of outside) one.close()
  })
  const tokens = tokensByIssuer(embedded.sign, [{ issuer: publicUrl, verify: embedded.verify }, ...outside])
  addGauges(metrics, db, config, Object.keys(table), outside)
  connection.hosts?.watch(news => tellOfServers(news, log))
  if (db.replica) await watchReplica(db.replica, log, metrics)

  const hosts = placeHosts(db.pool, config)
  const isWeb = config.process !== 'worker'
  if (isWeb) await hosts.load()
  const server = createServer(config, log, metrics, isWeb ? hosts.rewrite : undefined)
  watchdog.watch(server)
  const drain = drainable(server)
  const streams = new DeskStreams(db, config)
  if (isWeb) {
    metrics.gauge(
      'parvis_event_streams',
      'Open screens of the back-office that hear of changes',
      () => streams.count,
    )
    const sources = appSources(db.pool)
    const services = {
      config,
      db,
      jobs,
      addresses: addressHashes(db.pool, secrets),
      secrets,
      door,
      log,
      openStream: (asked: StreamAsked) => streams.open(asked),
    }
    server.refusedEvents.hashWith(network => services.addresses.hash(network, new Date()))
    const guard = guardWith({
      sources,
      tokens,
      welcome: welcomeTo(db),
      db: db.pool,
      short: db.short,
      secondFactor: config.secondFactor,
    })
    const mountSignIn = signInMount(server, {
      ...services,
      tokens,
      publicUrl,
      hashCost: options.hashCost,
      erase: (tx, email, record) => eraseWithFiles(tx, { email, dataDir: config.dataDir, secrets }, record),
    })
    mount(server, [...rows, ...signInRoutes], services, guard, mountSignIn)
    serveMedia(server, storeOf(config), db.short)
    serveCommuneFiles(server, services)
    if (config.place === 'on') servePlace(server, { ...services, sources, publicUrl, hosts })
  }
  const documents = documentsOf([...rows, ...signInRoutes], publicUrl, config.version)
  await servePages(server, {
    metrics,
    metricsToken: config.metricsToken,
    securityContact: config.securityContact,
    publicUrl,
    documents,
    readiness: () =>
      readiness(db, {
        serving: !drain.draining && (options.isStarted?.() ?? true),
        process: config.process,
        working: jobs.working,
        backup: () => recentRuns(db.pool).then(stateOf, () => 'none'),
      }),
  })
  options.apiPage?.(server, documents['/openapi/public.json'])
  await options.backoffice?.(server)

  const numbering =
    config.process !== 'web' && table['changes.number']
      ? pollChanges(db, jobs, { readers: afterChanges(config), config })
      : undefined
  opening.defer(() => numbering?.stop())
  const watches = [
    ...(isWeb ? [watchWorker(db, log)] : []),
    ...(config.process === 'web' ? [] : [watchClockSetBack(db, log)]),
    watchClock(db, log),
  ]
  opening.defer(() => {
    for (const watch of watches) watch.stop()
  })
  let sockets: readonly Server[] = []
  let presence: Presence | undefined
  opening.defer(() => presence?.leave())
  opening.defer(() => {
    server.readyAnswers.close()
    streams.close()
    return drain.run(sockets, isWeb ? config.drainSeconds * 1_000 : 0)
  })
  const opened = opening.move()
  return {
    server,
    db,
    secrets,
    metrics,
    tokens,
    url: () => address,
    async listen() {
      const listening = await listen(server, config)
      sockets = listening.sockets
      address = ownUrl({ host: config.host, port: listening.port })
      db.hurry()
      presence = await enter(db, {
        process: config.process,
        version: config.version,
        address: () => (isWeb ? publicUrl() : undefined),
        working: jobs.working,
        media: () => placeMark(config),
      })
      return address
    },
    stop: () => opened.disposeAsync(),
  }
}

/** The figures of parts that do not add their own. */
function addGauges(
  metrics: Metrics,
  db: Database,
  config: Config,
  jobNames: readonly string[],
  outside: readonly OutsideIssuer[],
): void {
  poolGauges(metrics, db)
  if (outside.length > 0)
    metrics.gauges(
      'parvis_identity_provider_up',
      '1 while the identity provider gives its keys',
      'provider',
      () => Object.fromEntries(outside.map(({ id, answers }) => [id, answers() ? 1 : 0])),
    )
  healthGauges(metrics, db, jobNames)
  diskGauges(metrics, config)
  mailFigures(metrics)
  importFigures(metrics)
  if (config.backup) backupGauges(metrics, db)
  purgeGauge(metrics, db, config)
}

/** Loaded only if the operator configured a collector. */
async function tracingOf({ tracing, version }: Config, log: Log, metrics: Metrics) {
  const figures = {
    sent: metrics.total('parvis_trace_spans_sent_total', 'Spans accepted by the trace collector'),
    dropped: metrics.total('parvis_trace_spans_dropped_total', 'Spans that could not be sent'),
  }
  if (!tracing) return undefined
  const { startTracing } = await import('./kernel/tracing/export.ts')
  return startTracing(tracing, version, log, figures)
}

function countingJobs(metrics: Metrics, names: readonly string[]) {
  const done = metrics.counter('parvis_jobs_done_total', 'Jobs done', 'job_name', names)
  const failed = metrics.counter('parvis_jobs_failed_total', 'Failed attempts of jobs', 'job_name', names)
  const observe = metrics.durations(
    'parvis_job_duration_seconds',
    'Duration of an attempt of a job, successful or not',
    'job_name',
    names,
    [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  )
  return (job: string, how: 'done' | 'failed', seconds: number) => {
    if (how === 'done') done(job)
    else failed(job)
    observe(job, seconds)
  }
}

const routesOf = ({ payment }: Config): readonly Row<Audience>[] =>
  payment.provider === 'stripe' ? [...routes, ...stripeWebhook] : routes

/** Each provider has its own keys and its own fetches: one that is away slows no other. */
const outsideOf = (config: Config, log: Log, clock: Clock | undefined): OutsideIssuer[] =>
  config.process === 'worker'
    ? []
    : config.providers.flatMap(({ id, issuer, audience, client }) =>
        // Without an audience the provider only signs people in; its access tokens are not accepted.
        audience === undefined
          ? []
          : [
              outsideIssuer(
                { id, issuer, audience, clientId: client?.id },
                doorOfIssuer(config, log),
                log,
                clock,
              ),
            ],
      )

/** The operator named the issuer. */
function doorOfIssuer(config: Config, log: Log) {
  const door = doorFor(config, log)
  return { ...door.allowing(config.importAllowPrivate), close: door.close }
}
