import { type Db, raw, type Sql, sql, type Tx } from './db/db.ts'
import type { Log } from './log.ts'

/**
 * Deletion by age cannot be undone, and a clock can be wrong: a machine may boot a year ahead, until its time server answers. So the
 * database keeps the last time that was trusted, which the job `clock.check` moves on every hour. While the clock is far ahead of it,
 * nothing is deleted by age. The newest row of a table would not do: with a wrong clock, new rows are wrong as well.
 */

/**
 * Longer than an office closes in summer, so that a start after the holidays is nothing special. A clock that is wrong by less
 * deletes what would have been due within the same time.
 */
export const MOST_DAYS_AHEAD = 35
const MOST_AHEAD = `${MOST_DAYS_AHEAD} days`

/** After so many hours of work by the new time it is trusted: the installation had only been switched off, and was alerted meanwhile. */
export const MOST_HOURS_IN_DOUBT = 7 * 24

/** In a statement; every removal by age has it (`kernel/retention.ts`). Read once for each statement. */
export const CLOCK_IS_CREDIBLE = `(select now() < trusted_at + interval '${MOST_AHEAD}' from clock)`
export const clockIsCredible: Sql = raw(CLOCK_IS_CREDIBLE)

export interface ClockState {
  /** The database's clock: what is deleted outside of a statement is as old as this one says. */
  readonly now: Date
  readonly credible: boolean
  readonly trusted_at: string
  readonly days_ahead: number
  /** How long it still takes until the clock is trusted by itself. */
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

/** The job `clock.check`. A clock that was set back by as much is trusted after the same time: it may have been trusted wrongly. */
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

/** An operator has looked: the clock is right. */
export const acceptClock = (tx: Tx) => tx.run(sql`update clock set trusted_at = now(), hours_in_doubt = 0`)
