import { memoizedMetrics } from '../kernel/metrics.ts'
import { SOURCE_KINDS } from './shapes.ts'

/** Metrics of the runs on this node. */
export const importFigures = memoizedMetrics(metrics => ({
  runs: metrics.counter('parvis_import_runs_total', 'Runs of import sources, by how they ended', 'outcome', [
    'succeeded',
    'partial',
    'failed',
  ]),
  took: metrics.durations(
    'parvis_import_duration_seconds',
    'From asking a source to the end of what was taken from it, by kind of source',
    'kind',
    SOURCE_KINDS,
    [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
  ),
}))
