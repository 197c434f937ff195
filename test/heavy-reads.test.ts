// A process of its own: what it asks takes the whole of the event loop.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Data, Obj } from '../shared/shapes.ts'
import { Type } from '../shared/type.ts'
import { type Db, sql } from '../src/kernel/db/db.ts'
import { read } from '../src/kernel/routes/action.ts'
import { get } from '../src/kernel/routes/route.ts'
import { app as apps } from '../src/people/access/blocks.ts'
import { routes } from '../src/routes.ts'
import { startApp } from './app.ts'
import { eventually } from './eventually.ts'
import { times } from './fuzz/asking.ts'

/** Heavy requests wait behind others of the same client network; other clients are not affected. */

const heavy = (on: 'db' | 'slow', seconds: number) =>
  read({
    summary: 'For the tests',
    reply: Data(Obj({ slept: Type.Number() })),
    run: async (context: { readonly db: Db; readonly slow: Db }) => {
      await context[on].one(sql`select pg_sleep(${seconds})`)
      return { data: { slept: seconds } }
    },
  })
const SECRET = 'whsec_of_the_heavy_reads_0123456789'
const app = await startApp({
  rows: [
    ...routes,
    ...apps([
      get('/taken-for-short', heavy('db', 1.2)),
      get('/known-as-long', heavy('slow', 1.2)),
      get('/endless', heavy('slow', 60)),
      get('/quick', heavy('slow', 0)),
    ]),
  ],
  env: { PAYMENT_SIGNING_SECRETS: SECRET },
})
const admin = await app.user(['admin'])
const agent = new Agent({ keepAlive: true, maxSockets: 500 })
const { port } = new URL(app.url)

interface Asked {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly ms: number
}

/** Each loopback address is its own client network. */
const ask = (from: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  new Promise<Asked>((resolve, reject) => {
    const began = performance.now()
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        localAddress: from,
        path: `/api/v1${path}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-app-source': 'public', 'content-type': 'application/json', ...headers },
      },
      reply =>
        reply.resume().on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            retryAfter: reply.headers['retry-after'],
            ms: performance.now() - began,
          }),
        ),
    )
    sent.on('error', reject).end(body)
  })

const signedEvent = (n: number) => {
  const body = JSON.stringify({ id: `evt_${n}`, type: 'something.else', created: 1, data: { object: {} } })
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex')
  return [{ 'payment-signature': `t=${t},v1=${v1}` }, body] as const
}
const bearer = { authorization: `Bearer ${admin.token}`, 'x-app-source': 'backoffice' }

/** The requests of the other clients, in turn. */
const others = (from: string, n: number) =>
  [
    () => ask(from, '/communes?per_page=1'),
    () => ask(from, '/publications'),
    () => ask(from, '/quick'),
    () => ask(from, '/me', bearer),
    () => ask(from, '/admin/dashboard', bearer),
    () => ask(from, '/webhooks/payment', ...signedEvent(n)),
  ][n % 6]?.() as Promise<Asked>

/** Client networks that repeat a request until the others are done. */
async function besieged(hostile: readonly string[], path: string, lanes: number, rounds: number) {
  let over = false
  const seen: Asked[] = []
  const siege = hostile.flatMap(from =>
    times(lanes, async () => {
      while (!over) {
        const answer = await ask(from, path)
        seen.push(answer)
        // Repeats without using the whole CPU.
        if (answer.status !== 200) await sleep(20)
      }
    }),
  )
  await eventually(async () => seen.some(({ status }) => status === 200), 'one of them was served')
  const served: Asked[] = []
  for (let n = 0; n < 6 * rounds; n++) served.push(await others('127.0.0.9', n))
  over = true
  await Promise.all(siege)
  return { seen, served }
}

for (const path of ['/taken-for-short', '/known-as-long'])
  test(`${path}: one client network with sixty of them at once holds up nobody else`, async t => {
    // Waiting behind one of them would take as long as it takes, each time. A busy machine is slow for a while.
    let [median, heavy] = [1, 0]
    for (let time = 0; time < 5 && median * 2 >= heavy; time++) {
      const { seen, served } = await besieged(['127.0.0.2'], path, 60, 8)
      assert.deepEqual([...new Set(served.map(({ status }) => status))], [200])
      const slowest = Math.max(...served.map(({ ms }) => ms))
      t.diagnostic(`${seen.length} heavy questions; the slowest of the others ${Math.round(slowest)} ms`)
      median = served.map(({ ms }) => ms).sort((one, other) => one - other)[24] ?? 0
      heavy = Math.min(...seen.filter(({ status }) => status === 200).map(({ ms }) => ms))
      // Heavy requests are served in turn, and get `Retry-After` beyond their share.
      assert.deepEqual([...new Set(seen.map(({ status }) => status))].sort(), [200, 429])
      for (const { status, retryAfter } of seen) if (status !== 200) assert.equal(retryAfter, '2')
    }
    assert.ok(median * 2 < heavy, `median ${Math.round(median)} ms, of the heavy ones ${Math.round(heavy)}`)
  })

test('with heavy requests of several client networks, other requests are served, and quick ones of the same route in turn', async () => {
  const { served } = await besieged(['127.0.0.3', '127.0.0.4', '127.0.0.5'], '/known-as-long', 8, 3)
  assert.deepEqual([...new Set(served.map(({ status }) => status))], [200])
})

test('an endless statement is ended and answered with 503 and Retry-After', async () => {
  const { status, retryAfter } = await ask('127.0.0.6', '/endless')
  assert.equal(status, 503)
  assert.equal(retryAfter, '2')
})
