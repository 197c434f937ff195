import type { Database } from '../../kernel/db/database.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Log } from '../../kernel/telemetry/log.ts'

/**
 * Tokens, codes and signatures depend on this machine's clock, due times and leases on the database's. A node whose
 * clock differs refuses the other nodes' tokens, and they refuse its own.
 */

/** A second-factor code is valid for half a minute before and after, a token for a minute before it was issued. */
export const MOST_SECONDS = 30
/**
 * Beyond this tokens are refused, so the node takes no requests. Below it, a balancer without nodes would do more
 * harm.
 */
const USELESS_SECONDS = 300

/** Seconds that this machine is ahead of the database; negative: behind. Zero within the duration of the query. */
export function aheadOf(asked: number, database: number, answered: number): number {
  const ms = database < asked ? asked - database : Math.min(0, answered - database)
  return Math.round(ms / 1_000)
}

export const DATABASE_TIME = sql`(extract(epoch from clock_timestamp()) * 1000)::float8`

export async function clockAhead({ pool }: Pick<Database, 'pool'>, now = Date.now): Promise<number> {
  const asked = now()
  const row = await pool.one<{ at: number }>(sql`select ${DATABASE_TIME} as at`)
  if (!row) throw new Error('The query returned no row.')
  return aheadOf(asked, row.at, now())
}

export const isUseful = (ahead: number) => Math.abs(ahead) <= USELESS_SECONDS

const LOOK_MS = 30_000
const REMIND_MS = 600_000

export const OF_THE_CLOCK = {
  off: 'the clock of this machine is not that of the database: tokens and codes are refused',
  back: 'the clock of this machine is that of the database again',
} as const

/** Logs a difference when it appears, every ten minutes, and when it is over. */
export function watchClock(db: Database, log: Log): { stop(): void } {
  let lastTold: number | undefined
  const tell = (ahead: number) => {
    const off = Math.abs(ahead) > MOST_SECONDS
    if (off && (lastTold === undefined || performance.now() - lastTold >= REMIND_MS)) {
      lastTold = performance.now()
      log.warn({ ahead_seconds: ahead }, OF_THE_CLOCK.off)
    } else if (!off && lastTold !== undefined) {
      lastTold = undefined
      log.info({ ahead_seconds: ahead }, OF_THE_CLOCK.back)
    }
  }
  // A database that is away is logged elsewhere.
  const look = () => void clockAhead(db).then(tell, () => {})
  look()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
