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
