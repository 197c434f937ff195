// A process of its own: what it asks takes the whole of the event loop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Data, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { app as open } from '../../people/access/blocks.ts'
import { read } from '../routes/action.ts'
import { get } from '../routes/route.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { watchEventLoop } from './watchdog.ts'

const burn = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}
/** Uses CPU instead of waiting, since a busy machine must not look the same. */
const hold = (ms: number) => {
  const before = process.threadCpuUsage()
  for (;;) {
    burn(20)
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1000 >= ms) return
  }
}

const reply = Data(Obj({ ok: Type.Boolean() }))
const rows = open([
  get(
    '/holds/:name',
    read({
      summary: 'Holds everybody up',
      params: Obj({ name: Type.String() }),
      reply,
      async run() {
        hold(400)
        return { data: { ok: true } }
      },
    }),
  ),
  get('/quick', read({ summary: 'Does not', reply, run: async () => ({ data: { ok: true } }) })),
])

test('a route that blocks the event loop is logged and counted, without its parameters', async () => {
  const lines: string[] = []
  const app = await startApp({ rows, log: line => void lines.push(line) })
  const visitor = app.as(undefined, 'public')
  await visitor.get('/quick')
  const { headers } = await visitor.get('/holds/somebody-s-name?q=secret')
  const line = await eventually(
    async () => lines.find(each => each.includes('was blocked') && each.includes('/holds/')),
    'the line of the log',
  )
  const found = JSON.parse(line)
  assert.ok(found.held_ms >= 200, String(found.held_ms))
  const [named] = found.under_way
  assert.deepEqual(
    [named.method, named.route, named.request_id],
    ['GET', '/api/v1/holds/:name', headers.get('x-request-id')],
  )
  assert.doesNotMatch(JSON.stringify(found), /somebody|secret/)
  const metrics = await (await fetch(`${app.service.url()}/metrics`)).text()
  assert.match(metrics, /^# TYPE parvis_event_loop_held_total counter\nparvis_event_loop_held_total [1-9]/m)
  assert.match(metrics, /^parvis_event_loop_delay_seconds_sum (0\.[2-9]|[1-9])/m)
})

test('a job that blocks the event loop is logged, at most once in a while for each job', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: line => void lines.push(line) })
  const watchdog = watchEventLoop(log, createMetrics('1'), 600_000)
  const holdIn = async (job: string) => {
    const end = watchdog.begin({ job, job_id: '1' })
    hold(400)
    end()
    await new Promise(resolve => setTimeout(resolve, 120))
  }
  try {
    // While it prepares its start, nobody waits for it.
    hold(400)
    await new Promise(resolve => setTimeout(resolve, 120))
    assert.deepEqual(lines, [])
    for (const job of ['imports.run', 'imports.run', 'mail.deliver', 'imports.run']) await holdIn(job)
    const jobs = lines.map(line => JSON.parse(line).under_way[0]?.job)
    assert.deepEqual(jobs.filter(Boolean), ['imports.run', 'mail.deliver'])
  } finally {
    watchdog.stop()
  }
})
