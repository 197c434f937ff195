// A process of its own: the tracer is the process's.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startApp } from './app.ts'
import { eventually } from './eventually.ts'
import { mailJobs } from './fixtures/mail-post.ts'
import { times } from './fuzz/asking.ts'
import { PASSWORD, signInAt } from './sign-in.ts'

interface Sent {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: string } }[]
  readonly status: { code?: number }
}

/** A collector that stores what it receives. */
async function collector(status = () => 200) {
  const bodies: string[] = []
  const asked: { path: string; headers: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', piece => {
      body += piece
    })
    request.on('end', () => {
      asked.push({ path: request.url ?? '', headers: request.headers })
      if (status() === 200) bodies.push(body)
      response.writeHead(status()).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    text: () => bodies.join('\n'),
    resources: () => bodies.map(body => JSON.parse(body).resourceSpans[0].resource.attributes),
    spans: (): Sent[] => bodies.flatMap(body => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans),
    close: () => server.close(),
  }
}
const value = (span: Sent | undefined, key: string) => {
  const found = span?.attributes.find(each => each.key === key)?.value
  return found?.stringValue ?? found?.intValue
}

const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', id: '00f067aa0ba902b7' }
const EMAIL = 'trace-de-quelquun@example.org'

test('a request, its statements, its job and the mail are one trace, without a word of anybody', async () => {
  const lines: string[] = []
  const sink = await collector()
  const app = await startApp({
    env: {
      PROCESS: 'all',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${sink.url}/otlp/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=essai,service.name=other',
      OTEL_SERVICE_NAME: 'parvis-essai',
    },
    jobs: mailJobs,
    log: line => void lines.push(line),
  })
  const headers = { traceparent: `00-${CALLER.trace}-${CALLER.id}-01` }
  const asked = { email: EMAIL, password: PASSWORD, name: 'Zénobie Quidam' }
  assert.equal((await signInAt(app).post('/sign-up/email', asked, { headers })).status, 200)
  await app.anyone.get('/communes?q=in-the-query')
  await eventually(async () => lines.some(line => line.includes('"mail written')), 'the mail has left')
  const metrics = await fetch(`${app.url}/metrics`, { headers: { accept: 'application/openmetrics-text' } })
  const exemplars = await metrics.text()
  await app.stop()

  const spans = sink.spans()
  const ours = spans.filter(({ traceId }) => traceId === CALLER.trace)
  const [request, ...more] = ours.filter(({ kind }) => kind === 2)
  assert.equal(more.length, 0)
  assert.equal(request?.parentSpanId, CALLER.id)
  assert.equal(request?.name, `POST ${value(request, 'http.route')}`)
  assert.equal(value(request, 'http.response.status_code'), '200')
  const parentOf = (span: Sent | undefined) => spans.find(({ spanId }) => spanId === span?.parentSpanId)
  const mail = ours.find(({ name }) => name === 'mail verify-email')
  assert.equal(value(mail, 'parvis.mail.outcome'), 'sent')
  const job = parentOf(mail)
  assert.deepEqual([job?.name, job?.kind], ['mail.send', 5])
  const sending = parentOf(job)
  assert.deepEqual([sending?.name, sending?.kind], ['send mail.send', 4])
  const above = new Set<string | undefined>()
  for (let span = sending; span; span = parentOf(span)) above.add(span.spanId)
  assert.ok(above.has(request?.spanId), 'what the request enqueued is below it')
  const insert = ours.find(span => value(span, 'db.query.text')?.startsWith('insert into mails'))
  assert.match(value(insert, 'db.query.text') ?? '', /values \(\$1, \$2/)
  for (const span of spans)
    assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name)

  assert.doesNotMatch(sink.text(), /quelquun|Zénobie|mot de passe|in-the-query|127\.0\.0\.1/)
  assert.deepEqual([sink.asked[0]?.path, sink.asked[0]?.headers['x-api-key']], ['/otlp/v1/traces', 'a key'])
  const resource = sink.resources()[0] as Sent['attributes']
  assert.deepEqual(
    ['service.name', 'deployment.environment.name'].map(
      name => resource.find(({ key }) => key === name)?.value,
    ),
    [{ stringValue: 'parvis-essai' }, { stringValue: 'essai' }],
  )
  const inLog = lines.filter(line => line.includes(`"trace_id":"${CALLER.trace}"`))
  assert.ok(
    inLog.some(line => line.includes('"request"')) && inLog.some(line => line.includes('"mail written')),
  )
  assert.match(exemplars, new RegExp(`_bucket\\{.*\\} \\d+ # \\{trace_id="${CALLER.trace}"\\}`))
  assert.ok(exemplars.endsWith('# EOF\n'))
})

test("a caller's sampled flag is ignored; an unsampled one is honoured", async () => {
  const sink = await collector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }
  const askedOf = async (share: string, flags: string) => {
    const app = await startApp({ env: { ...env, OTEL_TRACES_SAMPLER_ARG: share } })
    for (const trace of [`${'0'.repeat(31)}1`, 'f'.repeat(32)])
      await fetch(`${app.url}/api/v1/communes?q=x`, {
        headers: { 'x-app-source': 'public', traceparent: `00-${trace}-${CALLER.id}-${flags}` },
      })
    const before = sink.spans().length
    await app.stop()
    return sink.spans().length - before
  }
  assert.equal(await askedOf('0', '01'), 0)
  assert.equal(await askedOf('1', '00'), 0)
  assert.notEqual(await askedOf('1', '01'), 0)
})

test('a failing collector delays no request and fills no memory: spans are dropped and counted', async () => {
  const lines: string[] = []
  const sink = await collector(() => 400)
  const app = await startApp({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url },
    log: line => void lines.push(line),
  })
  const ask = () => fetch(`${app.url}/api/v1/communes?q=x`, { headers: { 'x-app-source': 'public' } })
  const dropped = async () =>
    Number(
      /^parvis_trace_spans_dropped_total (\d+)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1],
    )
  const rounds = async () => {
    for (let round = 0; round < 15; round++) await Promise.all(times(20, ask))
  }
  await rounds()
  await eventually(async () => (await dropped()) >= 512, 'refused')
  sink.close()
  await rounds()
  assert.equal((await ask()).status, 200)
  await app.stop()
  const told = lines.filter(line => line.includes('traces do not reach'))
  assert.equal(told.length, 1)
  assert.equal(JSON.parse(told[0] ?? '').why, '400')
})
