import { type ClockState, readClock } from '../../kernel/db/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { clockAhead, MOST_SECONDS } from '../health/clock.ts'
import { explain } from './explanations.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Wrong clocks cause refusals without an explanation elsewhere: one node refuses a token that another issued. */
export async function clock(db: Pick<Database, 'pool'>, now = Date.now): Promise<Finding> {
  // Undefined while migrations are missing, which has its own finding.
  const trusted = await readClock(db.pool).catch(() => undefined)
  if (trusted && !trusted.credible) return inDoubt(trusted)
  const ahead = await clockAhead(db, now)
  const seconds = Math.abs(ahead)
  if (seconds <= MOST_SECONDS) return ok('clock', 'agrees with the database', explain('clock'))
  return wrong(
    'clock',
    `this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database: let both ask a time server (NTP); ` +
      'until then tokens and codes of a second factor may be refused',
    explain('clock_off', { n: seconds }),
  )
}

const inDoubt = ({ trusted_at, days_ahead, hours_left }: ClockState): Finding =>
  wrong(
    'clock',
    `the database's is ${days_ahead} days ahead of the last time that was trusted (${trusted_at}), so nothing is deleted by age. ` +
      'Is it wrong: set it right (NTP). Is it right, after a long pause or a restore: parvis clock accept, ' +
      `or in ${hours_left} h of work it is trusted by itself`,
    explain('clock_in_doubt', { n: days_ahead }),
  )
