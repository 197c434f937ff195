import { createRequire } from 'node:module'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { ConnectionConfig } from '../db/db.ts'
import { EXPIRES_AFTER, HEARTBEAT_SECONDS, ownerOptions, type Queue, SCHEMA } from './jobs.ts'

/** The schema version of the installed pg-boss. */
const LIBRARY: number = createRequire(import.meta.url)('pg-boss/package.json').pgboss.schema

/**
 * Disables deletion by pg-boss, which does not check the clock: `deleteOldJobs` does it every night. 0 means never, but
 * retention of waiting jobs needs a number, so it is sixty years.
 */
const NEVER_FORGOTTEN = { deleteAfterSeconds: 0, retentionSeconds: 60 * 366 * 24 * 3600 }

/** Creates the queues as the owner, after the migrations: the service's role may not create anything. */
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
    // This instance only installs queues.
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
    // Jobs enqueued before this setting, also of removed queues.
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
    // Removes unknown schedules only after a migration: otherwise they may belong to a newer node.
    if (tidy) for (const orphan of scheduled.keys()) await boss.unschedule(orphan)
  } finally {
    await boss.stop({ graceful: false })
  }
  // An index for the screens that count failed jobs, which are few among all finished ones.
  // Checked first, because `if not exists` would wait for running jobs and block new ones meanwhile.
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
 * Whether everything is installed; checked at every start and command. Avoids the connections of pg-boss, and granting rights
 * again, which invalidates caches of all sessions.
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
