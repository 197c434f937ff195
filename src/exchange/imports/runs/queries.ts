import type { RunEnding } from '../../../../shared/words/imports.ts'
import { type Db, type Sql, sql, type Tx } from '../../../kernel/db/db.ts'
import { fuseauOf } from '../../../territory/communes/collectes/zones.ts'
import type { ImportExplanation } from '../explanations.ts'
import { type LockedSource, settingColumns } from '../queries.ts'
import type { Counts, ImportRun, StoredEntry, StoredItem } from '../run-shapes.ts'

/** Runs: created, taken by a worker, and ended. */

////////////////////////////////////////////////////////////////////////////// begun and taken up

/** Undefined while another run of this source is queued or running, on any node. */
export const insertRun = (
  db: Db,
  sourceId: string,
  run: {
    readonly trigger: ImportRun['trigger']
    readonly dry_run: boolean
    readonly requested_by?: string
  },
) =>
  db.one<{ id: string }>(sql`
    insert into import_runs (source_id, trigger, dry_run, requested_by, status, started_at)
    select id, ${run.trigger}, ${run.dry_run}, ${run.requested_by ?? null}::uuid, ${run.dry_run ? 'running' : 'queued'},
      ${run.dry_run ? sql`now()` : sql`null`}::timestamptz
    from import_sources where id = ${sourceId}
    on conflict (source_id) where status in ('queued', 'running') do nothing returning id`)

export interface Attempt {
  readonly id: string
  readonly source_id: string
  readonly trigger: ImportRun['trigger']
  /** Null for a run that was due. */
  readonly requested_by: string | null
  /** A worker that comes back with an older number writes nothing. */
  readonly fence: number
}
export const beginAttempt = (db: Db, id: string) =>
  db.one<Attempt>(sql`
    update import_runs set status = 'running', turn = turn + 1, started_at = coalesce(started_at, now())
    where id = ${id} and not dry_run and status in ('queued', 'running')
    returning id, source_id, trigger, requested_by, turn as fence`)

/** The validators of the last complete reading, for a conditional request. */
export interface Validators {
  readonly etag: string | null
  readonly last_modified: string | null
  readonly read_kind: string | null
  readonly read_at: string | null
}
export const sourceToRead = (db: Db, id: string) =>
  db.one<LockedSource & Validators>(sql`
    select ${settingColumns}, s.etag, s.last_modified, s.read_kind, s.read_at from import_sources s where s.id = ${id}`)

/** The time zone of the source's commune, else of its acteur's. */
export async function zoneOfSource(
  db: Db,
  { commune_id, acteur_id }: Pick<LockedSource, 'commune_id' | 'acteur_id'>,
): Promise<string> {
  const commune = await db.one<Parameters<typeof fuseauOf>[0]>(sql`
    select departement, code_insee from communes
    where id = coalesce(${commune_id}, (select commune_id from acteurs where id = ${acteur_id}))`)
  return fuseauOf(commune ?? { departement: null, code_insee: null })
}

/** Locks source and run; undefined when the source is gone, or another worker has taken the run over. */
export async function lockAttempt(
  tx: Tx,
  attempt: Attempt,
): Promise<(LockedSource & { readonly consecutive_failures: number }) | undefined> {
  const source = await tx.one<LockedSource & { consecutive_failures: number }>(sql`
    select ${settingColumns}, s.consecutive_failures from import_sources s where s.id = ${attempt.source_id}
    for no key update`)
  const mine = await tx.one(sql`
    select id from import_runs where id = ${attempt.id} and turn = ${attempt.fence} and status = 'running' for update`)
  return source && mine ? source : undefined
}

////////////////////////////////////////////////////////////////////////////// ended

export interface RunResult {
  readonly status: RunEnding
  readonly counts: Counts
  readonly error: ImportExplanation | null
  readonly entries: readonly StoredEntry[]
  readonly items: readonly StoredItem[]
}
export const NO_COUNTS: Counts = {
  fetched: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  duplicates: 0,
  skipped: 0,
  failed: 0,
}

export const endRun = (db: Db, id: string, { status, counts, error, entries, items }: RunResult) =>
  db.run(sql`
    update import_runs set status = ${status}, finished_at = now(), fetched = ${counts.fetched},
      created = ${counts.created}, updated = ${counts.updated}, unchanged = ${counts.unchanged},
      duplicates = ${counts.duplicates}, skipped = ${counts.skipped}, failed = ${counts.failed},
      error = ${asJson(error)}, entries = ${asJson(entries)}, items = ${asJson(items)}
    where id = ${id} and status = 'running'`)

/** Adds lines to the log of a run that has ended. */
export const addEntries = async (tx: Tx, id: string, entries: readonly StoredEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await tx.run(
    sql`update import_runs set entries = entries || ${JSON.stringify(entries)}::jsonb where id = ${id}`,
  )
}

const asJson = (value: object | null): Sql => sql`${value && JSON.stringify(value)}::jsonb`

/** Shows how many items a run under way has read, before they are written. */
export const noteRead = (db: Db, { id, fence }: Attempt, fetched: number) =>
  db.run(sql`
    update import_runs set fetched = ${fetched} where id = ${id} and turn = ${fence} and status = 'running'`)

export interface SourceOutcome {
  readonly status: RunEnding
  readonly consecutive_failures: number
  /** Why the source is switched off; null leaves it as it is. */
  readonly disabled_reason: ImportExplanation | null
  /** Undefined leaves it as it is. */
  readonly next_try_at: Date | null | undefined
  /** Undefined after a run that did not read the source completely. */
  readonly remembered: Omit<Validators, 'read_at'> | undefined
}
export const saveSourceOutcome = (tx: Tx, sourceId: string, after: SourceOutcome) => {
  const remembered: Sql = after.remembered
    ? sql`etag = ${after.remembered.etag}, last_modified = ${after.remembered.last_modified},
        read_kind = ${after.remembered.read_kind}, read_at = now(),`
    : sql``
  return tx.run(sql`
    update import_sources set ${remembered}
      last_run_at = now(), last_status = ${after.status}, consecutive_failures = ${after.consecutive_failures},
      enabled = enabled and ${after.disabled_reason === null},
      disabled_reason = coalesce(disabled_reason, ${asJson(after.disabled_reason)}),
      next_try_at = ${after.next_try_at === undefined ? sql`next_try_at` : sql`${after.next_try_at}::timestamptz`}
    where id = ${sourceId}`)
}
