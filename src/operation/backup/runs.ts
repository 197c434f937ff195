import type pg from 'pg'
import { retention } from '../../foundation/retention.ts'
import { CLOCK_IS_CREDIBLE } from '../../kernel/db/clock.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import type { Digest } from './digest.ts'

/**
 * Records the outcome of each automatic backup for all nodes. Making one holds an advisory lock: a run without an end
 * whose lock is free was killed.
 */

/** Advisory lock 3 of Parvis; an embedded database uses 1 and 2. */
const LOCK = [0x50415256, 3] as const
export const TAKE_LOCK = `select pg_try_advisory_lock(${LOCK.join(', ')}) as taken`
const running = sql`exists (
  select from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())
    and (classid::int8, objid::int8, objsubid) = (${LOCK[0]}::int8, ${LOCK[1]}::int8, 2))`

export const OUTCOMES = ['made', 'failed'] as const
/** Restored into a scratch database and compared, or only read to its end. */
export const PROOFS = ['restored', 'read'] as const
type Outcome = (typeof OUTCOMES)[number]
export type Proved = (typeof PROOFS)[number]

interface Run {
  readonly begun_at: string
  /** `lost`: its process was killed. Null: running. */
  readonly outcome: Outcome | 'lost' | null
  readonly name: string | null
  readonly bytes: number | null
  /** The digest of the file, as written. */
  readonly sha256: string | null
  readonly seconds: number | null
  readonly verified: Proved | null
  readonly reason: string | null
}
export interface Runs {
  readonly running: boolean
  /** The runs of the last three days, newest first. */
  readonly lately: readonly Run[]
  /** The newest good backup. */
  readonly good: (Run & { readonly age: number }) | undefined
}

const columns = sql`begun_at, file as name, bytes, sha256, verified, reason, extract(epoch from ended_at - begun_at)::float8 as seconds,
  case when outcome is null and not ${running} then 'lost' else outcome end as outcome`

/**
 * Ignores runs dated in the future (the clock was ahead): their age is unknown, and they must not postpone the next
 * backup.
 */
const hasBegun = sql`begun_at < now() + interval '1 minute'`

export async function runsOf(db: Db): Promise<Runs> {
  const [now, lately, good] = await Promise.all([
    db.one<{ running: boolean }>(sql`select ${running} as running`),
    db.all<Run>(sql`
      select ${columns} from backup_runs
      where begun_at > now() - interval '3 days' and ${hasBegun} order by begun_at desc`),
    db.one<Run & { age: number }>(sql`
      select ${columns}, extract(epoch from now() - begun_at)::float8 as age from backup_runs
      where outcome = 'made' and ${hasBegun} order by begun_at desc limit 1`),
  ])
  return { running: now?.running === true, lately, good }
}

const KEPT_MS = 5_000
const looks = new WeakMap<Db, { readonly at: number; readonly runs: Promise<Runs> }>()

/** Cached for a few seconds, for metrics and health checks. */
export function recentRuns(db: Db): Promise<Runs> {
  const known = looks.get(db)
  if (known && performance.now() - known.at < KEPT_MS) return known.runs
  const runs = runsOf(db)
  looks.set(db, { at: performance.now(), runs })
  runs.catch(() => looks.delete(db))
  return runs
}

/** Age limit of the last good backup: one night and the next morning were missed. */
const OLD_SECONDS = 30 * 3600

const BACKUP_STATES = ['ok', 'old', 'failed', 'none'] as const
type BackupState = (typeof BACKUP_STATES)[number]

/** Skips a running backup, whose outcome is unknown. */
export const lastEnded = ({ lately }: Runs) => lately.find(run => run.outcome !== null)
export const hasFailed = (runs: Runs) => {
  const outcome = lastEnded(runs)?.outcome
  return outcome === 'failed' || outcome === 'lost'
}

export function stateOf(runs: Runs): BackupState {
  if (hasFailed(runs)) return 'failed'
  if (!runs.good) return 'none'
  return runs.good.age > OLD_SECONDS ? 'old' : 'ok'
}

////////////////////////////////////////////////////////////////////////////// written, by whoever holds the lock

export async function beginRun(client: pg.Client): Promise<string> {
  await client.query(`update backup_runs set ended_at = now(), outcome = 'failed', reason = 'its process was killed'
                      where ended_at is null`)
  await client.query(
    `delete from backup_runs
     where begun_at < now() - interval '${retention.backupRuns.kept}' and ${CLOCK_IS_CREDIBLE}`,
  )
  const { rows } = await client.query<{ id: string }>('insert into backup_runs default values returning id')
  return rows[0]?.id ?? ''
}

/** For a restored database: the snapshot holds the unfinished row of its own backup, which would count as killed. */
export const forgetOpenRuns = (client: pg.Client) =>
  client.query('delete from backup_runs where ended_at is null')

/** Before the file exists: if the process is killed, the next run knows that this file was never proved. */
export const nameRun = (client: pg.Client, id: string, file: string) =>
  client.query('update backup_runs set file = $2 where id = $1', [id, file])

/** Right after writing, so that later reads are compared with it. */
export const keepDigest = (
  client: pg.Client,
  id: string,
  { bytes, sha256 }: Pick<Digest, 'bytes' | 'sha256'>,
) => client.query('update backup_runs set bytes = $2, sha256 = $3 where id = $1', [id, bytes, sha256])

export type Ended =
  | { readonly outcome: 'made'; verified: Proved; reason: string | null }
  | { readonly outcome: 'failed'; reason: string }

export async function endRun(client: pg.Client, id: string, ended: Ended): Promise<void> {
  const verified = ended.outcome === 'made' ? ended.verified : null
  await client.query(
    `update backup_runs set ended_at = now(), outcome = $2, verified = $3, reason = left($4, 2000) where id = $1`,
    [id, ended.outcome, verified, ended.reason],
  )
}

/**
 * Recorded by the node that started the backup process, when that process failed too early to do it (wrong settings,
 * refused account). Open runs count as lost without this. Throws when the database is unavailable, which fails the job.
 */
export const recordFailure = (db: Db, reason: string, seconds: number) =>
  db.run(sql`
    insert into backup_runs (ended_at, outcome, reason)
    select now(), 'failed', left(${reason}, 2000)
    where not exists (
      select from backup_runs
      where ended_at is null or (begun_at > now() - (${seconds}::int + 1) * interval '1 second' and ${hasBegun}))`)
export interface Written {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}
/** Names, sizes and checksums of the files made from this database. */
export const writtenFiles = (db: Db): Promise<Written[]> =>
  db.all<Written>(
    sql`select file as name, bytes, sha256 from backup_runs where file is not null and sha256 is not null`,
  )

/** The recorded files: proved ones (`good`), and those that failed or were lost. */
export async function recorded(client: pg.Client): Promise<Recorded> {
  const { rows } = await client.query<{ name: string; outcome: Outcome }>(
    'select file as name, outcome from backup_runs where file is not null and outcome is not null',
  )
  const those = (outcome: Outcome) =>
    new Set(rows.filter(row => row.outcome === outcome).map(({ name }) => name))
  return { good: those('made'), bad: those('failed') }
}
export interface Recorded {
  readonly good: ReadonlySet<string>
  readonly bad: ReadonlySet<string>
}
