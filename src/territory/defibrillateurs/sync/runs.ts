import type { SyncEnding, SyncTrigger } from '../../../../shared/words/defibrillateurs.ts'
import { retention } from '../../../foundation/retention.ts'
import { type Db, sql, type Tx } from '../../../kernel/db/db.ts'
import { olderThan } from '../../../kernel/records/retention.ts'
import { type SyncExplanation, textOf } from '../explanations.ts'
import type { Validators } from '../register/remote.ts'

/**
 * The record of each sync. The states of `defibrillateur_syncs.status`:
 *
 *   (none) → queued:   insertSync, asked for, with its job
 *   (none) → queued:   insertSyncUnlessBusy, every night with its job; by the command, which is its own worker, without
 *   queued → queued:   noteWaiting, another sync has the lock: the job comes back after two seconds
 *   queued → running:  beginSync, attempts + 1
 *   running → running: beginSync, after a crash: attempts + 1, from the start
 *   running → running: noteProgress, every second
 *   running → ok:      endSync, merged, or the source says that nothing was modified
 *   running → held:    endSync, more than a fifth of the devices are missing and it is not forced: nothing was changed
 *   running → failed:  endSync, it could not be read, or has been begun more than six times
 *   queued → failed:   endAbandoned, a command that gives no sign
 *   running → failed:  endAbandoned, the same
 *
 * One national sync and one per commune may be queued or running (`defibrillateur_syncs_one_at_a_time`). Lease: one advisory
 * lock for all syncs, which goes with its connection. Fence: `attempts`, compared by noteProgress and endSync. Crash:
 * staged rows go with the connection, and merging is one transaction: nothing is left. Retry: the queue's, when
 * the database or the service was unavailable. After five minutes without `alive_at`, resumeOverdueSyncs gives it another
 * job. End: `ok`, `held` or `failed`.
 */

export const SYNC = 'defibrillateurs.sync'

export interface Sync {
  readonly id: string
  readonly commune_id: string | null
  readonly forced: boolean
  readonly trigger: SyncTrigger
  readonly attempts: number
  /** Null for a sync of the night or of a command. */
  readonly requested_by: string | null
}

const columns = sql`id, commune_id, forced, trigger, attempts, requested_by`

interface CatalogueFilter {
  readonly commune_id: string | null
  readonly trigger: Sync['trigger']
  readonly forced: boolean
  readonly requested_by?: string
}

/** A second sync of the same scope is refused by the index `defibrillateur_syncs_one_at_a_time`. */
export const insertSync = (tx: Tx, { commune_id, trigger, forced, requested_by }: CatalogueFilter) =>
  tx.one<Sync>(sql`
    insert into defibrillateur_syncs (commune_id, trigger, forced, requested_by)
    values (${commune_id}, ${trigger}, ${forced}, ${requested_by ?? null}) returning ${columns}`)

/** A sync of the whole register; undefined while another one is under way. */
export const insertSyncUnlessBusy = (
  tx: Tx,
  { trigger, forced }: Pick<CatalogueFilter, 'trigger' | 'forced'>,
) =>
  tx.one<Sync>(sql`
    insert into defibrillateur_syncs (trigger, forced) values (${trigger}, ${forced})
    on conflict do nothing returning ${columns}`)

/** Undefined when it is over already, or its commune is gone. */
export const beginSync = (db: Db, id: string) =>
  db.one<Sync>(sql`
    update defibrillateur_syncs set status = 'running', attempts = attempts + 1, progress = 0, started_at = now(),
      alive_at = now()
    where id = ${id} and status in ('queued', 'running') returning ${columns}`)

/** False: another worker has it now. */
export const noteProgress = async (db: Db, run: Sync, rows: number): Promise<boolean> =>
  (await db.run(sql`
    update defibrillateur_syncs set progress = ${rows}, alive_at = now()
    where id = ${run.id} and status = 'running' and attempts = ${run.attempts}`)) > 0

export const noteWaiting = (db: Db, id: string) =>
  db.run(
    sql`update defibrillateur_syncs set alive_at = now() where id = ${id} and status in ('queued', 'running')`,
  )

interface Ending {
  readonly status: SyncEnding
  /** Why it did not end well. */
  readonly explanation?: SyncExplanation
  readonly rows?: number
  readonly counts?: object
  readonly source?: string
  readonly validators?: Validators | undefined
}

/** As a code with its params; and in English, for clients that read `sync_error`. */
const explained = (explanation: SyncExplanation | undefined) =>
  explanation
    ? sql`error = ${textOf(explanation, 'en').slice(0, 1_000)}, said = ${JSON.stringify(explanation)}::jsonb`
    : sql`error = null, said = null`

/** False: another worker has it now, and the transaction of this one must be undone. */
export const endSync = async (db: Db, run: Sync, ending: Ending): Promise<boolean> =>
  (await db.run(sql`
    update defibrillateur_syncs set status = ${ending.status}, ${explained(ending.explanation)},
      progress = coalesce(${ending.rows ?? null}, progress),
      counts = ${ending.counts ? JSON.stringify(ending.counts) : null}::jsonb,
      source = ${ending.source ?? null}, etag = ${ending.validators?.etag ?? null},
      last_modified = ${ending.validators?.last_modified ?? null}, finished_at = now(), alive_at = now()
    where id = ${run.id} and status = 'running' and attempts = ${run.attempts}`)) > 0

/** The validators of the version that was merged last; undefined when a file was loaded since. */
export const knownVersion = async (db: Db, source: string): Promise<Validators | undefined> => {
  const last = await db.one<Validators & { source: string | null }>(sql`
    select source, etag, last_modified from defibrillateur_syncs
    where commune_id is null and status = 'ok' order by id desc limit 1`)
  return last?.source === source && (last.etag !== null || last.last_modified !== null) ? last : undefined
}

/** Takes the lock: one sync at a time, since each compares with the result of the one before. False: it is held. */
export const lockSyncs = async (db: Db): Promise<boolean> =>
  (
    await db.one<{ taken: boolean }>(sql`
    select pg_try_advisory_lock(hashtextextended('defibrillateurs.sync', 0)) as taken`)
  )?.taken ?? false

/** Syncs without a sign for five minutes: their worker was killed and the retries are used up, or their job was lost. */
export const lockOverdue = (tx: Tx) =>
  tx.all<Pick<Sync, 'id' | 'trigger'>>(sql`
    update defibrillateur_syncs set alive_at = now()
    where id in (select id from defibrillateur_syncs
      where status in ('queued', 'running') and alive_at < now() - interval '5 minutes'
      order by id limit 500 for update skip locked)
    returning id, trigger`)

export const endAbandoned = (tx: Tx, id: string) =>
  tx.run(sql`
    update defibrillateur_syncs set status = 'failed', ${explained({ code: 'command_interrupted', params: {} })},
      finished_at = now() where id = ${id} and status in ('queued', 'running')`)

/** Deletes old records, except the last success of the national sync and of each commune. */
export const forgetOldSyncs = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from defibrillateur_syncs old
    where ${olderThan(retention.syncs.kept, sql`created_at`)} and status not in ('queued', 'running')
      and exists (select from defibrillateur_syncs later
        where later.commune_id is not distinct from old.commune_id and later.id > old.id and later.status = 'ok')`)
