import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../kernel/db/database.ts'
import type { ConnectionConfig } from '../kernel/db/db.ts'
import type { Replica } from '../kernel/db/replica.ts'
import { isPooledByTransaction, pooled } from '../kernel/db/server-state.ts'
import { explain } from './explanations.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Long enough for an up-to-date replica to reach the primary's present position. */
const FOLLOWS_MS = 2_000

/** For `doctor`: checked once, outside of the service. */
export async function replicaFinding(primary: ConnectionConfig, replica: ConnectionConfig): Promise<Finding> {
  if (await isPooledByTransaction(replica).catch(() => false))
    return wrong('replica', pooled('DATABASE_READ_URL'), explain('replica_pooled'))
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
      explain('replica_away'),
    )
  return !isLate
    ? ok('replica', `answers, ${lag.toFixed(1)} s behind`, explain('replica'))
    : wrong(
        'replica',
        `has not come in ${lag.toFixed(1)} s to where the primary stood: later than 15 s, it is not read`,
        explain('replica_late'),
      )
}
