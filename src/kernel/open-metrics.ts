import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Sample } from './durations.ts'

/** The same figures in OpenMetrics' words, which have a place for exemplars; for who asks for them. */

export const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

export const wantsOpenMetrics = (accept: string | undefined) =>
  accept?.includes('application/openmetrics-text') === true

type Family = MetricObjectWithValues<MetricValue<string>>

export function openMetrics(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, help, type, values }) => {
    const counter = String(type) === 'counter'
    const family = counter ? name.replace(/_total$/, '') : name
    return [
      `# HELP ${family} ${escaped(help)}`,
      `# TYPE ${family} ${type}`,
      ...(values as Sample[]).map(
        ({ metricName = counter ? `${family}_total` : name, labels, value, exemplar }) =>
          `${metricName}${inBraces(labels)} ${spelt(value)}${
            exemplar
              ? ` # ${inBraces(exemplar.labelSet)} ${exemplar.value} ${exemplar.timestamp.toFixed(3)}`
              : ''
          }`,
      ),
    ]
  })
  return `${lines.join('\n')}\n# EOF\n`
}

function inBraces(labels: Sample['labels']): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return all.length === 0 ? '' : `{${all.join(',')}}`
}

const escaped = (text: string) => text.replace(/[\\\n"]/g, found => (found === '\n' ? '\\n' : `\\${found}`))

const spelt = (value: number) =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : `${value}`
