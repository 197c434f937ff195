import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../kernel/db/database.ts'
import type { ConnectionConfig } from '../../kernel/db/db.ts'
import type { Replica } from '../../kernel/db/replica.ts'
import { isPooledByTransaction, pooled } from '../../kernel/db/server-state.ts'
import { explain } from './explanations.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Time for an up-to-date replica to reach the primary's current position. */
const FOLLOWS_MS = 2_000

/** For `doctor`, which runs outside of the service and checks once. */
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

/** `isLate`: `doctor` waits for the replica to catch up; the service has been watching it. */
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
