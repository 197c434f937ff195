/** Stops PostgreSQL under a running service, and checks the log. */
// A process of its own: it stops PostgreSQL, and waits long.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { outageOf } from '../src/kernel/db/outage.ts'
import { markDatabaseError } from '../src/kernel/refusals/db-errors.ts'
import { Problem } from '../src/kernel/refusals/errors.ts'
import { StoreRefused } from '../src/kernel/s3/requests.ts'
import { createLog } from '../src/kernel/telemetry/log.ts'
import { openService } from '../src/service.ts'
import { testConfig } from './app.ts'
import { eventually } from './eventually.ts'
import { ownServer } from './fixtures/own-server.ts'
import { asker, times } from './fuzz/asking.ts'

const server = await ownServer()
await server.start()
interface Line {
  readonly at: number
  readonly level: string
  readonly msg: string
  readonly code?: string
  readonly reason?: string
  readonly more?: number
}
const lines: Line[] = []
const texts: string[] = []
const log = createLog('warn', {
  write(text: string) {
    texts.push(text)
    lines.push({ at: performance.now(), ...JSON.parse(text) })
  },
})
const config = testConfig({ PROCESS: 'all' })
const service = await openService({ config, log, secret: config.secret ?? '', connection: server.connection })
const ask = asker(Number(new URL(await service.listen()).port))
after(async () => {
  await service.stop()
  await server.remove()
})
const list = async () => (await ask('GET', '/api/v1/communes', { 'X-App-Source': 'public' })).status
const signIn = () =>
  ask(
    'POST',
    '/api/v1/auth/sign-in/email',
    { 'Content-Type': 'application/json', Origin: 'http://parvis.test' },
    JSON.stringify({ email: 'a@essai.fr', password: 'a long enough password' }),
  )

test('while PostgreSQL is stopped, each message is logged once a second at most, with its reason and no stack', async () => {
  assert.equal(await list(), 200)
  lines.length = 0
  await server.stop()
  const began = performance.now()
  let unserved = 0
  // The job queue looks every few seconds, later on a busy machine.
  const hasAll = () =>
    unserved >= 100 &&
    lines.some(({ msg }) => msg.startsWith('job queue')) &&
    lines.some(({ more = 0 }) => more > 0)
  const over = () => {
    const ms = performance.now() - began
    return (ms > 4_000 && hasAll()) || ms > 120_000
  }
  await Promise.all(
    times(4, async at => {
      while (!over()) {
        if (at === 0) await signIn()
        else if ((await list()) === 503) unserved++
        await sleep(5)
      }
    }),
  )
  await server.start()
  await eventually(async () => (await list()) === 200, 'it came back by itself')

  const seconds = (performance.now() - began) / 1_000
  const said = new Map<string, Line[]>()
  // Ignores lines about a busy machine.
  for (const line of lines.filter(({ msg }) => !msg.startsWith('the event loop was blocked'))) {
    assert.match(line.reason ?? '', /\w+ \w+/, JSON.stringify(line))
    assert.ok(line.code, JSON.stringify(line))
    const thing = `${line.msg} ${line.code}`
    said.set(thing, [...(said.get(thing) ?? []), line])
  }
  for (const [thing, all] of said)
    assert.ok(all.length <= seconds + 3, `${thing}: ${all.length} lines in ${Math.round(seconds)} s`)
  assert.ok(said.has('request not served ENOENT'), [...said.keys()].join(', '))
  assert.ok(
    [...said.keys()].some(thing => thing.startsWith('job queue ')),
    [...said.keys()].join(', '),
  )
  assert.ok(
    lines.some(line => (line.more ?? 0) > 0),
    'how many were left out',
  )
  assert.doesNotMatch(texts.join(''), /"stack"|"name":"object"/)
})

test('every known outage of the database has a message; unknown errors keep their stack', () => {
  const states = [
    '57P01',
    '57P02',
    '57P03',
    '57014',
    '53300',
    '53100',
    '25006',
    '55P03',
    '25P03',
    '40001',
    '28P01',
    '58P01',
  ]
  const postgres = states.map(code => Object.assign(new Error('said'), { code, severity: 'FATAL' }))
  const system = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']
  const lost = system.map(code => markDatabaseError(Object.assign(new AggregateError([], ''), { code })))
  const driver = [
    'Connection terminated unexpectedly',
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ].map(message => new Error(message))
  for (const error of [...postgres, ...lost, ...driver])
    assert.match(outageOf(error)?.reason ?? '', /\w/, `${'code' in error ? error.code : error.message}`)
  assert.equal(outageOf(new TypeError('a fault of ours')), undefined)

  // Outages of a store or a disk are not the database's, whatever the code.
  const store = new StoreRefused({ method: 'GET', url: new URL('http://store.test') }, { code: 'ETIMEDOUT' })
  const reasons = [store, ...['ETIMEDOUT', 'ENOSPC'].map(code => Object.assign(new Error(code), { code }))]
  assert.deepEqual(
    reasons.map(cause => outageOf(new Problem('unavailable', { cause }))?.reason),
    [
      'The store at store.test does not serve GET: ETIMEDOUT.',
      'a disk of this machine fails, or a share that it mounts is away',
      'a disk of this machine has no room left',
    ],
  )
  for (const code of system) assert.equal(outageOf(Object.assign(new Error(code), { code })), undefined)
})
