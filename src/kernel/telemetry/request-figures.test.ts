import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Counter,
  Histogram,
  type OpenMetricsContentType,
  openMetricsContentType,
  Registry,
} from 'prom-client'
import { RequestFigures } from './request-figures.ts'

test('answered requests are told as a histogram and a counter of prom-client tell them, with the trace of the latest', async () => {
  const [own, theirs] = [0, 1].map(() => {
    const registry = new Registry<OpenMetricsContentType>()
    registry.setContentType(openMetricsContentType)
    return registry
  }) as [Registry<OpenMetricsContentType>, Registry<OpenMetricsContentType>]
  const figures = new RequestFigures(own)
  const registers = [theirs]
  const durations = new Histogram<string>({
    name: 'parvis_http_request_duration_seconds',
    help: 'Time to answer, by method, route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    enableExemplars: true,
    registers,
  })
  const answers = new Counter({
    name: 'parvis_http_responses_total',
    help: 'Answers, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requests: [method: string, route: string, status: number, seconds: number, trace?: string][] = [
    ['GET', '/a', 200, 0.001],
    ['GET', '/a', 204, 0.0025, 'aa'],
    ['GET', '/a', 200, 0.0026, 'bb'],
    ['GET', '/a', 404, 7, 'cc'],
    ['other', '/"b"', 500, 5, 'dd'],
    ['other', '/"b"', 500, 4, 'ee'],
  ]
  for (const [method, route, status, value, trace] of requests) {
    figures.of(method, route, status)(value, trace)
    const labels = { method, route, status: `${Math.floor(status / 100)}xx` }
    durations.observe({ labels, value, ...(trace && { exemplarLabels: { trace_id: trace } }) })
    answers.inc({ method, route, status: `${status}` })
  }
  const text = async (registry: Registry<OpenMetricsContentType>) =>
    (await registry.metrics()).replaceAll(/(?<=# .* )\d{10}[\d.]*$/gm, 'now')
  assert.equal(await text(own), await text(theirs))
  assert.match(await text(own), /trace_id="ee"\} 4 now/)
})
