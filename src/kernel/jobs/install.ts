import { createRequire } from 'node:module'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { ConnectionConfig } from '../db/db.ts'
import { EXPIRES_AFTER, HEARTBEAT_SECONDS, ownerOptions, type Queue, SCHEMA } from './jobs.ts'

/** The tables of the library that this program brings. */
const LIBRARY: number = createRequire(import.meta.url)('pg-boss/package.json').pgboss.schema

/**
 * The library would delete by age whatever the clock says. `forgetOldJobs` does it, in the night, by a clock that may be believed.
 * 0 is never; of a job that waits it takes a number, and sixty years are enough.
 */
const NEVER_FORGOTTEN = { deleteAfterSeconds: 0, retentionSeconds: 60 * 366 * 24 * 3600 }

/** Creates the queues, as the owner and after the migrations: the service's own role may not create anything. */
export async function installQueues(
  owner: ConnectionConfig,
  client: pg.Client,
  queues: readonly Queue[],
  { tidy }: { readonly tidy: boolean },
): Promise<void> {
  if (!tidy && (await isInstalled(client, queues))) return
  const boss = new PgBoss({
    ...ownerOptions(owner),
    supervise: false,
    // This instance only installs.
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    const known = new Set((await boss.getQueues()).map(queue => queue.name))
    for (const queue of queues) {
      const options = {
        retryLimit: queue.retries,
        retryDelay: 1,
        retryBackoff: true,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: queue.minutes * 60 * EXPIRES_AFTER,
        ...NEVER_FORGOTTEN,
      }
      if (known.has(queue.name)) await boss.updateQueue(queue.name, options)
      else await boss.createQueue(queue.name, options)
    }
    // Those of before, also of a queue that is no more.
    await client.query(
      `update ${SCHEMA}.job set deletion_seconds = 0, keep_until = start_after + $1 * interval '1 second'
       where deletion_seconds <> 0`,
      [NEVER_FORGOTTEN.retentionSeconds],
    )
    const scheduled = new Map((await boss.getSchedules()).map(schedule => [schedule.name, schedule.cron]))
    for (const { name, every } of queues) {
      if (every && scheduled.get(name) !== every)
        await boss.schedule(name, every, null, { tz: 'Europe/Paris' })
      if (!every && scheduled.has(name)) await boss.unschedule(name)
      scheduled.delete(name)
    }
    // Only who brought a migration is the newest for sure: to an older node the newer one's schedules are nobody's.
    if (tidy) for (const orphan of scheduled.keys()) await boss.unschedule(orphan)
  } finally {
    await boss.stop({ graceful: false })
  }
  // What has failed for good is counted on screens: a few among all that is done.
  // Looked up first: `if not exists` would wait for every job at work, and every request that asks for one would wait behind.
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass('${SCHEMA}.parvis_job_failed')`,
  )
  if (rowCount === 0)
    await client.query(
      `create index parvis_job_failed on ${SCHEMA}.job_common (completed_on desc, id desc) where state = 'failed'`,
    )
  await client.query(`do $$ begin
    if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
      grant usage on schema ${SCHEMA} to parvis_app;
      grant select, insert, update, delete on all tables in schema ${SCHEMA} to parvis_app;
      grant execute on all functions in schema ${SCHEMA} to parvis_app;
    end if;
  end $$`)
}

/**
 * Whether all of it is there: every start and every command asks. Without a look, the library would connect for it, and
 * rights that are given again are written anew, of which every session at work is told.
 */
async function isInstalled(client: pg.Client, queues: readonly Queue[]): Promise<boolean> {
  const { rowCount: made } = await client.query(
    `select from pg_class where oid = to_regclass('${SCHEMA}.version')`,
  )
  if (made === 0) return false
  const { rowCount } = await client.query(INSTALLED, [
    LIBRARY,
    queues.map(({ name }) => name),
    queues.map(({ every }) => every ?? null),
  ])
  return rowCount === 1
}

const INSTALLED = `
  select from ${SCHEMA}.version
  where version = $1
    and to_regclass('${SCHEMA}.parvis_job_failed') is not null
    and not exists (
      select from unnest($2::text[], $3::text[]) as wanted(name, cron)
      where not exists (select from ${SCHEMA}.queue where queue.name = wanted.name)
        or cron is distinct from (select min(schedule.cron) from ${SCHEMA}.schedule where schedule.name = wanted.name))
    and not exists (
      select from pg_roles as role
      where rolname = 'parvis_app' and pg_has_role(role.oid, 'member') and (
        not has_schema_privilege(role.oid, '${SCHEMA}', 'usage')
        or exists (
          select from pg_class, unnest(array['select', 'insert', 'update', 'delete']) as right_to
          where relnamespace = '${SCHEMA}'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
            and not has_table_privilege(role.oid, pg_class.oid, right_to))
        or exists (
          select from pg_proc
          where pronamespace = '${SCHEMA}'::regnamespace and not has_function_privilege(role.oid, pg_proc.oid, 'execute'))))`
