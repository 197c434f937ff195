import type pg from 'pg'
import { CLOCK_IS_CREDIBLE } from '../kernel/clock.ts'
import { type Db, sql } from '../kernel/db/db.ts'
import { retention } from '../retention.ts'
import type { Digest } from './digest.ts'

/**
 * What became of each backup that is made by itself, for every node to see. Who makes one holds a lock for as long: a run that
 * has not ended, and whose lock nobody holds, was killed.
 */

/** Of the house, and 3: 1 and 2 are those of who is there with an embedded database. */
const LOCK = [0x50415256, 3] as const
export const TAKE_LOCK = `select pg_try_advisory_lock(${LOCK.join(', ')}) as taken`
const running = sql`exists (
  select from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())
    and (classid::int8, objid::int8, objsubid) = (${LOCK[0]}::int8, ${LOCK[1]}::int8, 2))`

export const OUTCOMES = ['made', 'failed'] as const
/** Put into a database of its own and compared, or only read to its end. */
export const PROOFS = ['restored', 'read'] as const
type Outcome = (typeof OUTCOMES)[number]
export type Proved = (typeof PROOFS)[number]

export interface Run {
  readonly begun_at: string
  /** `lost`: it was killed. Null while it runs. */
  readonly outcome: Outcome | 'lost' | null
  readonly name: string | null
  readonly bytes: number | null
  /** Of the file, as it was written. */
  readonly sha256: string | null
  readonly seconds: number | null
  readonly verified: Proved | null
  readonly reason: string | null
}
export interface Runs {
  readonly running: boolean
  /** The newest first, since three days ago. */
  readonly lately: readonly Run[]
  /** The newest that is good. */
  readonly good: (Run & { readonly age: number }) | undefined
}

const columns = sql`begun_at, file as name, bytes, sha256, verified, reason, extract(epoch from ended_at - begun_at)::float8 as seconds,
  case when outcome is null and not ${running} then 'lost' else outcome end as outcome`

/** Made while the clock was ahead, by an hour or by years: how old it is nobody knows, and it is no reason to make none. */
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

/** For those who ask often: as it was a few seconds ago at most. */
export function recentRuns(db: Db): Promise<Runs> {
  const known = looks.get(db)
  if (known && performance.now() - known.at < KEPT_MS) return known.runs
  const runs = runsOf(db)
  looks.set(db, { at: performance.now(), runs })
  runs.catch(() => looks.delete(db))
  return runs
}

/** Older than this, the last good one is too old: a night was missed, and the morning after it. */
const OLD_SECONDS = 30 * 3600

export const BACKUP_STATES = ['ok', 'old', 'failed', 'none'] as const
export type BackupState = (typeof BACKUP_STATES)[number]

/** Of one that is being made nothing is known yet. */
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

/** In a restored database: the backup that it was restored from was being made, and would count as killed here. */
export const forgetOpenRuns = (client: pg.Client) =>
  client.query('delete from backup_runs where ended_at is null')

/** Before there is a file of that name: killed from now on, the next run knows that nobody has proved it. */
export const nameRun = (client: pg.Client, id: string, file: string) =>
  client.query('update backup_runs set file = $2 where id = $1', [id, file])

/** At once when it was written: what the place gives back is compared with it. */
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
 * By the node that asked for it, when the backup's own process did not come as far as its record (wrong settings, a refused
 * account). A run that is still open counts as lost by itself. Throws where nothing can be recorded: the job fails then.
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
/** What this database knows of the files that were written of it. */
export const writtenFiles = (db: Db): Promise<Written[]> =>
  db.all<Written>(
    sql`select file as name, bytes, sha256 from backup_runs where file is not null and sha256 is not null`,
  )

/** The files of this database's own record: `good`, and those that were begun and then not found so. */
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
