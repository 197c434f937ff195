// A process of its own: it stops PostgreSQL, and waits long.
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { openService } from '../src/service.ts'
import { startApp, testConfig } from './app.ts'
import { eventually } from './eventually.ts'
import { asker, assertRefused, timed, times } from './fuzz/asking.ts'
import { startProxy } from './fuzz/proxy.ts'
import { readReplies, slowClient } from './fuzz/wire.ts'

const app = await startApp()
const admin = await app.user(['admin'])
const parvis = (await app.as(admin).post('/admin/communes', { nom: 'Parvis' })).body.data
const source = { 'X-App-Source': 'public' }
const backoffice = { 'X-App-Source': 'backoffice', Authorization: `Bearer ${admin.token}` }
const PUBLIC = '/api/v1/communes'
const ADMIN = '/api/v1/admin/communes'
const secret = testConfig().secret ?? ''

/** Errors in the services' logs, which explain a 500. */
const faults: string[] = []

async function start(connection: pg.ClientConfig) {
  const log = pino({ level: 'error' }, { write: line => faults.push(line) })
  const service = await openService({ config: testConfig(), log, secret, connection, jobs: {} })
  const port = Number(new URL(await service.listen()).port)
  const ask = asker(port)
  return {
    service,
    port,
    read: () => ask('GET', PUBLIC, source),
    /** Refused after the guard's query. */
    write: () => ask('POST', ADMIN, backoffice),
    rename: (nom: string) => {
      const headers = { ...backoffice, 'Content-Type': 'application/json' }
      return ask('PATCH', `${ADMIN}/${parvis.id}`, headers, JSON.stringify({ nom }))
    },
    probe: async (path: string) => (await ask('GET', path)).status,
  }
}

const recovers = (read: () => Promise<{ status: number }>) =>
  eventually(async () => (await read()).status === 200, 'it came back')

const proxy = await startProxy(app.connection)
const behind = await start(proxy.connection)
after(async () => {
  await behind.service.stop()
  proxy.close()
})

const signed = Object.entries(backoffice)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const POST = `POST ${ADMIN} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n`
const SLOW = [
  { beginning: '', drop: '' },
  { beginning: 'GET / HTTP/1.1\r\nHost: a\r\n', drop: 'A: b\r\n' },
  { beginning: `${POST}${signed}\r\n{`, drop: ' ' },
  { beginning: `${POST}\r\n`, drop: '' },
]
const appPort = Number(new URL(app.url).port)
/** Closing them takes a while: other rules are tested meanwhile. */
const slow: Promise<Buffer>[] = []

/** Times until the outage is reported. */
const took: { away: number[] } = { away: [] }

test('hundreds of slow clients delay no other client', async () => {
  // A machine that is held up may answer only when their time is over.
  await eventually(async () => {
    const clients = SLOW.flatMap(({ beginning, drop }) =>
      times(75, () => slowClient(appPort, beginning, drop)),
    )
    slow.push(...clients)
    let gone = 0
    for (const client of clients) client.then(() => gone++)
    await sleep(200)
    for (const { status } of await Promise.all(times(20, () => app.anyone.get('/communes'))))
      assert.equal(status, 200)
    return gone === 0
  }, 'answers before the first of them is gone')
  assert.equal((await fetch(`${app.url}/healthz`)).status, 200)
})

test('an unreachable database gives 503 with Retry-After at once, and recovers by itself', async () => {
  assert.equal((await behind.read()).status, 200)
  for (let round = 0; round < 3; round++) {
    await proxy.shut()
    for (const asked of [behind.read, behind.write, behind.read]) {
      const { ms, value } = await timed(asked())
      assert.equal(value.status, 503)
      assert.equal(JSON.parse(value.body).error, 'unavailable')
      assert.equal(value.headers['retry-after'], '2')
      took.away.push(ms)
    }
    assert.equal(await behind.probe('/healthz'), 200)
    assert.equal(await behind.probe('/readyz'), 503)
    await proxy.open()
    assert.equal((await behind.read()).status, 200)
    assert.equal((await behind.write()).status, 422)
    assert.equal(await behind.probe('/readyz'), 200)
  }
})

