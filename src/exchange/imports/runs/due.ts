import type { Schedule } from '../../../../shared/words/imports.ts'
import { raw, sql, type Tx } from '../../../kernel/db/db.ts'
import { type JobContext, stillQueued } from '../../../kernel/jobs/jobs.ts'
import { explain } from '../explanations.ts'
import { insertRun } from './queries.ts'
import { nextSlot } from './timing.ts'
import { RUN } from './work.ts'

/** Begins runs of sources that are due, and ends runs whose job was lost. */

const MOST_AT_ONCE = 500

/** Each once, however many nodes check. A source that is already being run, by hand, only gets its next time. */
export async function runDueSources(tx: Tx, _data: unknown, { enqueue, log }: JobContext): Promise<void> {
  const due = await tx.all<{ id: string; schedule: Schedule; now: string }>(sql`
    select id, schedule, now() as now from import_sources
    where next_try_at <= now() and enabled and schedule <> 'manual'
    order by next_try_at limit ${MOST_AT_ONCE} for no key update skip locked`)
  let begun = 0
  for (const { id, schedule, now } of due) {
    await tx.run(sql`
      update import_sources set next_try_at = ${nextSlot(schedule, id, new Date(now))}::timestamptz where id = ${id}`)
    const run = await insertRun(tx, id, { trigger: 'schedule', dry_run: false })
    if (!run) continue
    await enqueue(tx, RUN, { run: run.id })
    begun++
  }
  if (begun > 0) log.info({ sources: begun }, 'import sources were due')
}

/** Ends runs that have no job any more, and dry runs whose request is long over. */
export async function endLostRuns(tx: Tx, _data: unknown, { log }: JobContext): Promise<void> {
  const lost = await tx.all<{ source_id: string; dry_run: boolean }>(sql`
    update import_runs set status = 'failed', finished_at = now(), turn = turn + 1, error = ${JSON.stringify(explain('lost'))}::jsonb
    where id in (
      select r.id from import_runs r where r.status in ('queued', 'running')
        and r.created_at < now() - interval '2 minutes' and not (not r.dry_run and ${stillQueued(RUN, 'run', raw('r.id'))})
      order by r.id for update skip locked)
    returning source_id, dry_run`)
  const real = lost.filter(({ dry_run }) => !dry_run).map(({ source_id }) => source_id)
  await tx.run(sql`
    update import_sources set last_run_at = now(), last_status = 'failed' where id = any(${real}::uuid[])`)
  if (lost.length > 0) log.warn({ runs: lost.length }, 'import runs were lost')
}
