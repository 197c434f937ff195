import { type Db, raw, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { behind, inOrder, newestFirst } from '../../kernel/lists/orders.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import { type LockedSource, settingColumns } from '../queries.ts'
import type { Counts, Finished, ImportRun, LogEntry } from '../shapes.ts'

/** Runs: created, taken by a worker, ended, and shown. */

type Flat = Omit<ImportRun, 'counts'> & Counts
const shown =
  raw(`r.id, r.source_id, r.trigger, r.dry_run, r.status, r.created_at, r.started_at, r.finished_at,
  r.fetched, r.created, r.updated, r.unchanged, r.duplicates, r.skipped, r.failed, r.error`)

function record<Row extends Flat>(row: Row): Omit<Row, keyof Counts> & { counts: Counts } {
  const { fetched, created, updated, unchanged, duplicates, skipped, failed, ...rest } = row
  return { ...rest, counts: { fetched, created, updated, unchanged, duplicates, skipped, failed } }
}

export async function findRun(db: Db, id: string): Promise<ImportRun | undefined> {
  const row = await db.one<Flat>(sql`select ${shown} from import_runs r where r.id = ${id}`)
  return row && record(row)
}

export const NEWEST = newestFirst(sql`r.id`)

export const listRuns = async (db: Db, sourceId: string, page: Page<typeof NEWEST>): Promise<ImportRun[]> =>
  (
    await db.all<Flat>(sql`
      select ${shown} from import_runs r
      ${where([sql`r.source_id = ${sourceId}`, ...behind(page)])} ${inOrder(page)}`)
  ).map(record)

export const countRuns = async (db: Db, sourceId: string): Promise<number> =>
  (
    await db.one<{ total: number }>(
      sql`select count(*) as total from import_runs where source_id = ${sourceId}`,
    )
  )?.total ?? 0

/** The most runs and lines that are shown of a day. */
const MOST_OF_A_DAY = 200
const MOST_LINES = 20_000

/** By the day (in Paris) on which they were requested. */
export async function runsOfDay(db: Db, sourceId: string, date: string) {
  const rows = await db.all<Flat & { entries: LogEntry[] | null }>(sql`
    select ${shown},
      case when sum(jsonb_array_length(r.entries)) over (order by r.id desc) <= ${MOST_LINES} then r.entries end
        as entries
    from import_runs r
    where r.source_id = ${sourceId} and r.created_at >= ${date}::timestamp at time zone 'Europe/Paris'
      and r.created_at < (${date}::timestamp + interval '1 day') at time zone 'Europe/Paris'
    order by r.id desc limit ${MOST_OF_A_DAY}`)
  return rows.map(row => ({ ...record(row), entries: row.entries ?? [tooMany(row.created_at)] }))
}

const tooMany = (at: string): LogEntry => ({
  at,
  level: 'warning',
  message: 'Its lines are not shown: those of the newer runs of this day are many enough.',
  item: null,
})

////////////////////////////////////////////////////////////////////////////// begun and taken up

/** Undefined while another run of this source is queued or running, on any node. */
export const insertRun = (
  db: Db,
  sourceId: string,
  run: { readonly trigger: ImportRun['trigger']; readonly dry_run: boolean },
) =>
  db.one<{ id: string }>(sql`
    insert into import_runs (source_id, trigger, dry_run, status, started_at)
    select id, ${run.trigger}, ${run.dry_run}, ${run.dry_run ? 'running' : 'queued'},
      ${run.dry_run ? sql`now()` : sql`null`}::timestamptz
    from import_sources where id = ${sourceId}
    on conflict (source_id) where status in ('queued', 'running') do nothing returning id`)

export interface Attempt {
  readonly id: string
  readonly source_id: string
  readonly trigger: ImportRun['trigger']
  readonly turn: number
}
/** Takes the run over: a worker that had it before finds another number, and writes nothing. */
export const beginAttempt = (db: Db, id: string) =>
  db.one<Attempt>(sql`
    update import_runs set status = 'running', turn = turn + 1, started_at = coalesce(started_at, now())
    where id = ${id} and not dry_run and status in ('queued', 'running')
    returning id, source_id, trigger, turn`)

/** The validators of the last complete reading, for a conditional request. */
export interface Remembered {
  readonly etag: string | null
  readonly last_modified: string | null
  readonly read_kind: string | null
  readonly read_at: string | null
}
export const sourceToRead = (db: Db, id: string) =>
  db.one<LockedSource & Remembered>(sql`
    select ${settingColumns}, s.etag, s.last_modified, s.read_kind, s.read_at from import_sources s where s.id = ${id}`)

/** Locks source and run; undefined when the source is gone, or another worker has taken the run over. */
export async function lockAttempt(
  tx: Tx,
  attempt: Attempt,
): Promise<(LockedSource & { readonly consecutive_failures: number }) | undefined> {
  const source = await tx.one<LockedSource & { consecutive_failures: number }>(sql`
    select ${settingColumns}, s.consecutive_failures from import_sources s where s.id = ${attempt.source_id}
    for no key update`)
  const mine = await tx.one(sql`
    select id from import_runs where id = ${attempt.id} and turn = ${attempt.turn} and status = 'running' for update`)
  return source && mine ? source : undefined
}

////////////////////////////////////////////////////////////////////////////// ended

export interface Ending {
  readonly status: Finished
  readonly counts: Counts
  readonly error: string | null
  readonly entries: readonly LogEntry[]
}
export const NOTHING: Counts = {
  fetched: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  duplicates: 0,
  skipped: 0,
  failed: 0,
}

export const endRun = (db: Db, id: string, { status, counts, error, entries }: Ending) =>
  db.run(sql`
    update import_runs set status = ${status}, finished_at = now(), fetched = ${counts.fetched},
      created = ${counts.created}, updated = ${counts.updated}, unchanged = ${counts.unchanged},
      duplicates = ${counts.duplicates}, skipped = ${counts.skipped}, failed = ${counts.failed},
      error = ${error}, entries = ${JSON.stringify(entries)}::jsonb
    where id = ${id} and status = 'running'`)

export interface Aftermath {
  readonly status: Finished
  readonly consecutive_failures: number
  /** Why the source is switched off; null leaves it as it is. */
  readonly disabled_reason: string | null
  /** Undefined leaves it as it is. */
  readonly next_try_at: Date | null | undefined
  /** Undefined after a run that did not read the source completely. */
  readonly remembered: Omit<Remembered, 'read_at'> | undefined
}
export const saveAftermath = (tx: Tx, sourceId: string, after: Aftermath) => {
  const remembered: Sql = after.remembered
    ? sql`etag = ${after.remembered.etag}, last_modified = ${after.remembered.last_modified},
        read_kind = ${after.remembered.read_kind}, read_at = now(),`
    : sql``
  return tx.run(sql`
    update import_sources set ${remembered}
      last_run_at = now(), last_status = ${after.status}, consecutive_failures = ${after.consecutive_failures},
      enabled = enabled and ${after.disabled_reason === null},
      disabled_reason = coalesce(disabled_reason, ${after.disabled_reason}),
      next_try_at = ${after.next_try_at === undefined ? sql`next_try_at` : sql`${after.next_try_at}::timestamptz`}
    where id = ${sourceId}`)
}
