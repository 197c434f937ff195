import type { Metric, OpenMetricsContentType, Registry } from 'prom-client'

/**
 * How many requests were answered, and how fast. Counted here, and written in the form of prom-client when they are asked
 * for: its histogram and its counter take six times as long for each request, to find the series by its labels.
 */

const BOUNDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const DURATIONS = 'parvis_http_request_duration_seconds'
/** As a counter, which gets `_total`. */
const ANSWERS = 'parvis_http_responses'

/** The trace of the latest request within a bound. */
interface Exemplar {
  readonly labelSet: { readonly trace_id: string }
  readonly value: number
  readonly timestamp: number
}

interface Durations {
  readonly labels: object
  /** By bound; the last one has none. */
  readonly counts: number[]
  readonly exemplars: (Exemplar | undefined)[]
  sum: number
}

interface Answers {
  readonly labels: object
  readonly durations: Durations
  count: number
}

export class RequestFigures {
  readonly #answers = new Map<string, Answers>()
  /** By class of status. */
  readonly #durations = new Map<string, Durations>()

  constructor(registry: Registry<OpenMetricsContentType>) {
    const register = (name: string, help: string, type: 'counter' | 'histogram', values: () => unknown[]) => {
      const metric = { name, help, type, get: async () => ({ name, help, type, values: values() }) }
      registry.registerMetric(metric as unknown as Metric<string>)
    }
    register(DURATIONS, 'Time to answer, by method, route and class of status', 'histogram', () =>
      [...this.#durations.values()].flatMap(valuesOf),
    )
    register(ANSWERS, 'Answers, by method, route and status', 'counter', () =>
      [...this.#answers.values()].map(({ labels, count: value }) => ({ labels, value })),
    )
  }

  /** Counts an answer of this kind. */
  of(method: string, route: string, status: number): (seconds: number, trace?: string) => void {
    const key = `${method}${status}${route}`
    const answers = this.#answers.get(key) ?? this.#begin(key, method, route, status)
    const { durations } = answers
    return (seconds, trace) => {
      answers.count++
      let bound = 0
      while (bound < BOUNDS.length && seconds > (BOUNDS[bound] ?? 0)) bound++
      durations.counts[bound] = (durations.counts[bound] ?? 0) + 1
      durations.sum += seconds
      if (trace === undefined) return
      const labelSet = { trace_id: trace }
      durations.exemplars[bound] = { labelSet, value: seconds, timestamp: Date.now() / 1_000 }
    }
  }

  #begin(key: string, method: string, route: string, status: number): Answers {
    const ofClass = { method, route, status: `${Math.floor(status / 100)}xx` }
    const name = Object.values(ofClass).join(' ')
    const durations = this.#durations.get(name) ?? {
      labels: ofClass,
      exemplars: [],
      sum: 0,
      counts: [...BOUNDS, 0].map(() => 0),
    }
    this.#durations.set(name, durations)
    const answers = { labels: { method, route, status: `${status}` }, durations, count: 0 }
    this.#answers.set(key, answers)
    return answers
  }
}

function valuesOf({ labels: sharedLabels, counts, exemplars, sum }: Durations) {
  let value = 0
  const buckets = counts.map((count, at) => {
    value += count
    const labels = { le: BOUNDS[at] ?? '+Inf' }
    return { metricName: `${DURATIONS}_bucket`, labels, sharedLabels, value, exemplar: exemplars[at] }
  })
  return [
    ...buckets,
    { metricName: `${DURATIONS}_sum`, labels: {}, sharedLabels, value: sum },
    { metricName: `${DURATIONS}_count`, labels: {}, sharedLabels, value },
  ]
}
