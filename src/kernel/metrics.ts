import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { Counts, Durations } from './durations.ts'
import { OPEN_METRICS, openMetrics } from './open-metrics.ts'

export interface Metrics {
  /** `trace`: where it was traced, by which trace. */
  request(method: string, route: string, status: number, seconds: number, trace?: string): void
  /** A number that is read for each answer of /metrics; left out when it cannot be read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** The same for several things, by a label. */
  gauges(name: string, help: string, label: string, read: () => ByName | Promise<ByName>): void
  /** A counter: the answer adds one, or as many as told. */
  total(name: string, help: string): (more?: number) => void
  /** A counter for each of the names, by a label; the answer adds one for a name. */
  counter(name: string, help: string, label: string, names: readonly string[]): (name: string) => void
  /** How long something took, in buckets, for each of the names. */
  durations(
    name: string,
    help: string,
    label: string,
    names: readonly string[],
    bounds: readonly number[],
  ): (name: string, seconds: number) => void
  /** The same, of one thing. */
  duration(name: string, help: string, bounds: readonly number[]): (seconds: number) => void
  text(as?: 'openmetrics'): Promise<{ type: string; text: string }>
}
type ByName = Readonly<Record<string, number>>

/** What a part of the house counts, made once for each service, so that its series are there from the start. */
export function figuresOf<T>(make: (metrics: Metrics) => T): (metrics: Metrics) => T {
  const known = new WeakMap<Metrics, T>()
  return metrics => {
    const made = known.get(metrics) ?? make(metrics)
    known.set(metrics, made)
    return made
  }
}

/** Clients may send any method: a label for each would let them fill the registry. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const REQUEST_BOUNDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Gauges of Node that end in `_total`, as only counters may; the same stand there by kind as `nodejs_active_resources`. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

let ofProcess: Registry | undefined
/**
 * What Node says of itself, under its usual names, which dashboards expect. Once for all services of a process: nobody can
 * end its observers again, and each would keep what it counts for.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  for (const name of MISNAMED) ofProcess.removeSingleMetric(name)
  return ofProcess
}

export function createMetrics(version: string): Metrics {
  const ofNode = processMetrics()
  const registry = new Registry()
  /** The registry asks a family for nothing but its figures. */
  const own = <T extends Durations | Counts>(family: T): T => {
    registry.registerMetric(family as unknown as Metric)
    return family
  }
  new Gauge({
    name: 'parvis_build_info',
    help: 'Which Parvis this is, on which Node',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
  const duration = own(
    new Durations(
      'parvis_http_request_duration_seconds',
      'Time to answer, by method, route and class of status',
      REQUEST_BOUNDS,
    ),
  )
  const answers = own(new Counts('parvis_http_responses_total', 'Answers, by method, route and status'))
  const classes = new Map<string, ReturnType<Durations['series']>>()
  const known = new Map<
    string,
    { duration: ReturnType<Durations['series']>; count: ReturnType<Counts['series']> }
  >()
  function seriesOf(key: string, method: string, route: string, status: number) {
    const status_class = `${Math.floor(status / 100)}xx`
    const inClass = `${method} ${route} ${status_class}`
    const took = classes.get(inClass) ?? duration.series({ method, route, status: status_class })
    classes.set(inClass, took)
    const series = { duration: took, count: answers.series({ method, route, status: `${status}` }) }
    known.set(key, series)
    return series
  }
  return {
    request(asked, route, status, seconds, trace) {
      const method = METHODS.has(asked) ? asked : 'other'
      const key = `${method} ${route} ${status}`
      const series = known.get(key) ?? seriesOf(key, method, route, status)
      series.duration.observe(seconds, trace)
      series.count()
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
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
        registers: [registry],
        async collect() {
          const now = await Promise.resolve(read()).catch(() => ({}))
          this.reset()
          for (const [one, figure] of Object.entries(now)) this.set({ [label]: one }, figure)
        },
      })
    },
    total(name, help) {
      const counter = new Counter({ name, help, registers: [registry] })
      return more => counter.inc(more ?? 1)
    },
    counter(name, help, label, names) {
      const counts = own(new Counts(name, help))
      // Starts at zero: a series that begins with its first event shows no increase.
      const series = new Map(names.map(one => [one, counts.series({ [label]: one })]))
      return one => series.get(one)?.()
    },
    durations(name, help, label, names, bounds) {
      const durations = own(new Durations(name, help, bounds))
      const series = new Map(names.map(one => [one, durations.series({ [label]: one })]))
      return (one, seconds) => series.get(one)?.observe(seconds)
    },
    duration(name, help, bounds) {
      const series = own(new Durations(name, help, bounds)).series({})
      return seconds => series.observe(seconds)
    },
    async text(as) {
      if (as !== 'openmetrics')
        return {
          type: Registry.PROMETHEUS_CONTENT_TYPE,
          text: `${await ofNode.metrics()}\n${await registry.metrics()}`,
        }
      const families = [...(await ofNode.getMetricsAsJSON()), ...(await registry.getMetricsAsJSON())]
      return { type: OPEN_METRICS, text: openMetrics(families) }
    },
  }
}
