import type { Database } from '../db/database.ts'
import { type Db, raw, sql, type Tx } from '../db/db.ts'
import type { Log } from '../telemetry/log.ts'
import { SCHEMA } from './jobs.ts'

/**
 * Repairs the queue after the database's clock was set back, which happens when a machine boots an hour or a year ahead of its
 * time server. pg-boss stores when schedules last ran, when workers were last checked and when jobs are due. Those times are
 * then in the future, and no job would be scheduled, started or taken over until they come. They are reset to now.
 */

/** Longer than the 30 s between two runs of the schedules, since the clock of a promoted server may differ by seconds. */
const AHEAD = sql`now() + interval '1 minute'`
const LOOK_MS = 30_000

/** Checks periodically until it is stopped. */
export function watchClockSetBack(db: Database, log: Pick<Log, 'warn'>): { stop(): void } {
  const look = () =>
    void resetFutureTimes(db).then(
      seconds => {
        if (seconds !== undefined)
          log.warn({ seconds }, 'the clock of the database was set back: jobs are due by the new time')
      },
      // Outages of the database are logged elsewhere.
      () => {},
    )
  look()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Returns by how many seconds the clock was set back; undefined if it was not. */
export async function resetFutureTimes(db: Database): Promise<number | undefined> {
  if ((await aheadOf(db.pool)) === undefined) return undefined
  return await db.transaction(async tx => {
    const seconds = await aheadOf(tx)
    if (seconds !== undefined) await allBack(tx)
    return seconds
  })
}

const aheadOf = async (db: Db): Promise<number | undefined> =>
  (
    await db.one<{ seconds: number }>(sql`
      select round(extract(epoch from cron_on - now()))::float8 as seconds from ${raw(SCHEMA)}.version
      where cron_on > ${AHEAD}`)
  )?.seconds

async function allBack(tx: Tx): Promise<void> {
  const [version, queue, job] = ['version', 'queue', 'job'].map(name => raw(`${SCHEMA}.${name}`))
  // The first node repairs it; the others find nothing to do.
  await tx.run(sql`update ${version} set cron_on = null, bam_on = null, flow_on = null, reindex_on = null,
    monitor_backoff_on = null where cron_on > ${AHEAD}`)
  await tx.run(sql`update ${queue} set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now()`)
  // Keeps the remaining delay of each job.
  await tx.run(sql`
    update ${job} set start_after = start_after - (greatest(created_on, started_on) - now()), created_on = least(created_on, now()),
      started_on = least(started_on, now())
    where state in ('created', 'retry') and greatest(created_on, started_on) > now()`)
  // A live worker sends its next heartbeat within seconds.
  await tx.run(sql`
    update ${job} set heartbeat_on = now(), started_on = least(started_on, now())
    where state = 'active' and heartbeat_on > now()`)
  // Allows scheduled jobs in minutes that come a second time.
  await tx.run(sql`update ${job} set singleton_on = null where singleton_on > now() at time zone 'UTC'`)
}
