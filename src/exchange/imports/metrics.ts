import { namesOf } from '../../../shared/fields/field.ts'
import { RUN_ENDINGS, SOURCE_KINDS } from '../../../shared/words/imports.ts'
import { memoizedMetrics } from '../../kernel/telemetry/metrics.ts'

/** Metrics of the runs on this node. */
export const importFigures = memoizedMetrics(metrics => ({
  runs: metrics.counter(
    'parvis_import_runs_total',
    'Runs of import sources, by how they ended',
    'outcome',
    namesOf(RUN_ENDINGS),
  ),
  took: metrics.durations(
    'parvis_import_duration_seconds',
    'From asking a source to the end of what was taken from it, by kind of source',
    'kind',
    namesOf(SOURCE_KINDS),
    [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
  ),
}))
