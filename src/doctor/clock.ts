import type { Database } from '../kernel/db/database.ts'
import { sql } from '../kernel/db/db.ts'
import { type Finding, note, ok, wrong } from './finding.ts'
import { say } from './sentences.ts'

/** A code of a second factor is good for half a minute before and after its own, a token for a minute before it was made. */
const MOST_SECONDS = 30

/**
 * Tokens, codes and signatures are held against this machine's clock, what is due and how long a lease lasts against the
 * database's. Nothing says why when they differ: people are refused, and one node refuses whom another has let in.
 */
export async function clock({ pool }: Pick<Database, 'pool'>, now = Date.now): Promise<Finding> {
  const asked = now()
  const row = await pool.one<{ at: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  )
  const answered = now()
  if (!row) return note('clock', 'cannot be compared', say('unanswered'))
  // It was read at some time in between.
  const ahead = row.at < asked ? asked - row.at : Math.min(0, answered - row.at)
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  if (seconds <= MOST_SECONDS) return ok('clock', 'that of the database', say('clock'))
  return wrong(
    'clock',
    `this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database: let both ask a time server (NTP); ` +
      'until then tokens and codes of a second factor may be refused',
    say('clock_off', { n: seconds }),
  )
}
