import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  openMetricsContentType,
  Registry,
} from 'prom-client'
import { RequestFigures } from './request-figures.ts'

export interface Metrics {
  /** Returns what counts an answer of this kind; `trace`: the trace id, when the request was traced. */
  answers(method: string, route: string, status: number): (seconds: number, trace?: string) => void
  /** Reads a number for each scrape of /metrics; left out when reading fails. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** A gauge with a label. */
  gauges(name: string, help: string, label: string, read: () => ByName | Promise<ByName>): void
  /** A counter: the returned function adds one, or `more`. */
  total(name: string, help: string): (more?: number) => void
  /** A counter with a label: the returned function adds one for a name. */
  counter(name: string, help: string, label: string, names: readonly string[]): (name: string) => void
  /** A histogram of durations with a label. */
  durations(
    name: string,
    help: string,
    label: string,
    names: readonly string[],
    bounds: readonly number[],
  ): (name: string, seconds: number) => void
  /** A histogram of durations. */
  duration(name: string, help: string, bounds: readonly number[]): (seconds: number) => void
  /** All metrics, as OpenMetrics if `accept` asks for it, otherwise as Prometheus text. */
  text(accept: string | undefined): Promise<{ type: string; text: string }>
}
type ByName = Readonly<Record<string, number>>

/** Creates the metrics of a folder once per service, so that their series exist from the start. */
export function memoizedMetrics<T>(make: (metrics: Metrics) => T): (metrics: Metrics) => T {
  const known = new WeakMap<Metrics, T>()
  return metrics => {
    const made = known.get(metrics) ?? make(metrics)
    known.set(metrics, made)
    return made
  }
}

/** Clients may send any method: other methods share a label, so that they cannot fill the registry. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Gauges of prom-client with the suffix `_total`, which is for counters; `nodejs_active_resources` has the same values. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** prom-client keeps exemplars in a registry of this type only. */
function newRegistry(): Registry<OpenMetricsContentType> {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(openMetricsContentType)
  return registry
}

let ofProcess: Registry<OpenMetricsContentType> | undefined
/**
 * prom-client's default metrics of Node, which dashboards expect. One registry per process, because their observers cannot
 * be stopped.
 */
function processMetrics(): Registry<OpenMetricsContentType> {
  if (ofProcess) return ofProcess
  ofProcess = newRegistry()
  collectDefaultMetrics({ register: ofProcess })
  for (const name of MISNAMED) ofProcess.removeSingleMetric(name)
  return ofProcess
}

export function createMetrics(version: string): Metrics {
  const ofNode = processMetrics()
  const registry = newRegistry()
  const registers = [registry]
  new Gauge({
    name: 'parvis_build_info',
    help: 'Which Parvis this is, on which Node',
    labelNames: ['version', 'node'] as const,
    registers,
  }).set({ version, node: process.versions.node }, 1)
  const requests = new RequestFigures(registry)
  return {
    answers: (asked, route, status) => requests.of(METHODS.has(asked) ? asked : 'other', route, status),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          try {
            this.set(await read())
          } catch {
            this.remove()
          }
        },
      })
    },
    gauges(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          const now = await Promise.resolve(read()).catch(() => ({}))
          this.reset()
          for (const [one, figure] of Object.entries(now)) this.set({ [label]: one }, figure)
        },
      })
    },
    total(name, help) {
      const counter = new Counter({ name, help, registers })
      return more => counter.inc(more ?? 1)
    },
    counter(name, help, label, names) {
      const counter = new Counter({ name, help, labelNames: [label], registers })
      // Starts at zero: `increase()` misses the first event of a new series.
      for (const one of names) counter.inc({ [label]: one }, 0)
      return one => counter.inc({ [label]: one })
    },
    durations(name, help, label, names, bounds) {
      const durations = new Histogram({ name, help, labelNames: [label], buckets: [...bounds], registers })
      for (const one of names) durations.zero({ [label]: one })
      return (one, seconds) => durations.observe({ [label]: one }, seconds)
    },
    duration(name, help, bounds) {
      const duration = new Histogram({ name, help, buckets: [...bounds], registers })
      return seconds => duration.observe(seconds)
    },
    async text(accept) {
      const text = (await ofNode.metrics()).replace(/# EOF\n$/, '') + (await registry.metrics())
      return accept?.includes('application/openmetrics-text')
        ? { type: openMetricsContentType, text }
        : { type: Registry.PROMETHEUS_CONTENT_TYPE, text: prometheusText(text) }
    },
  }
}

/** prom-client renames counters after writing OpenMetrics, so the older format is derived from it: `_total`, no exemplars. */
const prometheusText = (openMetrics: string): string =>
  openMetrics
    .replaceAll(/^# HELP (\S+)(.*)\n# TYPE \1 counter$/gm, '# HELP $1_total$2\n# TYPE $1_total counter')
    .replaceAll(/ # \{trace_id="\w+"\} \S+ \S+$/gm, '')
    .replace(/# EOF\n$/, '')
