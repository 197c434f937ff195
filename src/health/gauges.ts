import type { Database } from '../kernel/db/database.ts'
import { sql } from '../kernel/db/db.ts'
import type { PoolLoad } from '../kernel/db/pool.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { type Backlog, backlogOf } from './backlog.ts'

/** Metrics for alerts, read from the database: every node shows the same. */
export function healthGauges(metrics: Metrics, db: Database): void {
  const look = asOf(5_000, () => surveyed(db))
  const gauge = (name: string, help: string, figure: (survey: Survey) => number | null, none = 0) =>
    metrics.gauge(`parvis_${name}`, help, async () => figure(await look()) ?? none)

  // Infinite when no worker was ever seen, so that an alert on "more than two minutes" fires as well.
  gauge(
    'worker_age_seconds',
    'Since a worker last looked for jobs',
    one => one.worker_age,
    Number.POSITIVE_INFINITY,
  )
  gauge('jobs_waiting', 'Jobs that are due and not begun', one => one.jobs)
  gauge('jobs_oldest_waiting_seconds', 'How long the oldest of them has been due', one => one.oldest_job)
  gauge('mails_waiting', 'Mails that are not sent yet', one => one.mails)
  gauge('mails_oldest_waiting_seconds', 'Age of the oldest of them', one => one.oldest_mail)
  gauge('payment_events_failed', 'Payment events that could not be applied', one => one.payment_events)
  gauge('imports_failing', 'Import sources that fail or were switched off', one => one.imports)
  gauge('pictures_waiting', 'Pictures of others that are due and not fetched', one => one.pictures)
  gauge('audit_unsealed_age_seconds', 'Age of the oldest audit row that no seal covers', one => one.unsealed)
}

/** Metrics of this process, by pool. */
export function poolGauges(metrics: Metrics, db: Pick<Database, 'load'>): void {
  const gauges = (name: string, help: string, figure: (load: PoolLoad) => number) =>
    metrics.gauges(`parvis_db_${name}`, help, 'pool', () =>
      Object.fromEntries(Object.entries(db.load()).map(([pool, load]) => [pool, figure(load)])),
    )
  gauges('connections', 'Connections that are open', load => load.total)
  gauges('connections_max', 'Connections that there may be', load => load.max)
  gauges('waiting', 'Requests that wait for a connection', load => load.waiting)
}

interface Survey extends Backlog {
  readonly payment_events: number
  readonly imports: number
  readonly pictures: number
  readonly unsealed: number | null
}

async function surveyed(db: Database): Promise<Survey> {
  const [backlog, rest] = await Promise.all([
    backlogOf(db),
    db.pool.one<Omit<Survey, keyof Backlog>>(sql`
      select (select count(*) from payment_events where status = 'failed') as payment_events,
             (select count(*) from import_sources
              where consecutive_failures > 0 or disabled_reason is not null) as imports,
             (select count(*) from (select from fetched_pictures
              where status = 'waiting' and next_try_at <= now() limit 10000) due) as pictures,
             (select extract(epoch from now() - at)::float8 from audit_log
              where id > coalesce((select max(last_id) from audit_seals), 0) order by id limit 1) as unsealed`),
  ])
  if (!rest) throw new Error('One row was asked for.')
  return { ...backlog, ...rest }
}

/** Read once for all metrics of an answer, and kept for a few seconds. */
function asOf<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let known: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (!known || performance.now() - known.at > ms) known = { at: performance.now(), answer: ask() }
    return known.answer
  }
}
