import { setTimeout as sleep } from 'node:timers/promises'
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
  const about = 'replica'
  const db = connect(primary, replica)
  try {
    const until = performance.now() + FOLLOWS_MS
    do {
      await db.replica?.look()
      await sleep(200)
    } while (performance.now() < until)
    const { state, lag = 0, reason } = db.replica?.now ?? {}
    if (state === 'away')
      return { state: 'wrong', about, says: `DATABASE_READ_URL: ${reason}: public reads go to the primary` }
    return lag < 1
      ? { state: 'ok', about, says: `answers, ${lag.toFixed(1)} s behind` }
      : {
          state: 'wrong',
          about,
          says: `has not come in ${lag.toFixed(1)} s to where the primary stood: later than 15 s, it is not read`,
        }
  } finally {
    await db.close()
  }
}

interface Finding {
  readonly state: 'ok' | 'wrong'
  readonly about: string
  readonly says: string
}
