import type { Log } from '../telemetry/log.ts'
import { type Db, raw, type Sql, sql, type Tx } from './db.ts'

/**
 * Protects deletion by age from a wrong clock: a machine may boot a year ahead until its time server answers. The database
 * stores the last trusted time, updated hourly by the job `clock.check`; while the clock is far ahead of it, nothing is deleted
 * by age. The newest row of a table is no reference, because a wrong clock dates new rows wrongly too.
 */

/** Longer than summer holidays, so that a start after them is not suspicious. */
export const MOST_DAYS_AHEAD = 35
const MOST_AHEAD = `${MOST_DAYS_AHEAD} days`

/** The new time is trusted after this many hours of operation: then the installation had only been switched off. */
export const MOST_HOURS_IN_DOUBT = 7 * 24

/** SQL condition in every deletion by age (`kernel/records/retention.ts`); evaluated once per statement. */
export const CLOCK_IS_CREDIBLE = `(select now() < trusted_at + interval '${MOST_AHEAD}' from clock)`
export const clockIsCredible: Sql = raw(CLOCK_IS_CREDIBLE)

export interface ClockState {
  /** The database's clock, for deletions outside of SQL. */
  readonly now: Date
  readonly credible: boolean
  readonly trusted_at: string
  readonly days_ahead: number
  /** Hours until the clock is trusted automatically. */
  readonly hours_left: number
}

export async function readClock(db: Db): Promise<ClockState> {
  const row = await db.one<Omit<ClockState, 'now'> & { now: string }>(sql`
    select now() as now, ${clockIsCredible} as credible, trusted_at,
      floor(extract(epoch from now() - trusted_at) / 86400)::int as days_ahead,
      ${MOST_HOURS_IN_DOUBT}::int - hours_in_doubt as hours_left from clock`)
  if (!row) throw new Error('The table clock has lost its row.')
  return { ...row, now: new Date(row.now) }
}

/** The job `clock.check`. A clock set back by as much is trusted after the same time: the later time may have been wrong. */
export async function checkClock(tx: Tx, _data: unknown, { log }: { readonly log: Pick<Log, 'warn'> }) {
  await tx.run(sql`
    update clock set
      trusted_at = case when believed then now() else trusted_at end,
      hours_in_doubt = case when believed then 0 else hours_in_doubt + 1 end
    from (select abs(extract(epoch from now() - trusted_at)) < extract(epoch from ${MOST_AHEAD}::interval)
                 or hours_in_doubt + 1 >= ${MOST_HOURS_IN_DOUBT}::int as believed from clock) c`)
  const { credible, days_ahead, hours_left } = await readClock(tx)
  if (!credible)
    log.warn(
      { days_ahead, hours_left },
      'the clock is far ahead of the last time that was trusted: nothing is deleted by age',
    )
}

/** The operator has confirmed that the clock is right. */
export const acceptClock = (tx: Tx) => tx.run(sql`update clock set trusted_at = now(), hours_in_doubt = 0`)

////////////////////////////////////////////////////////////////////////////// the last minute at work

/** Marks that the service is at work now. Returns the mark before; null at the first. One caller at a time. */
export async function markSeen(tx: Tx): Promise<{ readonly now: Date; readonly before: Date | null }> {
  const row = await tx.one<{ now: string; before: string | null }>(sql`
    with was as (select seen_at from clock for update)
    update clock set seen_at = clock_timestamp() from was returning clock.seen_at as now, was.seen_at as before`)
  if (!row) throw new Error('The table clock has lost its row.')
  return { now: new Date(row.now), before: row.before === null ? null : new Date(row.before) }
}
