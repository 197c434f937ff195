import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Data, Obj } from '../shared/shapes.ts'
import { Type } from '../shared/type.ts'
import { read } from '../src/kernel/routes/action.ts'
import { get } from '../src/kernel/routes/route.ts'
import { app as rowsOfApps } from '../src/people/access/blocks.ts'
import { startApp } from './app.ts'
import { head, type Stranger, statusFor, stranger, unfinished } from './attack/strangers.ts'
import { eventually } from './eventually.ts'
import { times } from './fuzz/asking.ts'

/** A route that waits until released, like requests to a slow database. */
let letGo = Promise.withResolvers<void>()
const waiting = read({
  summary: 'For the tests',
  reply: Data(Obj({ ok: Type.Boolean() })),
  async run() {
    await letGo.promise
    return { data: { ok: true } }
  },
})
const rows = rowsOfApps([
  get('/waiting', waiting),
  get('/quick', read({ ...waiting, run: async () => ({ data: { ok: true } }) })),
])
const lines: string[] = []
const app = await startApp({ rows, log: line => lines.push(line), env: { TRUST_PROXY: '127.9.0.0/16' } })
const port = Number(new URL(app.url).port)
const SOURCE = { 'X-App-Source': 'public' }
const WAITING = head('GET', '/api/v1/waiting', SOURCE)
const QUICK = head('GET', '/api/v1/quick', SOURCE)
const HEALTHZ = head('GET', '/healthz')

async function inFlight(): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  return Number(/^parvis_requests_in_flight (\d+)$/m.exec(text)?.[1])
}
/** The asking request is in flight too. */
const nobodyInFlight = () => eventually(async () => (await inFlight()) === 1, 'all places are free')
const hangUp = (all: readonly Stranger[]) => {
  for (const { socket } of all) socket.destroy()
}

test('1 000 requests without their body do not count as in flight', async () => {
  const slow = await Promise.all(
    times(1_000, at => stranger(port, `127.0.1.${1 + (at % 5)}`, unfinished('/auth/sign-in/email'))),
  )
  await sleep(300)
  const others = await Promise.all(times(40, at => statusFor(port, '127.0.2.1', at % 2 ? QUICK : HEALTHZ)))
  assert.deepEqual(new Set(others), new Set([200]))
  hangUp(slow)
  await nobodyInFlight()
})

test('a client network may have a hundred requests in flight; further ones of it get 429', async () => {
  letGo = Promise.withResolvers()
  const busy = await Promise.all(times(100, () => stranger(port, '127.0.3.1', WAITING)))
  await eventually(async () => (await inFlight()) >= 101, 'all of them are worked on')
  const refused = await stranger(port, '127.0.3.1', QUICK)
  await eventually(async () => refused.answers() === 1, 'the refusal')
  assert.match(refused.text(), /^HTTP\/1\.1 429 .*\r\nretry-after: 1\r\n.*"error":"rate_limited"/s)
  assert.equal(await statusFor(port, '127.0.3.2', QUICK), 200)
  // Disconnecting does not free a slot while the work goes on.
  hangUp(busy.slice(0, 20))
  await sleep(100)
  assert.equal(await statusFor(port, '127.0.3.1', QUICK), 429)
  letGo.resolve()
  await nobodyInFlight()
  assert.equal(await statusFor(port, '127.0.3.1', QUICK), 200)
  assert.deepEqual(
    busy.slice(20).map(one => one.answers()),
    times(80, () => 1),
  )
  hangUp([...busy, refused])
})

test('behind a trusted proxy a client network is that of its client, and the proxy may open any number of connections', async () => {
  letGo = Promise.withResolvers()
  const through = (client: string, path = '/api/v1/waiting') =>
    head('GET', path, { ...SOURCE, 'X-Forwarded-For': client })
  const busy = await Promise.all(times(100, () => stranger(port, '127.9.0.1', through('2001:db8:1:2::3'))))
  await eventually(async () => (await inFlight()) >= 101, 'all of them are worked on')
  assert.equal(await statusFor(port, '127.9.0.1', through('2001:db8:1:2:ffff::9', '/api/v1/quick')), 429)
  assert.equal(await statusFor(port, '127.9.0.1', through('2001:db8:1:3::3', '/api/v1/quick')), 200)
  const idle = await Promise.all(times(450, () => stranger(port, '127.9.0.1')))
  letGo.resolve()
  await nobodyInFlight()
  assert.equal([...busy, ...idle].filter(one => one.socket.closed).length, 0)
  hangUp([...busy, ...idle])
})

