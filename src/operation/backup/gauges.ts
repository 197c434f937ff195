import type { Database } from '../../kernel/db/database.ts'
import type { Metrics } from '../../kernel/telemetry/metrics.ts'
import { hasFailed, type Runs, recentRuns } from './runs.ts'

/**
 * Gauges of automatic backups, only on nodes with a backup destination. The values come from the database, so all nodes
 * agree.
 */
export function backupGauges(metrics: Metrics, db: Database): void {
  const gauge = (name: string, help: string, figure: (runs: Runs) => number) =>
    metrics.gauge(`parvis_backup_${name}`, help, async () => figure(await recentRuns(db.pool)))
  const seconds = ({ good }: Runs) => good?.seconds ?? 0
  // Infinity before the first backup, so that an alert on the age fires too.
  gauge(
    'age_seconds',
    'Since the moment that the last good backup holds',
    ({ good }) => good?.age ?? Infinity,
  )
  gauge('failed', '1 when the last backup could not be made or proved', runs => Number(hasFailed(runs)))
  gauge('bytes', 'How large the last good backup is', ({ good }) => good?.bytes ?? 0)
  gauge('seconds', 'How long it took to make it and to restore it on trial', seconds)
}
