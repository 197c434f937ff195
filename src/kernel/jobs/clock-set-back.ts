import type { Database } from '../db/database.ts'
import { type Db, raw, sql, type Tx } from '../db/db.ts'
import type { Log } from '../log.ts'
import { SCHEMA } from './jobs.ts'

/**
 * A machine may begin an hour ahead (its clock keeps local time, and is taken for UTC) or a year, until its time server has
 * answered. The queue notes by the database's clock when its schedules last ran, when it last looked for killed workers, what is
 * due when, and which minute has had its job. Set back, all of that lies in the future, and for as long as the clock had been
 * ahead nothing would be scheduled, nothing that waited would begin, and the job of a killed worker would stay with it. So
 * what lies there is taken back to now.
 */

/** Half a minute is how often the schedules leave their note: a server that takes over may be some seconds behind. */
const AHEAD = sql`now() + interval '1 minute'`
const LOOK_MS = 30_000

/** Looks now and then, until it is stopped. */
export function watchClockSetBack(db: Database, log: Pick<Log, 'warn'>): { stop(): void } {
  const look = () =>
    void resetFutureTimes(db).then(
      seconds => {
        if (seconds !== undefined)
          log.warn({ seconds }, 'the clock of the database was set back: jobs are due by the new time')
      },
      // A database that is away is logged elsewhere.
      () => {},
    )
  look()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** By how many seconds; undefined where it was not. */
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
  // One node is first: for the others there is nothing left.
  await tx.run(sql`update ${version} set cron_on = null, bam_on = null, flow_on = null, reindex_on = null,
    monitor_backoff_on = null where cron_on > ${AHEAD}`)
  await tx.run(sql`update ${queue} set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now()`)
  // Each waits as long as it had to.
  await tx.run(sql`
    update ${job} set start_after = start_after - (greatest(created_on, started_on) - now()), created_on = least(created_on, now()),
      started_on = least(started_on, now())
    where state in ('created', 'retry') and greatest(created_on, started_on) > now()`)
  // Whoever works on it gives a sign within seconds; of whom none comes was killed.
  await tx.run(sql`
    update ${job} set heartbeat_on = now(), started_on = least(started_on, now())
    where state = 'active' and heartbeat_on > now()`)
  // Minutes that come once more.
  await tx.run(sql`update ${job} set singleton_on = null where singleton_on > now() at time zone 'UTC'`)
}
