import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void
  /** A number that is read for each answer of /metrics; left out when it cannot be read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** The same for several things, by a label. */
  gauges(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void
  /** A counter: the answer adds one. */
  total(name: string, help: string): () => void
  /** A counter for each of the names, by a label; the answer adds one for a name. */
  counter(name: string, help: string, label: string, names: readonly string[]): (name: string) => void
  text(): Promise<string>
  readonly contentType: string
}

/** Clients may send any method: a label for each would let them fill the registry. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

let ofProcess: Registry | undefined
/**
 * What Node says of itself, under its usual names, which dashboards expect. Once for all services of a process: nobody can
 * end its observers again, and each would keep what it counts for.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

export function createMetrics(version: string): Metrics {
  const ofNode = processMetrics()
  const registry = new Registry()
  new Gauge({
    name: 'parvis_build_info',
    help: 'Which Parvis this is, on which Node',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
  const duration = new Histogram({
    name: 'parvis_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const answers = new Counter({
    name: 'parvis_http_responses_total',
    help: 'Answers, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  })
  const known = new Map<
    string,
    { duration: Histogram.Internal<'method' | 'route'>; answers: Counter.Internal }
  >()
  return {
    request(asked, route, status, seconds) {
      const method = METHODS.has(asked) ? asked : 'other'
      const key = `${method} ${route} ${status}`
      let series = known.get(key)
      if (!series) {
        series = {
          duration: duration.labels({ method, route }),
          answers: answers.labels({ method, route, status }),
        }
        known.set(key, series)
      }
      series.duration.observe(seconds)
      series.answers.inc()
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
        collect() {
          for (const [one, figure] of Object.entries(read())) this.set({ [label]: one }, figure)
        },
      })
    },
    total(name, help) {
      const counter = new Counter({ name, help, registers: [registry] })
      return () => counter.inc()
    },
    counter(name, help, label, names) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      // Starts at zero: a series that begins with its first event shows no increase.
      for (const one of names) counter.inc({ [label]: one }, 0)
      return one => counter.inc({ [label]: one })
    },
    text: async () => `${await ofNode.metrics()}\n${await registry.metrics()}`,
    contentType: registry.contentType,
  }
}
