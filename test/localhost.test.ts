import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { Data, Obj } from '../shared/shapes.ts'
import { Type } from '../shared/type.ts'
import { read } from '../src/kernel/routes/action.ts'
import { get } from '../src/kernel/routes/route.ts'
import { createLog } from '../src/kernel/telemetry/log.ts'
import { app as rowsOfApps } from '../src/people/access/blocks.ts'
import { openService } from '../src/service.ts'
import { startApp, testConfig } from './app.ts'
import { head, type Stranger, statusFor, stranger } from './attack/strangers.ts'
import { eventually } from './eventually.ts'

/** `HOST=localhost` listens on two addresses; the limits apply to both. */

const HERE = Object.values(networkInterfaces())
  .flat()
  .map(one => one?.address)
const BY_IPV6 = { skip: HERE.includes('::1') ? false : 'this machine has no ::1' }

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
const app = await startApp({ rows, env: { HOST: 'localhost' } })
const port = Number(new URL(app.url).port)
const SOURCE = { 'X-App-Source': 'public' }
const WAITING = head('GET', '/api/v1/waiting', SOURCE)
const QUICK = head('GET', '/api/v1/quick', SOURCE)
async function inFlight(url = app.url): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^parvis_requests_in_flight (\d+)$/m.exec(text)?.[1])
}
const hangUp = (all: readonly Stranger[]) => {
  for (const { socket } of all) socket.destroy()
}

test('both addresses answer', BY_IPV6, async () => {
  for (const address of ['127.0.0.1', '::1'])
    assert.equal(await statusFor(port, address, QUICK), 200, address)
})

test(
  'the limit of 400 connections per client network holds for the second address too',
  BY_IPV6,
  async () => {
    const idle: Stranger[] = []
    for (let at = 0; at < 450; at++) idle.push(await stranger(port, '::1'))
    await eventually(
      async () => idle.filter(one => one.socket.closed).length >= 50,
      'those that are too many',
    )
    assert.equal(idle.filter(one => one.socket.closed).length, 50)
    assert.equal(await statusFor(port, '127.0.0.1', QUICK), 200)
    hangUp(idle)
  },
)

test(
  'a connection with 300 pipelined requests gets 65 replies at the second address too',
  BY_IPV6,
  async () => {
    letGo = Promise.withResolvers()
    const greedy = await stranger(port, '::1', WAITING + QUICK.repeat(299))
    await eventually(async () => (await inFlight()) === 2, 'the first of them, and who asks')
    letGo.resolve()
    await greedy.closed
    assert.equal(greedy.answers(), 65)
  },
)

test(
  'stopping answers what was asked by the second address, and nobody is let in any more',
  BY_IPV6,
  async () => {
    letGo = Promise.withResolvers()
    const node = await openService({
      config: testConfig({ HOST: 'localhost' }),
      log: createLog('silent'),
      secret: testConfig().secret ?? '',
      connection: app.connection,
      rows,
      jobs: {},
    })
    const url = await node.listen()
    const other = Number(new URL(url).port)
    const asked = await stranger(other, '::1', WAITING)
    await eventually(async () => (await inFlight(url)) === 2, 'it is worked on')
    const stopped = node.stop()
    const refused = connect({ port: other, host: '::1' })
    const [error] = await Promise.race([once(refused, 'error'), once(refused, 'connect')])
    refused.destroy()
    assert.equal(error?.code, 'ECONNREFUSED')
    letGo.resolve()
    await asked.closed
    assert.match(asked.text(), /^HTTP\/1\.1 200 .*connection: close/is)
    await stopped
  },
)
