import { clockIsCredible } from '../../kernel/db/clock.ts'
import type { Database, WatchUse } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import type { PoolLoad } from '../../kernel/db/pool.ts'
import { diskOf } from '../../kernel/files/free-disk.ts'
import { waitingJobs } from '../../kernel/jobs/jobs.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Metrics } from '../../kernel/telemetry/metrics.ts'
import { diskRoom, isLow } from '../../media/room.ts'
import { type Backlog, backlogOf } from './backlog.ts'
import { clockAhead } from './clock.ts'

/** The alert looks back two minutes. */
const ROOM_MS = 10_000

/**
 * Metrics for alerts, read from the database: all nodes show the same, except for their own clock. `jobs`: the names
 * of the job table.
 */
export function healthGauges(metrics: Metrics, db: Database, jobs: readonly string[]): void {
  const look = asOf(5_000, () => surveyed(db))
  const gauge = (name: string, help: string, figure: (survey: Survey) => number | null, none = 0) =>
    metrics.gauge(`parvis_${name}`, help, async () => figure(await look()) ?? none)

  // A separate query: a lock on a table that the other metrics read must not make the database look down.
  const answers = asOf(5_000, () => db.pool.one(sql`select 1 as one`))
  metrics.gauge('parvis_database_up', '1 while the database answers', () => answers().then(yes, no))
  const ahead = asOf(5_000, () => clockAhead(db))
  metrics.gauge(
    'parvis_clock_ahead_seconds',
    'How far the clock of this machine is ahead of the database’s; negative: behind',
    ahead,
  )
  const hasRoom = asOf(ROOM_MS, () => db.hasRoom())
  metrics.gauge(
    'parvis_database_writable',
    '1 while the database takes writes; absent while it is away',
    async () => ((await look()).writable && (await hasRoom()) ? 1 : 0),
  )
  gauge('clock_credible', '0 while the clock is so far ahead that nothing is deleted by age', one =>
    one.clock_credible ? 1 : 0,
  )
  // Infinite if no worker was ever seen, so that an alert on "more than two minutes" fires as well.
  gauge(
    'worker_age_seconds',
    'Since a worker last looked for jobs',
    one => one.worker_age,
    Number.POSITIVE_INFINITY,
  )
  const byJob = (name: string, help: string, figure: (queue: Queue) => number) =>
    metrics.gauges(`parvis_${name}`, help, 'job_name', async () => {
      const { queues } = await look()
      return {
        ...Object.fromEntries(jobs.map(job => [job, 0])),
        ...Object.fromEntries(queues.map(queue => [queue.name, figure(queue)])),
      }
    })
  byJob('jobs_waiting', 'Jobs that are due and not begun', queue => queue.n)
  byJob('jobs_oldest_waiting_seconds', 'How long the oldest of them has been due', queue => queue.age)
  gauge('mails_waiting', 'Mails that are not sent yet', one => one.mails)
  gauge('mails_oldest_waiting_seconds', 'Age of the oldest of them', one => one.oldest_mail)
  gauge('payment_events_failed', 'Payment events that could not be applied', one => one.payment_events)
  gauge('imports_failing', 'Import sources that fail or were switched off', one => one.imports)
  metrics.gauges(
    'parvis_import_age_seconds',
    'Since anything of this kind was last read with success: sources that are on, and the register of defibrillators',
    'kind',
    async () => Object.fromEntries((await look()).read.map(({ kind, age }) => [kind, age])),
  )
  gauge(
    'pictures_waiting',
    'Pictures and documents of others that are due and not fetched',
    one => one.pictures,
  )
  gauge('audit_unsealed_age_seconds', 'Age of the oldest audit row that no seal covers', one => one.unsealed)
  gauge('audit_seal_age_seconds', 'Since the trail was last sealed', one => one.sealed, Number.NaN)
  const size = asOf(60_000, () =>
    db.pool.one<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`),
  )
  metrics.gauge(
    'parvis_database_size_bytes',
    'What the database takes on its disk',
    async () => (await size())?.bytes ?? Number.NaN,
  )
}
const yes = () => 1
const no = () => 0

/**
 * The disk of DATA_DIR: pictures, mails without a mail server, and the embedded database. Nothing without a folder.
 */
export function diskGauges(metrics: Metrics, config: Config): void {
  metrics.gauge(
    'parvis_data_dir_avail_bytes',
    'Room that is left on the disk of DATA_DIR',
    async () => (await diskOf(config.dataDir)).freeBytes,
  )
  metrics.gauge(
    'parvis_data_dir_size_bytes',
    'Size of the disk of DATA_DIR',
    async () => (await diskOf(config.dataDir)).bytes,
  )
  metrics.gauge(
    'parvis_uploads_stopped',
    '1 while the disk is too full for uploads (507) and for pictures of others',
    async () => (isLow(await diskRoom(config)) ? 1 : 0),
  )
}

/** Metrics of this process, by pool. */
export function poolGauges(metrics: Metrics, db: Pick<Database, 'load' | 'heavyReads'>): void {
  const gauges = (name: string, help: string, figure: (load: PoolLoad) => number) =>
    metrics.gauges(`parvis_db_${name}`, help, 'pool', () =>
      Object.fromEntries(Object.entries(db.load()).map(([pool, load]) => [pool, figure(load)])),
    )
  gauges('connections', 'Connections that are open', load => load.total)
  gauges('connections_max', 'Connections that there may be', load => load.max)
  gauges('waiting', 'Requests that wait for a connection', load => load.waiting)
  metrics.gauge('parvis_heavy_reads', 'Heavy public statements running', () => db.heavyReads().working)
  metrics.gauge(
    'parvis_heavy_reads_waiting',
    'Heavy public statements waiting',
    () => db.heavyReads().waiting,
  )
}

/** How long connections are waited for and used. */
export function poolDurations(metrics: Metrics): WatchUse {
  const waited = metrics.durations(
    'parvis_db_wait_seconds',
    'From asking for a connection to having it',
    'pool',
    ['requests', 'heavy_reads'],
    [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2],
  )
  const used = metrics.durations(
    'parvis_db_use_seconds',
    'How long a connection was used, for a statement or a transaction',
    'pool',
    ['requests', 'heavy_reads', 'reads'],
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  )
  return pool => ({ waited: seconds => waited(pool, seconds), used: seconds => used(pool, seconds) })
}

interface Queue {
  readonly name: string
  readonly n: number
  readonly age: number
}
interface Survey extends Backlog {
  readonly queues: readonly Queue[]
  readonly read: readonly { readonly kind: string; readonly age: number }[]
  readonly writable: boolean
  readonly clock_credible: boolean | null
  readonly payment_events: number
  readonly imports: number
  readonly pictures: number
  readonly unsealed: number | null
  readonly sealed: number | null
}

async function surveyed(db: Database): Promise<Survey> {
  const [backlog, queues, read, rest, writable] = await Promise.all([
    backlogOf(db),
    db.pool.all<Queue>(sql`
      select name, count(*) as n, extract(epoch from now() - min(due))::float8 as age from (${waitingJobs}) w group by name`),
    db.pool.all<Survey['read'][number]>(sql`
      select coalesce(read_kind, kind) as kind, extract(epoch from now() - max(last_run_at))::float8 as age
      from import_sources where enabled and last_status in ('succeeded', 'partial') group by 1
      union all
      select 'defibrillateurs', extract(epoch from now() - max(finished_at))::float8
      from defibrillateur_syncs where commune_id is null and status = 'ok' having count(*) > 0`),
    db.pool.one<Omit<Survey, keyof Backlog | 'queues' | 'read' | 'writable'>>(sql`
      select ${clockIsCredible} as clock_credible,
             (select count(*) from payment_events where status = 'failed') as payment_events,
             (select count(*) from import_sources
              where consecutive_failures > 0 or disabled_reason is not null) as imports,
             (select count(*) from (select from fetched_files
              where status = 'waiting' and next_try_at <= now() limit 10000) due) as pictures,
             (select extract(epoch from now() - at)::float8 from audit_log
              where id > coalesce((select max(last_id) from audit_seals), 0) order by id limit 1) as unsealed,
             (select extract(epoch from now() - sealed_at)::float8 from audit_seals
              order by number desc limit 1) as sealed`),
    db.writable(),
  ])
  if (!rest) throw new Error('The query returned no row.')
  return { ...backlog, ...rest, queues, read, writable }
}

/** Read once for all metrics of a reply, and cached for a few seconds. */
function asOf<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let known: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (!known || performance.now() - known.at > ms) known = { at: performance.now(), answer: ask() }
    return known.answer
  }
}
