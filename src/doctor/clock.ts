import { clockAhead, MOST_SECONDS } from '../health/clock.ts'
import type { Database } from '../kernel/db/database.ts'
import { type Finding, ok, wrong } from './finding.ts'
import { say } from './sentences.ts'

/** Nothing says why when the clocks differ: people are refused, and one node refuses whom another has let in. */
export async function clock(db: Pick<Database, 'pool'>, now = Date.now): Promise<Finding> {
  const ahead = await clockAhead(db, now)
  const seconds = Math.abs(ahead)
  if (seconds <= MOST_SECONDS) return ok('clock', 'that of the database', say('clock'))
  return wrong(
    'clock',
    `this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database: let both ask a time server (NTP); ` +
      'until then tokens and codes of a second factor may be refused',
    say('clock_off', { n: seconds }),
  )
}
