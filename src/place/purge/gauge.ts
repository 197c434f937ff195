import type { Database } from '../../kernel/db/database.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Metrics } from '../../kernel/telemetry/metrics.ts'
import { behind } from './queries.ts'

export function purgeGauge(metrics: Metrics, db: Database, { placePurge }: Config): void {
  if (!placePurge) return
  metrics.gauge(
    'parvis_place_caches_behind_seconds',
    'Age of the oldest change that a cache in front of the pages was not told of',
    async () => Math.max(...(await behind(db.pool, placePurge.urls)).map(({ seconds }) => seconds)),
  )
}