test('with 1 000 requests in flight others get 503, and probes are answered', async () => {
  letGo = Promise.withResolvers()
  const busy = await Promise.all(times(1_000, at => stranger(port, `127.0.4.${1 + (at % 10)}`, WAITING)))
  await eventually(async () => (await statusFor(port, '127.0.5.1', QUICK)) === 503, 'nothing is free')
  for (const path of ['/healthz', '/readyz'])
    assert.equal(await statusFor(port, '127.0.5.1', head('GET', path)), 200, path)
  letGo.resolve()
  await nobodyInFlight()
  assert.equal(await statusFor(port, '127.0.5.1', QUICK), 200)
  hangUp(busy)
})

test('40 pipelined requests are answered one after the other', async () => {
  const paths = times(40, at => `/api/v1/${at % 3 === 0 ? 'quick' : `nowhere-${at}`}`)
  const ids = (text: string) => [...text.matchAll(/x-request-id: (\d+)\r\n/g)].map(([, id]) => Number(id))
  const bytes = paths.map((path, at) => head('GET', path, { ...SOURCE, 'X-Request-Id': `${at}` })).join('')
  const one = await stranger(port, '127.0.6.1', bytes)
  await eventually(async () => one.answers() === 40, 'all answers')
  assert.deepEqual(
    ids(one.text()),
    times(40, at => at),
  )
  one.socket.write(QUICK)
  await eventually(async () => one.answers() === 41, 'the connection is still good')
  hangUp([one])
})

test('a connection with 1 500 pipelined requests gets 65 replies and is closed with the last one', async () => {
  letGo = Promise.withResolvers()
  const greedy = await Promise.all(
    times(4, at => stranger(port, `127.0.7.${at + 1}`, WAITING + QUICK.repeat(1_499))),
  )
  await eventually(async () => (await inFlight()) >= 5, 'the first of each')
  const others = await Promise.all(times(40, at => statusFor(port, '127.0.8.1', at % 2 ? QUICK : HEALTHZ)))
  assert.deepEqual(new Set(others), new Set([200]))
  letGo.resolve()
  for (const one of greedy) {
    await one.closed
    assert.equal(one.answers(), 65)
    assert.match(one.text().slice(one.text().lastIndexOf('HTTP/1.1')), /connection: close/i)
  }
  await nobodyInFlight()
})

test('pipelined requests of a disconnected client are dropped', async () => {
  letGo = Promise.withResolvers()
  const all = await Promise.all(
    times(30, at => stranger(port, `127.0.9.${at + 1}`, WAITING + QUICK.repeat(300))),
  )
  await eventually(async () => (await inFlight()) >= 31, 'the first of each')
  hangUp(all)
  letGo.resolve()
  await nobodyInFlight()
})

test('when one client network opens 450 connections, 50 idle ones are closed, oldest first', async () => {
  const first = await stranger(port, '127.0.10.1')
  const served = await stranger(port, '127.0.10.1', QUICK)
  const half = await stranger(port, '127.0.10.1', unfinished('/auth/sign-in/email'))
  await eventually(async () => served.answers() === 1, 'the answer')
  const other = await stranger(port, '127.0.11.1')
  const idle = []
  for (let at = 0; at < 447; at++) idle.push(await stranger(port, '127.0.10.1'))
  await Promise.all([first.closed, half.closed, ...idle.slice(0, 48).map(one => one.closed)])
  const newest = await stranger(port, '127.0.10.1', QUICK)
  await eventually(async () => newest.answers() === 1, 'the newest is answered')
  served.socket.write(QUICK)
  await eventually(async () => served.answers() === 2, 'who was served is kept')
  await idle[48]?.closed
  assert.equal(idle.filter(one => one.socket.closed).length, 49)
  assert.ok(!other.socket.closed)
  hangUp([served, other, newest, ...idle])
})

test('a body that is abandoned, or comes too late, is no error in the log', async () => {
  lines.length = 0
  const abandoned = await Promise.all(
    times(20, at => stranger(port, `127.0.12.${at + 1}`, unfinished('/auth/sign-in/email'))),
  )
  await sleep(200)
  hangUp(abandoned)
  await eventually(
    async () => lines.filter(line => line.includes('request abandoned')).length === 20,
    'what becomes of them',
  )
  assert.deepEqual(
    lines.filter(line => /"level":"(error|warn)"/.test(line)),
    [],
  )
})
