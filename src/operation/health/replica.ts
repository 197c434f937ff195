import type { HostEvent } from '../../kernel/db/hosts.ts'
import type { Replica } from '../../kernel/db/replica.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import type { Metrics } from '../../kernel/telemetry/metrics.ts'

/**
 * Logs which server is the primary, and the state of the replica. While it is lost, public reads go to the primary.
 */

export const SAYS = {
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
  const { hosts } = replica.connection
  // Otherwise a promoted replica would be read on, also while others follow it: no connection to it fails.
  if (hosts?.several) hosts.watch(() => {})
  await replica.watch()
}

export const OF_SERVERS = {
  taken: 'this server is written to from now on',
  moved:
    'the address leads to another server (or it was started again): connections to the one before were ended',
  replaced: 'this server takes writes and is left alone: another one was promoted in its place. Stop it',
  second: 'a second server takes writes: stop one of the two',
} as const

export function tellOfServers({ what, ...fields }: HostEvent, log: Log): void {
  log[what === 'taken' || what === 'moved' ? 'info' : 'error'](fields, OF_SERVERS[what])
}
