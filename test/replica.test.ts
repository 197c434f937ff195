// A process of its own: it stops PostgreSQL, and waits long.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { Type } from 'typebox'
import { app as apps } from '../src/access/blocks.ts'
import { replicaFinding } from '../src/doctor/replica.ts'
import { type Db, sql } from '../src/kernel/db/db.ts'
import { Pool } from '../src/kernel/db/pool.ts'
import { PublicReads } from '../src/kernel/db/public-reads.ts'
import { positionOf, Replica } from '../src/kernel/db/replica.ts'
import { read } from '../src/kernel/routes/action.ts'
import { get } from '../src/kernel/routes/route.ts'
import { Data, Obj } from '../src/kernel/routes/shapes.ts'
import { openService } from '../src/service.ts'
import { testConfig } from './app.ts'
import { eventually } from './eventually.ts'
import { startPair } from './fixtures/standby.ts'
import { asker, times } from './fuzz/asking.ts'
import { startProxy } from './fuzz/proxy.ts'

/** Two real PostgreSQL, the second a streaming replica: lost, silent, late, locked out. Nothing of it is the public's concern. */

const pair = await startPair()
await pair.start()
const proxy = await startProxy(pair.standby)
const owner = new pg.Client(pair.primary)
owner.on('error', () => {})
await owner.connect()

const where = (on: 'db' | 'slow') =>
  read({
    summary: 'For the tests',
    reply: Data(Obj({ replica: Type.Boolean() })),
    run: async (context: { readonly db: Db; readonly slow: Db }) => ({
      data: (await context[on].one<{ replica: boolean }>(sql`select pg_is_in_recovery() as replica`)) ?? {
        replica: false,
      },
    }),
  })
const rows = apps([get('/short', where('db')), get('/heavy', where('slow'))])

async function start(replica: pg.ClientConfig) {
  const lines: { level: number; msg: string; replica?: string; reason?: string }[] = []
  const log = pino({ level: 'info' }, { write: line => lines.push(JSON.parse(line)) })
  const config = testConfig()
  const secret = config.secret ?? ''
  const service = await openService({
    config,
    log,
    secret,
    connection: pair.primary,
    replica,
    rows,
    jobs: {},
  })
  const ask = asker(Number(new URL(await service.listen()).port))
  const fromReplica = async (path: string) => {
    const { status, body } = await ask('GET', `/api/v1${path}`, { 'X-App-Source': 'public' })
    return status === 200 ? (JSON.parse(body).data.replica as boolean) : status
  }
  return {
    service,
    fromReplica,
    both: () => Promise.all([fromReplica('/short'), fromReplica('/heavy')]),
    told: () => lines.filter(line => 'replica' in line),
    async ready() {
      const { status, body } = await ask('GET', '/readyz')
      return [status, JSON.parse(body).replica]
    },
    metrics: async () => (await ask('GET', '/metrics')).body,
  }
}

const node = await start(proxy.connection)
after(async () => {
  await node.service.stop()
  proxy.close()
  await owner.end()
  await pair.stop()
})

const comesFrom = (side: 'the replica' | 'the primary') =>
  eventually(
    async () => (await node.both()).every(answer => answer === (side === 'the replica')),
    `both kinds of reads from ${side}`,
  )

test('public reads, short and heavy, come from the replica', async () => {
  assert.deepEqual(await node.both(), [true, true])
  assert.deepEqual(await node.ready(), [200, 'ok'])
  assert.match(await node.metrics(), /^parvis_replica_read 1$/m)
  assert.match(await node.metrics(), /^parvis_replica_lag_seconds \d/m)
})

test('a replica that is killed under load fails no read; they come back by themselves when it does', async t => {
  const outcomes = new Map<unknown, number>()
  let loaded = true
  const load = times(8, async at => {
    while (loaded) {
      const outcome = await node.fromReplica(at < 6 ? '/short' : '/heavy')
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  })
  const before = node.told().length
  t.after(() => {
    loaded = false
  })
  for (let round = 0; round < 2; round++) {
    await sleep(300)
    await pair.kill()
    await comesFrom('the primary')
    assert.deepEqual(await node.ready(), [200, 'away'])
    assert.match(await node.metrics(), /^parvis_replica_read 0$/m)
    await sleep(300)
    await pair.start()
    await comesFrom('the replica')
  }
  loaded = false
  await Promise.all(load)
  t.diagnostic(JSON.stringify([...outcomes]))
  assert.deepEqual([...outcomes.keys()].sort(), [false, true])
  // When it changes, not with each request (a connection may be refused while it starts: away, again).
  const told = node.told().slice(before)
  assert.ok(told.length >= 4 && told.length <= 12, JSON.stringify(told))
  assert.deepEqual(new Set(told.map(line => line.replica)), new Set(['away', 'ok']))
  for (const line of told) assert.equal(line.reason !== undefined, line.replica === 'away')
})

test('a replica that falls silent without closing anything: who waits is answered by the primary', async () => {
  assert.deepEqual(await node.both(), [true, true])
  proxy.mute()
  const answers = await Promise.all(times(12, at => node.fromReplica(at % 4 ? '/short' : '/heavy')))
  assert.deepEqual(
    answers.filter(answer => typeof answer !== 'boolean'),
    [],
  )
  await comesFrom('the replica')
})

test('a wrong password: ready, told with the reason, and the primary answers', async () => {
  const shut = await start({ ...pair.standby, password: 'not the password' })
  try {
    assert.deepEqual(await shut.both(), [false, false])
    assert.deepEqual(await shut.ready(), [200, 'away'])
    await sleep(1_000)
    const [told, ...more] = shut.told()
    assert.deepEqual([told?.level, told?.replica, more], [40, 'away', []])
    assert.match(told?.reason ?? '', /password authentication failed/)
    assert.ok(!JSON.stringify(told).includes('not the password'))
  } finally {
    await shut.service.stop()
  }
})

test('doctor says how it does', async () => {
  const says = async (replica: pg.ClientConfig) => {
    const { state, says } = await replicaFinding(pair.primary, replica)
    return `${state} ${says}`
  }
  assert.match(await says(pair.standby), /^ok .*0\.\d s behind/)
  assert.match(
    await says({ ...pair.standby, password: 'x' }),
    /^wrong .*password authentication failed.*primary/,
  )
  assert.match(await says({ ...pair.standby, host: '/nowhere' }), /^wrong .*ENOENT.*primary/)
})

test('one that hears no more of its primary is late, is not read, and is again once it has caught up', async () => {
  const pool = new Pool(pair.primary, { name: 'parvis', max: 1, statementMs: 5_000 })
  const replica = new Replica(pair.standby, () => positionOf(pool), 1)
  const reads = new PublicReads(pair.primary, replica)
  const states: string[] = []
  replica.onChange(({ state }) => states.push(state))
  const isReplica = async () =>
    (await reads.short({ text: 'select pg_is_in_recovery() as replica', values: [] }, () => 'a')).rows[0]
      .replica
  try {
    await pair.kill()
    await pair.start('alone')
    await replica.watch()
    await eventually(isReplica, 'the replica is read')
    await owner.query(`create table written_later ()`)
    await eventually(async () => replica.now.state === 'late' && (replica.now.lag ?? 0) > 1, 'it is late')
    assert.equal(await isReplica(), false)
    await pair.kill()
    await pair.start()
    await eventually(isReplica, 'it is read again')
    assert.ok(states.includes('late') && states.at(-1) === 'ok', `${states}`)
  } finally {
    await reads.close()
    await pool.end()
  }
})