test('connections cut between requests fail no read, and none leaks', async () => {
  const linesForReading = async () => {
    const { rows } = await app.owner.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
       where application_name = 'parvis reads' and datname = current_database()`,
    )
    return rows[0]?.count ?? 0
  }
  const before = await linesForReading()
  for (let round = 0; round < 10; round++) {
    await proxy.shut()
    await proxy.open()
    const replies = await Promise.all(times(8, behind.read))
    assert.deepEqual([...new Set(replies.map(reply => reply.status))], [200], `round ${round}`)
  }
  // The server lists a closed connection for a moment.
  await eventually(async () => (await linesForReading()) - before <= 1, 'at most one connection more')
})

test('when PostgreSQL ends all connections under load, there is no lasting failure', async () => {
  const outcomes = new Map<number, number>()
  let loaded = true
  const load = times(6, async at => {
    while (loaded) {
      const { status } = await (at < 4 ? behind.read() : behind.rename(`Parvis ${Math.random()}`))
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
    }
  })
  for (let round = 0; round < 8; round++) {
    await sleep(100)
    await app.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'parvis%'`,
    )
  }
  loaded = false
  await Promise.all(load)
  assert.deepEqual(faults, [])
  assert.deepEqual(
    [...outcomes.keys()].filter(status => status !== 200 && status !== 503),
    [],
  )
  await recovers(behind.read)
  await recovers(() => behind.rename('Parvis'))
})

test('an exhausted pool gives 503, while public reads continue', async () => {
  await app.owner.query('begin')
  await app.owner.query('select from communes where id = $1 for update', [parvis.id])
  const writes = times(20, at => behind.rename(`Parvis ${at}`))
  let waiting = true
  const over = Promise.all(writes).finally(() => {
    waiting = false
  })
  const reads = new Set<number>()
  while (waiting) {
    reads.add((await behind.read()).status)
    await sleep(100)
  }
  // All of them while the row is locked.
  assert.deepEqual([...new Set((await over).map(({ status }) => status))], [503])
  await app.owner.query('rollback')
  assert.deepEqual([...reads], [200])
  await recovers(() => behind.rename('Parvis'))
})

test('silent connections time out with 503, and all of them are replaced', async () => {
  await Promise.all(times(12, behind.write))
  assert.equal((await behind.read()).status, 200)
  proxy.mute()
  // The connections never answer again: each answer came from a timeout or another connection.
  const asked = await Promise.all([...times(4, () => timed(behind.read())), timed(behind.write())])
  for (const { value } of asked) assert.ok([200, 422, 503].includes(value.status))
  const limit = Math.max(...asked.map(({ ms }) => ms))
  assert.ok(Math.min(...took.away) * 4 < limit, 'a database that is away is no wait for a limit')
  // The first timeout closes the other silent connections, so later requests do not wait for them.
  await recovers(behind.read)
  const again = await Promise.all([...times(6, behind.read), ...times(6, behind.write)])
  assert.deepEqual(new Set(again.map(reply => reply.status)), new Set([200, 422]))
})

test('a service stops although its database is silent', async () => {
  const other = await start(proxy.connection)
  assert.equal((await other.read()).status, 200)
  proxy.mute()
  await other.service.stop()
})

test('a service stopped under load fails no request of clients that go elsewhere when a port is closed', async t => {
  const steady = await start(app.connection)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const get = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path: PUBLIC, headers: source, agent }, reply => {
        reply
          .resume()
          .on('end', () => resolve(reply.statusCode ?? 0))
          .on('error', reject)
      })
      sent.on('error', reject).end()
    })
  const failures: string[] = []
  let [sent, moved] = [0, 0]
  for (let round = 0; round < 6; round++) {
    const leaving = await start(app.connection)
    const [served, before] = [new Set<number>(), moved]
    let loaded = true
    const load = times(8, async at => {
      while (loaded) {
        const failed = (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ECONNREFUSED') throw error
          moved++
          return get(steady.port)
        }
        const status = await get(leaving.port)
          .catch(failed)
          .catch(error => String(error.code))
        sent++
        served.add(at)
        if (status !== 200) failures.push(`round ${round}: ${status}`)
      }
    })
    // The system resets connections that the service has not accepted when it closes its port.
    await eventually(async () => served.size === 8, 'all are connected')
    await leaving.service.stop()
    await eventually(async () => moved > before, 'they go elsewhere')
    loaded = false
    await Promise.all(load)
  }
  agent.destroy()
  await steady.service.stop()
  t.diagnostic(`${sent} requests, ${moved} of them answered elsewhere`)
  assert.deepEqual(failures, [])
  assert.ok(moved > 0)
})

test('slow clients are disconnected in time', async () => {
  for (const bytes of await Promise.all(slow)) for (const reply of readReplies(bytes)) assertRefused(reply)
  assert.equal((await app.anyone.get('/communes')).status, 200)
})
