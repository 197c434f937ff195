import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, ok, wrong } from './doctor/finding.ts'
import { say } from './doctor/sentences.ts'
import { connect } from './kernel/db/database.ts'
import type { Connection } from './kernel/db/db.ts'
import type { Replica } from './kernel/db/replica.ts'
import type { Log } from './kernel/log.ts'
import type { Metrics } from './kernel/metrics.ts'

/** Reports the state of the replica. While it is lost, public reads go to the primary. */

const SAYS = {
  ok: 'public reads come from the replica',
  late: 'the replica is late: public reads go to the primary until it has caught up',
  away: 'the replica cannot be read: public reads go to the primary until it is back',
} as const

/** Logged when it changes, not for each request. */
export async function watchReplica(replica: Replica, log: Log, metrics: Metrics): Promise<void> {
  replica.onChange(({ state, lag, reason }) =>
    log[state === 'ok' ? 'info' : 'warn']({ replica: state, lag_seconds: lag, reason }, SAYS[state]),
  )
  metrics.gauge('parvis_replica_read', '1 while public reads come from the replica', () =>
    replica.now.state === 'ok' ? 1 : 0,
  )
  metrics.gauge(
    'parvis_replica_lag_seconds',
    'How old what the replica shows is; NaN when it cannot be told',
    () => (replica.now.lag === undefined ? Number.NaN : replica.now.lag),
  )
  await replica.watch()
}

/** Long enough for an up-to-date replica to reach the primary's present position. */
const FOLLOWS_MS = 2_000

/** For `doctor`: checked once, outside of the service. */
export async function replicaFinding(primary: Connection, replica: Connection): Promise<Finding> {
  const db = connect(primary, replica)
  try {
    const until = performance.now() + FOLLOWS_MS
    do {
      await db.replica?.look()
      await sleep(200)
    } while (performance.now() < until)
    const now: Partial<Replica['now']> = db.replica?.now ?? {}
    return findingOf(now, (now.lag ?? 0) >= 1)
  } finally {
    await db.close()
  }
}

/** `doctor` waits for it to catch up; a service that runs has been watching it. */
export function findingOf({ state, lag = 0, reason }: Partial<Replica['now']>, isLate: boolean): Finding {
  if (state === 'away')
    return wrong(
      'replica',
      `DATABASE_READ_URL: ${reason}: public reads go to the primary`,
      say('replica_away'),
    )
  return !isLate
    ? ok('replica', `answers, ${lag.toFixed(1)} s behind`, say('replica'))
    : wrong(
        'replica',
        `has not come in ${lag.toFixed(1)} s to where the primary stood: later than 15 s, it is not read`,
        say('replica_late'),
      )
}
