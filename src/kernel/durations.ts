/** What is counted with every request: numbers in arrays, a few nanoseconds each, where a library hashes the labels again. */

type Labels = Readonly<Record<string, string>>

interface Exemplar {
  readonly labelSet: Labels
  readonly value: number
  readonly timestamp: number
}
export interface Sample {
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  readonly exemplar?: Exemplar | undefined
}
/** As the registry takes it. */
interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'histogram' | 'counter'
  get(): { name: string; help: string; type: string; values: Sample[] }
}

/** One series of a histogram. */
class Series {
  readonly #bounds: readonly number[]
  readonly #labels: Labels
  readonly #counts: number[]
  readonly #exemplars: (Exemplar | undefined)[] = []
  #sum = 0

  constructor(bounds: readonly number[], labels: Labels) {
    this.#bounds = bounds
    this.#labels = labels
    this.#counts = Array(bounds.length + 1).fill(0)
  }

  /** `trace`: the id of a trace that shows how one such took so long. */
  observe(seconds: number, trace?: string): void {
    const bounds = this.#bounds
    let at = 0
    while (at < bounds.length && seconds > (bounds[at] as number)) at++
    this.#counts[at] = (this.#counts[at] as number) + 1
    this.#sum += seconds
    if (trace !== undefined)
      this.#exemplars[at] = { labelSet: { trace_id: trace }, value: seconds, timestamp: Date.now() / 1000 }
  }

  samples(name: string): Sample[] {
    let soFar = 0
    const buckets = this.#counts.map((count, at): Sample => {
      soFar += count
      const le = this.#bounds[at] ?? '+Inf'
      return {
        metricName: `${name}_bucket`,
        labels: { le, ...this.#labels },
        value: soFar,
        exemplar: this.#exemplars[at],
      }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: this.#labels, value: this.#sum },
      { metricName: `${name}_count`, labels: this.#labels, value: soFar },
    ]
  }
}

export class Durations implements Family {
  readonly type = 'histogram'
  readonly #series: Series[] = []
  readonly name: string
  readonly help: string
  readonly #bounds: readonly number[]

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name
    this.help = help
    this.#bounds = bounds
  }

  series(labels: Labels): Series {
    const series = new Series(this.#bounds, labels)
    this.#series.push(series)
    return series
  }

  get() {
    const values = this.#series.flatMap(series => series.samples(this.name))
    return { name: this.name, help: this.help, type: this.type, values }
  }
}

export class Counts implements Family {
  readonly type = 'counter'
  readonly #series: { readonly labels: Labels; value: number }[] = []
  readonly name: string
  readonly help: string

  constructor(name: string, help: string) {
    this.name = name
    this.help = help
  }

  /** The answer adds one. */
  series(labels: Labels): (more?: number) => void {
    const series = { labels, value: 0 }
    this.#series.push(series)
    return (more = 1) => {
      series.value += more
    }
  }

  get() {
    const values = this.#series.map(({ labels, value }): Sample => ({ labels, value }))
    return { name: this.name, help: this.help, type: this.type, values }
  }
}
